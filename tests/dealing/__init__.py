"""Games for tests: with boards and payments that a demonstration does not choose."""
