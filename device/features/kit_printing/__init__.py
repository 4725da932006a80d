"""`wondertable stickers`: the printed kit."""

from device.feature import Feature

FEATURE = Feature("kit_printing", commands={"stickers": "device.features.kit_printing.stickers"})
