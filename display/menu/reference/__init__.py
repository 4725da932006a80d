"""Menu pages to read: what a card does, what stands in a city, what happened."""
