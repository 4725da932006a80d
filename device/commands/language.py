"""`--language`, before the command or after it: what is said and printed, for this one time."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import msgspec

from display.words import known_language, languages

if TYPE_CHECKING:
    from device.settings.settings import Settings


def add_language(parser: argparse.ArgumentParser) -> None:
    """The argument; left out it changes nothing that was said before."""
    parser.add_argument(
        "--language",
        type=_language,
        default=argparse.SUPPRESS,
        metavar="xx",
        help=f"one of {', '.join(languages())}; else as it is set",
    )


def spoken(args: argparse.Namespace, settings: Settings) -> Settings:
    """The settings with the language that was asked for."""
    language = getattr(args, "language", None)
    if language is None:
        return settings
    return msgspec.structs.replace(settings, screen=msgspec.structs.replace(settings.screen, language=language))


def _language(text: str) -> str:
    language = known_language(text)
    if language is None:
        raise argparse.ArgumentTypeError(f"{text} is none of {', '.join(languages())}")
    return language
