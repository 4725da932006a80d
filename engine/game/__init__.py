"""A whole game: playing it, checking it, and rebuilding it from the cards on the table."""
