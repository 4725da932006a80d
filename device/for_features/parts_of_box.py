"""Which part of a box is printed, or checked: what is in it, and how the command line says it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from engine import EDITIONS
from vision.kit.boxes import BACKLESS, FURTHER_SETS, SETS, box, stages_of_sides
from vision.kit.codebook import Codebook, StickerKind

if TYPE_CHECKING:
    from collections.abc import Collection

FEWEST = 3
"""Cards are printed with the smallest number of players that needs them, from three on."""
OPTIONAL = {
    "backs": StickerKind.BACK,
    "corners": StickerKind.CORNER,
    "commands": StickerKind.COMMAND,
}
"""What people may leave out of a kit, beside the Leaders."""
PARTS = (*OPTIONAL, "leaders")
"""What may be left out of a kit."""


def add_box(parser: argparse.ArgumentParser) -> None:
    """Which stickers: `--edition`, `--only` and `--without`."""
    parser.add_argument(
        "--edition",
        choices=tuple(EDITIONS),
        help="the box of 2010 (first: letters A and B on the wonder boards) or of 2020 (second: a sun and a moon)",
    )
    parser.add_argument(
        "--only", choices=(*SETS, *FURTHER_SETS), help="only the base game, or only what an expansion needs"
    )
    parser.add_argument(
        "--without",
        type=_parts,
        default=(),
        metavar="LIST",
        help=f"leave out, separated by commas: {', '.join(PARTS)}",
    )


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


def stage_count(codebook: Codebook) -> int:
    """How many stages these boards have at most; of a board with two sides, the side with more."""
    stages = stages_of_sides()
    most: dict[str, int] = {}
    for entry in codebook:
        if entry.kind is StickerKind.BOARD:
            most[entry.id] = max(most.get(entry.id, 0), stages.get((entry.id, entry.side), 0))
    return sum(most.values())


def _parts(text: str) -> tuple[str, ...]:
    parts = tuple(text.split(","))
    if not set(parts) <= set(PARTS):
        raise argparse.ArgumentTypeError(f"{text} has other parts than {', '.join(PARTS)}")
    return parts
