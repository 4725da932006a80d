"""The game's side of a process with a network: the local socket between the two, and keeping that process running."""
