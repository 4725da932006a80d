"""Statistics over many games, as pure values: who played, who won, with how many points."""
