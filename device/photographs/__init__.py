"""The final score from photographs of the table at the end."""
