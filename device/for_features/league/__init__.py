"""Leagues and tournaments: who sits where, what a table's places are worth, and who is ahead."""
