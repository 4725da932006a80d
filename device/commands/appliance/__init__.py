"""The appliance and its demonstration, put together from their parts, and the server beside the game."""
