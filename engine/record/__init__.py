"""A game as text that people can read and write."""
