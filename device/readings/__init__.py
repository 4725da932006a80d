"""What the seats did, given what was seen: a log of observations, and one search over the readings that explain it."""
