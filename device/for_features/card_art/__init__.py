"""Knows the owner's own cards by their pictures, at a station, without stickers. No picture leaves the machine."""
