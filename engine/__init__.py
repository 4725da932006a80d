"""The rules of 7 Wonders: pure values and functions. Imports nothing of ours; no I/O, clock or randomness of its own."""
