"""Telephones read along and enter what is played; an own Wi-Fi for them where there is no other."""

from device.feature import Feature, RunOption
from device.features.telephones.settings import PhoneSettings

FEATURE = Feature(
    "telephones",
    commands={"phones": "device.features.telephones.command"},
    settings={"phones": PhoneSettings},
    changeable=("phones.on", "phones.enter"),
    options=(
        RunOption("--phones", "serve pages to telephones in the same Wi-Fi", changes={"": {"phones.on": True}}),
        RunOption(
            "--input",
            "phones: what is played is entered on telephones, see docs/phones.md",
            changes={"camera": {"phones.enter": False}, "phones": {"phones.on": True, "phones.enter": True}},
        ),
    ),
    runs="device.features.telephones.running:RunningTelephones",
    checks="device.features.telephones.checks:checks",
)
