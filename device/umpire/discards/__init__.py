"""The discard mat: how many cards came there, and which of them hands have taken away. Pure."""
