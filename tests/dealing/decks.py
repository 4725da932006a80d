"""The decks of a game, built from the physical cards of the kit ("Preparazione")."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine import BASE, LEADERS, Setup, edition_named
from vision.kit.boxes import box
from vision.kit.codebook import Codebook, CodebookEntry, StickerKind

if TYPE_CHECKING:
    from random import Random

AGES = (1, 2, 3)
FIRST = "first"


@cache
def _kit() -> Codebook:
    return Codebook.load()


def card_names() -> dict[int, str]:
    """By code: the id of the thing that carries it."""
    return {code: entry.id for code, entry in _kit().entries.items()}


def decks(setup: Setup, random: Random) -> dict[int, list[int]]:
    """By age: the codes of its deck, shuffled.

    It has every copy for this many players, and as many of those that are drawn as the rules say: players + 2 guilds.
    Two players use the decks for three players.
    """
    players = len(setup.seats)
    cards = [entry for entry in box(_kit(), setup.edition, setup.sets) if entry.kind is StickerKind.CARD]
    found = {age: [entry.code for entry in cards if entry.age == age and _used(entry, players)] for age in AGES}
    for colour, more in setup.catalogue.drawn.items():
        drawn = [entry for entry in cards if entry.players is None and setup.catalogue.card(entry.id).colour == colour]
        for age in AGES:
            if pool := [entry.code for entry in drawn if entry.age == age]:
                found[age] += random.sample(pool, players + more)
    for deck in found.values():
        random.shuffle(deck)
    return found


def leader_deck(setup: Setup, random: Random) -> list[int]:
    """The codes of the leaders, shuffled; the blank one stays in the box."""
    known = {leader.id for leader in setup.catalogue.leaders.values() if leader.set in setup.sets}
    codes = [code for code, entry in _kit().entries.items() if entry.kind is StickerKind.LEADER and entry.id in known]
    random.shuffle(codes)
    return codes


def draw_wonders(
    boards: int, random: Random, *, leaders: bool = False, edition: str = FIRST
) -> tuple[tuple[str, str], ...]:
    """Different wonders, each with a side; Rome only with Leaders."""
    printed = edition_named(edition)
    sets = (BASE, LEADERS) if leaders else (BASE,)
    wonders = sorted({wonder.id for wonder in printed.wonders.values() if wonder.set in sets})
    return tuple((wonder, random.choice(printed.sides)) for wonder in random.sample(wonders, boards))


def _used(entry: CodebookEntry, players: int) -> bool:
    return entry.players is not None and entry.players <= players
