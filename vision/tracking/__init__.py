"""Sightings over time in, scenes out."""
