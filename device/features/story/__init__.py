"""The story of a finished game: on a screen after the scoring, and by `wondertable story` as text, plot and page."""

from device.feature import Feature

FEATURE = Feature(
    "story",
    commands={"story": "device.features.story.command"},
    runs="device.features.story.screen:RunningStory",
)
