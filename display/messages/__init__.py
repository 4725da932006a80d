"""What the umpire, the session and the screen say to one another. Pure values, below all three."""
