"""The text on the printed kit in each language, and a font with its letters."""

from __future__ import annotations

from contextlib import contextmanager
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

from display.words import Words
from vision.kit.codebook import StickerKind
from vision.kit.wording import DAY_AND_NIGHT, Wording, english_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vision.kit.codebook import CodebookEntry

RULEBOOK = {
    StickerKind.CARD: "card",
    StickerKind.BOARD: "wonder",
    StickerKind.LEADER: "leader",
    StickerKind.TOKEN: "token",
}
"""Kinds of stickers that are named as in the rulebook, and the first part of the catalogue's keys."""
LATIN = ("de", "en", "es", "fr", "it", "pt_BR")
"""Languages whose letters are in the standard PDF fonts."""


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
