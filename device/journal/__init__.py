"""Games on disk: every event is stored before anyone hears of it, so a pulled plug loses nothing."""
