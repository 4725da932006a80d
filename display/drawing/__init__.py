"""Drawing: panels, boxes, colours, icons and the typeface. Knows nothing of the game."""
