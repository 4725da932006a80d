"""How the final scoring is drawn."""
