"""The final scoring: score sheets, science, and how the game ended."""
