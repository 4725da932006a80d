"""The final score from photographs of a finished table."""
