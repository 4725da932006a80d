"""The final score of a table that lies there: from photographs, by command, or from the camera, on the screen."""

from device.feature import Feature

FEATURE = Feature(
    "table_score",
    commands={"score": "device.features.table_score.command"},
    runs="device.features.table_score.running:RunningTableScore",
)
