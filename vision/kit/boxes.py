"""The contents of each box: which stickers the first edition (2010) and the second (2020) need."""

import csv
from collections.abc import Collection
from dataclasses import replace
from functools import cache
from importlib import resources

from vision.kit.codebook import Codebook

EDITIONS = ("first", "second")
SETS = ("base", "leaders")


def box(codebook: Codebook, edition: str = "first", sets: Collection[str] = SETS) -> Codebook:
    """The entries whose things are in the box of an edition and in one of these sets.

    A card that is the same in both editions has one code; `players` is as printed on this edition's copy.

    Raises:
        ValueError: no such edition or set.
    """
    if edition not in EDITIONS or not set(sets) <= set(SETS):
        raise ValueError(f"no box {edition!r} with {', '.join(sets)}")
    entries = ((codebook.entry(code), players) for code, players in _contents(edition, frozenset(sets)))
    return Codebook(replace(entry, players=players) for entry, players in entries if entry)


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
