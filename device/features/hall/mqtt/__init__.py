"""MQTT 5: the only place that knows the library for it. No module of the game's process imports this package."""
