"""Telephones, as the game's process sees them: what they may read, who sits where, and what they ask for.

No network: another process (`telephones.server`) serves the pages and talks to this one over a local socket.
"""
