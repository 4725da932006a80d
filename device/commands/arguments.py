"""Arguments that several commands share."""

import argparse
from datetime import date

import msgspec

from device.settings.settings import Settings
from display.words import known_language, languages
from engine import EDITIONS


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language`, before the command or after it."""
    parser.add_argument(
        "--language",
        type=_language,
        default=argparse.SUPPRESS,
        metavar="xx",
        help=f"language of texts and print: {', '.join(languages())}; default: from the settings",
    )


def with_language(args: argparse.Namespace, settings: Settings) -> Settings:
    """The settings with the language that the arguments ask for."""
    language = getattr(args, "language", None)
    if language is None:
        return settings
    return msgspec.structs.replace(settings, screen=msgspec.structs.replace(settings.screen, language=language))


def add_kit(parser: argparse.ArgumentParser) -> None:
    """`--kit`: the kind of stickers."""
    parser.add_argument(
        "--kit", choices=("fiducial", "qr", "both"), help="kind of stickers; default: from the settings"
    )


def add_rig(parser: argparse.ArgumentParser) -> None:
    """What the camera looks at: `--rig` and `--kit`."""
    parser.add_argument(
        "--rig",
        choices=("table", "station"),
        help="table: the camera hangs over the table; station: cards are shown to it; default: from the settings",
    )
    parser.add_argument(
        "--kit",
        choices=("fiducial", "qr", "both", "art"),
        help="kind of stickers; art: none, a station knows the owner's cards by their pictures, and as an experiment "
        "a camera over the table does, if each new card is left uncovered; default: from the settings",
    )


def add_calibration(parser: argparse.ArgumentParser) -> None:
    """`--calibration`, for every command that measures in pictures."""
    parser.add_argument(
        "--calibration",
        metavar="FILE",
        help='calibration of the lens that took the pictures, or "none"; default: the one that `calibrate` stored, '
        "for pictures of the calibrated size",
    )


def add_screen(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that has a screen."""
    parser.add_argument("--headless", action="store_true", help="run without a screen")
    parser.add_argument("--window", action="store_true", help="a window, whose size can be changed, on a desktop")
    parser.add_argument("--json", action="store_true", help="print one JSON object per line for each event")
    parser.add_argument("--leaders", action="store_true", help="play with the Leaders expansion")
    parser.add_argument(
        "--sets",
        choices=tuple(expansion for printed in EDITIONS.values() for expansion in printed.expansions),
        nargs="+",
        default=[],
        help="further expansions; cities: Cities, second edition",
    )
    parser.add_argument(
        "--edition",
        choices=tuple(EDITIONS),
        help="first (2010) or second (2020); default: from the settings. A camera sees it on the boards",
    )
    parser.add_argument("--resume", action="store_true", help="continue the unfinished game")


def day(text: str) -> str:
    """The type of an argument that is a day."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a day as 2026-11-22") from None


def _language(text: str) -> str:
    language = known_language(text)
    if language is None:
        raise argparse.ArgumentTypeError(f"{text} is not one of {', '.join(languages())}")
    return language
