"""One sitting at a table as a value: set-up, turns, conflicts, end, corrections. Pure."""
