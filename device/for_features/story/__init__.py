"""What a game's record says afterwards: who led when, who paid whom, and what a little would have changed.

Everything is counted from what lay open on the table. Hands are unknown, so nothing is said about what could have been
played.
"""
