"""Pictures kept because they gave rise to questions: recording, file format, reading them again, replay."""

from device.feature import Feature, RunOption

FEATURE = Feature(
    "captures",
    commands={"read": "device.features.captures.read", "replay": "device.features.captures.replay_command"},
    options=(
        RunOption(
            "--record",
            "keep the pictures that led to questions, without hands and faces",
            metavar="DIR",
            in_demo=True,
        ),
    ),
    runs="device.features.captures.running:RunningCaptures",
)
