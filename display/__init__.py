"""Turns the state of the table into pixels and words, and presses into intents."""

import os
import warnings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # or pygame prints a greeting to standard output
warnings.filterwarnings("ignore", "Your system is avx2 capable", RuntimeWarning)  # from Debian's pygame; harmless
