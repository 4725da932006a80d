"""Reads photographs that telephones have sent, in a process of its own that can do nothing else.

The server for telephones starts it for each photograph and each score: whoever sends a picture that breaks a decoder
has a process without files, network and time, and not the one that serves the pages or the one that keeps the game.
"""
