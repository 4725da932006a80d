"""Who has won how often tonight: a page of the menu, a command, and a web page for a second screen."""

import msgspec

from device.feature import Feature


class WinsSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    hours: float = 12.0  # how long ago the night began


FEATURE = Feature(
    "wins",
    commands={"wins": "wondertable_wins.wins"},
    settings={"wins": WinsSettings},
    runs="wondertable_wins.wins:RunningWins",
    words="wondertable_wins",
)
