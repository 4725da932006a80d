"""Menu pages before a game: first start, boards, player names."""
