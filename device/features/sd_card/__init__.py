"""An SD card with which a Raspberry Pi installs everything by itself."""

from device.feature import Feature

FEATURE = Feature("sd_card", commands={"sd-card": "device.features.sd_card.command"})
