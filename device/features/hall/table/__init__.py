"""What a table tells its hall: over a local socket, since no module of the game's process speaks to a network."""
