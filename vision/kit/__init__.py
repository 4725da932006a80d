"""The printed kit: the meaning, the size and the print of every sticker."""
