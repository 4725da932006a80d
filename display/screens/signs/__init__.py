"""Signs that several screens draw."""
