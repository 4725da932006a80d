"""From sightings over time to scenes: what lies still, on a table or at a station."""
