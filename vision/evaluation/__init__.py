"""How well pictures are read: `python -m vision.evaluation DIR`."""
