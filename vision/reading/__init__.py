"""Reads the kit's fiducials in pictures: squares, edges, patterns, codes; over time, only where something changes."""
