"""A hall with many tables: what a table tells of itself, and the results that arrive. No network here.

Other processes speak MQTT: `device.hall_publisher` beside the game, and `device.hall_server` where the hall is shown.
"""
