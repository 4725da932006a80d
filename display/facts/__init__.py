"""What the screens say about a game, worked out from the engine."""
