"""The cards on the discard mat, whose backs all look alike: how many came, and which hands have taken. Pure."""
