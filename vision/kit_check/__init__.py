"""Checks a kit that is stuck on: cards are passed under a camera, and what is wrong with their stickers is found."""
