"""The process that serves pages to telephones. It knows the table only from what the game's process sends it.

The game's process never imports this package, and this package imports no camera, screen, journal or session.
"""
