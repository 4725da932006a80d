"""Menu pages that enter a turn by hand, and correct coins."""
