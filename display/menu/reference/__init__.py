"""Menu pages to read: a city's cards, the history of the game, what cards and symbols mean."""
