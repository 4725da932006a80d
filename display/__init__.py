"""State in, pixels and words out. Imports the engine only."""
