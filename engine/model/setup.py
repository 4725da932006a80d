"""The settings of a game, fixed before its first turn ("Preparazione")."""

from dataclasses import dataclass, field
from typing import Literal

from engine.model.catalogue import BASE, LEADERS, Catalogue, Leader
from engine.model.editions import CATALOGUE, bad_field_of_leader
from engine.model.errors import ImpossibleSetup

FEWEST, MOST = 3, 7
"""Boards at a table."""
OLD_RULINGS, SEVENTH_IN_SIXTH, RULINGS = 1, 2, 3
"""Games keep the rulings with which they were begun, so that stored games stay what they were.

2 is strict where 1 was not: Maecenas works only while leaders are recruited; a chain begins at a structure of an
earlier age; the Free City never has the coins of Leaders. In 2 the seventh card belonged to the sixth turn for coins,
trading posts and what works once a turn, but not for production; in 3 it is a turn of its own.
"""
ALL_RULINGS = (OLD_RULINGS, SEVENTH_IN_SIXTH, RULINGS)
"""The second edition has all but the first of them."""
Prefer = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Setup:
    """The settings of a game, fixed before its first turn."""

    seats: tuple[tuple[str, str], ...]
    names: tuple[str, ...]
    prefer: Prefer = "left"
    """The side to which ties between equally cheap payments go."""
    free_city: int | None = None
    """The seat of the Free City in a game for two players."""
    leaders: bool = False
    """True if the game uses the Leaders expansion."""
    blank: Leader | None = None
    """The blank leader (Semiramis) as the players defined it."""
    rulings: int = RULINGS
    """The version of the rulings where the rulebooks leave something open."""
    expansions: tuple[str, ...] = ()
    """The sets that are played besides the game itself and Leaders."""
    catalogue: Catalogue = field(default=CATALOGUE, repr=False, compare=False)

    @property
    def edition(self) -> str:
        """The edition that is played: "first" or "second"."""
        return self.catalogue.edition

    @property
    def sets(self) -> tuple[str, ...]:
        """The sets of cards and wonders in this game."""
        return (BASE, LEADERS, *self.expansions) if self.leaders else (BASE, *self.expansions)


def check(setup: Setup) -> None:
    """Refuse seats that no game can be played with; ImpossibleSetup, UnknownName."""
    seats = setup.seats
    if not FEWEST <= len(seats) <= MOST:
        raise ImpossibleSetup("wrong_number_of_players", players=len(seats), fewest=FEWEST, most=MOST)
    if len(setup.names) != len(seats):
        raise ImpossibleSetup("wrong_number_of_names", names=len(setup.names), players=len(seats))
    if not all(isinstance(name, str) for name in setup.names):
        raise ImpossibleSetup("bad_field", field="names", value=setup.names)
    if setup.free_city is not None and (len(seats) != FEWEST or not 0 <= setup.free_city < FEWEST):
        raise ImpossibleSetup("free_city_needs_three_boards", seat=setup.free_city, boards=len(seats))
    if setup.free_city is not None and setup.catalogue.fewest_players == FEWEST:
        raise ImpossibleSetup("no_game_for_two", edition=setup.edition)
    _check_options(setup)
    if setup.blank is not None:
        _check_blank(setup, setup.blank)
    _check_boards(setup)


def _check_options(setup: Setup) -> None:
    values = {
        "prefer": (setup.prefer, ("left", "right")),
        "rulings": (setup.rulings, ALL_RULINGS if setup.edition == "first" else ALL_RULINGS[1:]),
    }
    for option, (value, allowed) in values.items():
        if value not in allowed:
            raise ImpossibleSetup("unknown_option", option=option, value=value)
    for name in setup.expansions:
        if name not in setup.catalogue.expansions:
            raise ImpossibleSetup("expansion_not_in_edition", expansion=name, edition=setup.edition)


def _check_blank(setup: Setup, blank: Leader) -> None:
    if not setup.leaders:
        raise ImpossibleSetup("blank_leader_without_leaders", leader=blank.id)
    if (bad := bad_field_of_leader(blank, setup.catalogue.colours)) is not None:
        raise ImpossibleSetup("bad_blank_leader", field=bad)
    if blank.id in setup.catalogue.leaders:
        raise ImpossibleSetup("leader_twice", leader=blank.id)


def _check_boards(setup: Setup) -> None:
    seen: set[str] = set()
    for name, side in setup.seats:
        wonder = setup.catalogue.wonder(name, side)
        if wonder.id in seen:
            raise ImpossibleSetup("wonder_twice", wonder=wonder.id)
        if wonder.set not in setup.sets:
            raise ImpossibleSetup("wonder_not_in_this_game", wonder=wonder.id)
        seen.add(wonder.id)
