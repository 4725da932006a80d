"""Turns the state of the table into pixels and words, and presses into intents."""

import os
import sys
import warnings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # or pygame prints a greeting to standard output
warnings.filterwarnings("ignore", "Your system is avx2 capable", RuntimeWarning)  # from Debian's pygame; harmless
# These two parts of pygame load numpy, which takes a quarter of the time to the first picture; None keeps them away.
for unused in ("pygame.sndarray", "pygame.surfarray"):
    sys.modules.setdefault(unused, None)  # type: ignore[arg-type]
