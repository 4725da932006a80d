"""The contents of each box: which stickers the first edition (2010) and the second (2020) need."""

import csv
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from importlib import resources

from vision.kit.codebook import Codebook, StickerKind

EDITIONS = ("first", "second")
SETS = ("base", "leaders")
FURTHER_SETS = ("cities",)
"""Sets with a box of their own, whose stickers are printed if they are asked for."""
FEWEST = 3
"""Cards are printed with the smallest number of players that needs them, from three on."""
BACKLESS = "backless"
"""The set of what a kit has instead of stickers on the cards' backs."""
OPTIONAL = {
    "backs": StickerKind.BACK,
    "corners": StickerKind.CORNER,
    "commands": StickerKind.COMMAND,
}
"""What people may leave out of a kit, beside the Leaders."""


def box(codebook: Codebook, edition: str = "first", sets: Collection[str] = SETS) -> Codebook:
    """The entries whose things are in the box of an edition and in one of these sets.

    A card that is the same in both editions has one code; `players` is as printed on this edition's copy.

    Raises:
        ValueError: no such edition or set.
    """
    if edition not in EDITIONS or not set(sets) <= {*SETS, *FURTHER_SETS, BACKLESS}:
        raise ValueError(f"no box {edition!r} with {', '.join(sets)}")
    entries = ((codebook.entry(code), players) for code, players in _contents(edition, frozenset(sets)))
    return Codebook(replace(entry, players=players) for entry, players in entries if entry)


def part_of_box(
    codebook: Codebook, edition: str = "first", *, only: str | None = None, without: Collection[str] = ()
) -> Codebook:
    """The entries of one set, or of the whole box, without some of `OPTIONAL` and without "leaders".

    Sets of another box (`FURTHER_SETS`) are only printed by their name.

    Cards have the backs of their age, whichever set they are of. Without backs there are stage tokens.

    Raises:
        ValueError: no such edition or set.
    """
    sets = [only] if only in FURTHER_SETS else [name for name in SETS if name not in without and only in (None, name)]
    sets += [BACKLESS] if "backs" in without else []
    inside = box(codebook, edition, sets)
    backs = {f"age_{entry.age}" for entry in inside if entry.age}
    left_out = [kind for name, kind in OPTIONAL.items() if name in without]
    return Codebook(
        entry
        for entry in box(codebook, edition, (*SETS, *FURTHER_SETS, BACKLESS))
        if entry.kind not in left_out
        and (inside.entry(entry.code) or (entry.kind is StickerKind.BACK and entry.id in backs))
    )


def for_players(codebook: Codebook, players: int) -> tuple[Codebook, Codebook]:
    """What at most `players` people use, and the further cards, with their backs, that more people need.

    Two people play with the cards for three. Boards and guilds are drawn by lot, so any number of players needs all.
    """
    most = max(FEWEST, players)
    further = {entry.code for entry in codebook if entry.players is not None and entry.players > most}
    backs = {f"age_{entry.age}" for entry in codebook if entry.code in further}
    return (
        Codebook(entry for entry in codebook if entry.code not in further),
        Codebook(
            entry
            for entry in codebook
            if entry.code in further or (entry.kind is StickerKind.BACK and entry.id in backs)
        ),
    )


@cache
def as_printed(codebook: Codebook, edition: str) -> Codebook:
    """All entries, with `players` as printed on this edition's copies; what only another edition has stays as it is.

    Raises:
        ValueError: no such edition.
    """
    return Codebook({**codebook.entries, **box(codebook, edition).entries}.values())


def stage_count(codebook: Codebook) -> int:
    """How many stages these boards have at most; of a board with two sides, the side with more."""
    stages = stages_of_sides()
    most: dict[str, int] = {}
    for entry in codebook:
        if entry.kind is StickerKind.BOARD:
            most[entry.id] = max(most.get(entry.id, 0), stages.get((entry.id, entry.side), 0))
    return sum(most.values())


@cache
def stages_of_sides() -> dict[tuple[str, str | None], int]:
    """The number of stages of each (wonder, side)."""
    text = (resources.files("vision") / "data" / "stages.csv").read_text(encoding="utf-8")
    return {(row["wonder"], row["side"]): int(row["stages"]) for row in csv.DictReader(text.splitlines())}


@cache
def _contents(edition: str, sets: frozenset[str]) -> tuple[tuple[int, int | None], ...]:
    """Codes, and the smallest numbers of players with which they are used."""
    text = (resources.files("vision") / "data" / "boxes.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(text.splitlines())
    return tuple(
        (int(row["code"]), int(row["players"][:-1]) if row["players"] else None)
        for row in rows
        if row["edition"] == edition and row["set"] in sets
    )
