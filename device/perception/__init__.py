"""From camera frames to scenes."""
