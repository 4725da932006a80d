"""What the game consists of, as frozen values: cards, boards, cities, actions, and one moment of a game."""
