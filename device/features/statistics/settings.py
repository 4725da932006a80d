"""Settings of the statistics."""

from __future__ import annotations

import msgspec


class LeagueSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`[league]`."""

    file: str = ""
    """A league's file whose standings *Menu, Statistics* shows; "": none."""
