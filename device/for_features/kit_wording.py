"""The text on the printed kit, in English and in the language of the screen, and a font with its letters."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from types import MappingProxyType
from typing import TYPE_CHECKING

from display.words import Words
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from vision.kit.codebook import CodebookEntry

_ROMAN = ("", "I", "II", "III")
DAY_AND_NIGHT = ("day", "night")
"""The sides of the second edition's boards."""

_HEADINGS = MappingProxyType(
    {
        "board": "Wonder boards",
        "age_1": "Age I: fronts",
        "age_2": "Age II: fronts",
        "age_3": "Age III: fronts",
        "leader": "Leaders: fronts",
        "table": "Discard mat, tokens, table corners, command cards",
        "further": "Further stickers",
        "back_age_1": "Age I: one for each card back",
        "back_age_2": "Age II: one for each card back",
        "back_age_3": "Age III: one for each card back",
        "back_leader": "Leaders: one for each card back",
        "stage_token": "Stage tokens: stick them on something the size of a coin",
    }
)

_PLACES = MappingProxyType(
    {
        "front": "Front: top right, {inset:g} mm from both edges",
        "back": "Back: bottom right, {inset:g} mm from both edges",
        "board": "Board and mat: top right, {inset:g} mm from both edges",
    }
)

RULEBOOK = {
    StickerKind.CARD: "card",
    StickerKind.BOARD: "wonder",
    StickerKind.LEADER: "leader",
    StickerKind.TOKEN: "token",
}
"""Kinds of stickers that are named as in the rulebook, and the first part of the catalogue's keys."""
LATIN = ("de", "en", "es", "fr", "it", "pt_BR")
"""Languages whose letters are in the standard PDF fonts."""


def english_name(entry: CodebookEntry) -> str:
    """The name of the card, board or token."""
    return entry.name.replace("_", " ")


def english_note(entry: CodebookEntry) -> str:
    """Tells apart things with the same name: age and players, side."""
    match entry.kind:
        case StickerKind.CARD:
            copy = f"{entry.players}+ players" if entry.players else "guild"
            return f"Age {_ROMAN[entry.age or 0]}, {copy}"
        case StickerKind.BOARD:
            return f"{entry.side} side" if entry.side in DAY_AND_NIGHT else f"side {entry.side}"
        case StickerKind.LEADER:
            return "leader"
        case StickerKind.TOKEN:
            return "token"
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class Wording:
    """The texts of the kit. `headings` by group, `places` by where stickers go; `{inset}` is in mm."""

    title: str = "Wondertable: stickers, first edition (2010)"
    scale: str = "Print at 100 %: this line is 100 mm long"
    upright: str = "Stick every sticker upright, as printed here"
    page: str = "{page} of {pages}"
    board: str = "Wondertable: calibration board"
    board_use: str = (
        "Print at 100 %, glue it onto something stiff and flat, and take ten pictures of it: close up, in every "
        "corner of the picture, tilted to every side."
    )
    label_test: str = (
        "Test page for labels {name} by {maker}. Print it at 100 % on plain paper and hold it and a sheet of labels "
        "against the light. If the outlines lie too far left or too high, print again with --shift: 0.5,1 moves "
        "everything 0.5 mm right and 1 mm down. If a ruler is not 100 mm long, use --scale: 100.5 makes everything "
        "0.5 % larger. Stick each label with its edges {inset:.1f} mm from the card's."
    )
    name: Callable[[CodebookEntry], str] = english_name
    note: Callable[[CodebookEntry], str] = english_note
    headings: Mapping[str, str] = field(default_factory=lambda: _HEADINGS)
    places: Mapping[str, str] = field(default_factory=lambda: _PLACES)


def kit_wording(words: Words, edition: str = "first") -> Wording:
    """All text on the kit of an edition, in the language of `words`."""
    words, plain = Words(words.language, edition), Wording()
    return Wording(
        title=words.say("kit.title_second" if edition == "second" else "kit.title"),
        scale=words.say("kit.scale"),
        upright=words.say("kit.upright"),
        page=words.say("kit.page"),
        board=words.say("kit.board"),
        board_use=words.say("kit.board_use"),
        label_test=words.say("kit.label_test").replace("{inset}", "{inset:.1f}"),
        name=lambda entry: _name(entry, words),
        note=lambda entry: _note(entry, words),
        headings={key: words.say(f"kit.heading.{key}") for key in plain.headings},
        places={key: words.say(f"kit.place.{key}").replace("{inset}", "{inset:g}") for key in plain.places},
    )


@contextmanager
def kit_font(language: str) -> Iterator[Path | None]:
    """A TrueType file for the language; None if a standard PDF font has its letters."""
    if language in LATIN:
        yield None
        return
    with as_file(files("display.drawing") / "typeface" / "RobotoCondensed-Regular.ttf") as path:
        yield path


def _name(entry: CodebookEntry, words: Words) -> str:
    key = f"{RULEBOOK.get(entry.kind, f'kit.{entry.kind}')}.{entry.id}"
    return words.say(key) if key in words else english_name(entry)


def _note(entry: CodebookEntry, words: Words) -> str:
    match entry.kind:
        case StickerKind.CARD if entry.players:
            return words.say("kit.note.card", age=entry.age, number=entry.players)
        case StickerKind.CARD:
            return words.say("kit.note.guild", age=entry.age)
        case StickerKind.BOARD if entry.side in DAY_AND_NIGHT:
            return words.say(f"kit.note.{entry.side}")
        case StickerKind.BOARD:
            return words.say("kit.note.side", side=entry.side)
        case StickerKind.LEADER | StickerKind.TOKEN:
            return words.say(f"kit.note.{entry.kind}")
        case _:
            return ""
