"""The printed kit: what every sticker stands for, how large it is, how it is printed."""
