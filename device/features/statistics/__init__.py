"""Statistics over all games, and the standings of a league: commands, and pages of the menu."""

from device.feature import Feature
from device.features.statistics.settings import LeagueSettings

FEATURE = Feature(
    "statistics",
    commands={"stats": "device.features.statistics.stats", "league": "device.features.statistics.league"},
    settings={"league": LeagueSettings},
    runs="device.features.statistics.running:RunningStatistics",
)
