"""The words on the printed kit: in English by default, replaceable for other languages."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from vision.kit.codebook import CodebookEntry, StickerKind

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
