"""Deals a whole game and lets players with random moves play it."""
