"""The app BG Stats: a code on the last screen, and `wondertable export`, give it the finished game as a play."""

from device.feature import ExportFormat, Feature

FEATURE = Feature(
    "bgstats",
    runs="device.features.bgstats.share:RunningBgStats",
    formats=(
        ExportFormat(
            "bgstats", "device.features.bgstats.play:as_json", help="a play for the app BG Stats", is_json=True
        ),
        ExportFormat(
            "link",
            "device.features.bgstats.play:as_link",
            option="--link",
            help="print a link that opens BG Stats with the play instead",
        ),
    ),
)
