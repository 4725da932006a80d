"""The contents of each box: which stickers the first edition (2010) and the second (2020) need."""

import csv
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from importlib import resources

from vision.kit.codebook import Codebook

EDITIONS = ("first", "second")
SETS = ("base", "leaders")
FURTHER_SETS = ("cities",)
"""Sets with a box of their own, whose stickers are printed if they are asked for."""
BACKLESS = "backless"
"""The set of what a kit has instead of stickers on the cards' backs."""


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


@cache
def as_printed(codebook: Codebook, edition: str) -> Codebook:
    """All entries, with `players` as printed on this edition's copies; what only another edition has stays as it is.

    Raises:
        ValueError: no such edition.
    """
    return Codebook({**codebook.entries, **box(codebook, edition).entries}.values())


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
