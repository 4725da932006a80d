"""The journal's games on the command line: listed, written for other programs, taken in from a backup."""

from device.feature import Feature

FEATURE = Feature(
    "games",
    commands={
        "history": "device.features.games.history",
        "export": "device.features.games.export",
        "import": "device.features.games.importing",
    },
)
