"""Commands about the games in the journal, one module each."""
