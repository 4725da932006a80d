"""A hall with many tables: this table tells its broker what lies open, and `wondertable hall` shows all tables."""

from device.feature import Feature
from device.features.hall.table.settings import HallSettings

FEATURE = Feature(
    "hall",
    commands={"hall": "device.features.hall.command"},
    settings={"hall": HallSettings},
    runs="device.features.hall.running:RunningHall",
    checks="device.features.hall.checks:checks",
)
