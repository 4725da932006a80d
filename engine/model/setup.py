"""The settings of a game, fixed before its first turn ("Preparazione")."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from engine.model.catalogue import BASE, LEADERS, Catalogue
from engine.model.editions import CATALOGUE, bad_field_of_leader
from engine.model.errors import ImpossibleSetup

if TYPE_CHECKING:
    from engine.model.catalogue import Leader

FEWEST, MOST = 3, 7
GUILDS_MORE_THAN_PLAYERS = 2
"""So many more guilds than players are drawn for the deck of Age III."""
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
    if setup.prefer not in {"left", "right"}:
        raise ImpossibleSetup("unknown_option", option="prefer", value=setup.prefer)
    if setup.free_city is not None and (len(seats) != FEWEST or not 0 <= setup.free_city < FEWEST):
        raise ImpossibleSetup("free_city_needs_three_boards", seat=setup.free_city, boards=len(seats))
    if setup.free_city is not None and setup.catalogue.fewest_players == FEWEST:
        raise ImpossibleSetup("no_game_for_two", edition=setup.edition)
    if missing := set(setup.expansions) - setup.catalogue.sets:
        raise ImpossibleSetup("unknown_option", option="expansions", value=min(missing))
    if setup.blank is not None and not setup.leaders:
        raise ImpossibleSetup("blank_leader_without_leaders", leader=setup.blank.id)
    if setup.blank is not None and (bad := bad_field_of_leader(setup.blank)) is not None:
        raise ImpossibleSetup("bad_blank_leader", field=bad)
    if setup.blank is not None and setup.blank.id in setup.catalogue.leaders:
        raise ImpossibleSetup("leader_twice", leader=setup.blank.id)
    seen: set[str] = set()
    for name, side in seats:
        wonder = setup.catalogue.wonder(name, side)
        if wonder.id in seen:
            raise ImpossibleSetup("wonder_twice", wonder=wonder.id)
        if wonder.set not in setup.sets:
            raise ImpossibleSetup("wonder_not_in_this_game", wonder=wonder.id)
        seen.add(wonder.id)
