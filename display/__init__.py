"""State in, pixels and words out. Imports the engine only."""

import os
import warnings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # or pygame greets on standard output
warnings.filterwarnings("ignore", "Your system is avx2 capable", RuntimeWarning)  # Debian's: nothing one could do
