"""From pictures to what lies where on the table. Knows stickers and tables but no rules of the game."""
