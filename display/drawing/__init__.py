"""Drawing: panels, boxes, colours, icons and the typeface."""
