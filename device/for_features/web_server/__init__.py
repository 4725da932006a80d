"""HTTP in a process of its own: where it listens, who may connect, and how much anybody may ask."""
