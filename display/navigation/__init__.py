"""Which screen is up, and what a press means there. Pure."""
