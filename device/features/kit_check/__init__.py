"""The owner's box before the camera: are all stickers there and in their places; and his cards are learned."""

from device.feature import Feature

FEATURE = Feature(
    "kit_check",
    commands={"kit-check": "device.features.kit_check.command", "enrol": "device.features.kit_check.enrol"},
    runs="device.features.kit_check.running:RunningKitCheck",
)
