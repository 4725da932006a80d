"""A simulated game: a dealer, players, a table with things on it, and a camera that looks at it."""
