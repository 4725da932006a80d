"""Saves games: every event is on the disk before anything reacts to it, so a power cut loses nothing."""
