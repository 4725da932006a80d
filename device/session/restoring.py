"""The one way to play stored events again: for a game that goes on, a finished one and a recorded one."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from device.ledger_check.changed_past import insisted
from device.session.booking import play
from device.session.ledger import Ledger
from device.session.looking import in_game_seats
from device.session.photographed import without_photograph
from device.session.session import Session
from device.umpire.discards.discard_mat import DiscardMat
from device.umpire.ruling import Ruling, UmpireMemory
from display.messages.events import Booked, StoredEvent
from display.messages.table_score import CountedTable
from engine import OLD_RULINGS, Discard, Game, IllegalAction
from engine.bots import Chair, check_chair

GAME_OPTIONS = ("names", "prefer", "free_city", "leaders", "expansions", "rulings")
"""The options of a stored game that were settled before its first turn. Without `rulings`, it has the old ones."""

CHAIR = "chair"
"""The option of a game with an empty chair: its seat, and the seed of its cards."""
COUNTED = "counted"
"""The option of a game of which only the end is known: what was counted on its table."""


class Restored(NamedTuple):
    """A game as its stored events left it."""

    game: Game
    ledger: Ledger
    chair: Chair | None = None


def restore(seats: Sequence[tuple[str, str]], options: Mapping[str, object], events: Iterable[StoredEvent]) -> Restored:
    """Fold the events and play the actions that stand.

    Args:
        seats: (wonder, side) by seat.
        options: what the game was started with; only `GAME_OPTIONS` count, or `COUNTED`.
        events: everything that was stored, in order.

    Raises:
        WondertableError: the rules know no such game.
        LookupError, TypeError, ValueError: the events make no ledger.
    """
    chosen = {"rulings": OLD_RULINGS} | {name: options[name] for name in GAME_OPTIONS if name in options}
    ledger = Ledger().fold(events)
    game = _counted(options) if COUNTED in options else Game.new(seats, **chosen)  # type: ignore[arg-type]
    try:
        game, played = play(game, ledger.entries)
    except IllegalAction:
        if game.setup.rulings != OLD_RULINGS:
            raise
        as_exceptions = [replace(entry, action=insisted(entry.action)) for entry in ledger.entries]
        game, played = play(game, as_exceptions)
    dated = tuple(event for event in played if isinstance(event, Booked))  # the journal stores neither age nor turn
    return Restored(game, replace(ledger, entries=dated), _chair(options, game))


def _chair(options: Mapping[str, object], game: Game) -> Chair | None:
    """The empty chair of a stored game; ImpossibleSetup, TypeError or ValueError for what is none."""
    stored = options.get(CHAIR)
    if stored is None:
        return None
    if not isinstance(stored, list):
        raise TypeError(stored)
    seat, seed = map(int, stored)
    check_chair(game.setup, seat)
    return Chair(seat, seed)


def _counted(options: Mapping[str, object]) -> Game:
    """The end of a game that nobody recorded, with the players' names if they were said later."""
    table, names = CountedTable.of_stored(options[COUNTED]), options.get("names")
    if isinstance(names, list):
        cities = (replace(city, name=name) for city, name in zip(table.cities, names, strict=True))
        table = replace(table, cities=tuple(cities))
    return table.game


def resume(session: Session, restored: Restored) -> Session:
    """The session in which an interrupted game goes on. After an undo only ADVANCE does.

    Somebody may hold the discard pile: if there is one, the first cards that are seen on the mat are no new ones. At a
    station what is shown just now must be taken away first.
    """
    game, ledger, chair = restored
    pile = any(isinstance(entry.action, Discard) for entry in ledger.entries)
    mat = DiscardMat(resumed=True, lifted=pile)
    scene = in_game_seats(without_photograph(session).scene, game, session.umpire.codebook)
    shown = max((item.track for item in scene.items), default=0)
    memory = UmpireMemory(mat=mat, held=frozenset() if ledger.undone else None, shown=shown)
    idle_since = math.inf if ledger.undone else -math.inf
    setup = session.setup.of_game(game.setup.seats, chair)
    ruling = Ruling(memory)
    return replace(session, setup=setup, game=game, ledger=ledger, ruling=ruling, scene=scene, idle_since=idle_since)
