"""Commands about the games in the journal."""
