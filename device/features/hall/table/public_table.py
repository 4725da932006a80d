"""What a hall may know of a table at one moment: nothing that the table's own screen does not show."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from device.for_features.hall.messages import MOST_SEATS, HallSeat, PublicTable
from display.facts.city_facts import still_to_act
from display.facts.public_game import public_game
from engine import Outcome, Phase, categories, outcome_now

if TYPE_CHECKING:
    from display.table_state import TableState
    from engine import Game


def public_table(state: TableState, revealed: int, *, names: bool) -> PublicTable:
    """The public state of a table. `revealed`: steps of the scoring that the screen has shown. `names`: tell players'.

    Points and leader are told only where the screen shows points during the game, and after its end once the screen
    has shown the winner.
    """
    game = state.game
    if game is None or state.is_review:
        return PublicTable(stage="setup", seats=_boards(state, names=names), leaders=state.leaders)
    over = game.phase is Phase.OVER
    shown = not over or revealed > len(categories(game))
    counted = _counted(public_game(game)) if (shown if over else state.live_scores) else None
    totals = {sheet.seat: sheet.total for sheet in counted.sheets} if counted else {}
    called = state.names if names else ("",) * len(state.names)
    return PublicTable(
        stage="over" if over else "play",
        edition=game.setup.edition,
        leaders=game.setup.leaders,
        age=game.age,
        turn=game.turn,
        phase=str(game.phase),
        seats=tuple(
            HallSeat(wonder, side, name, totals.get(seat))
            for seat, ((wonder, side), name) in enumerate(zip(game.setup.seats, called, strict=True))
        ),
        waiting=still_to_act(state, game),
        questions=len(state.questions),
        leader=counted.winners if counted and not over else (),
        winners=counted.winners if counted and over else (),
        shown=shown,
    )


def _boards(state: TableState, *, names: bool) -> tuple[HallSeat, ...]:
    """While the table is set up: the boards that are known so far, no more than can play."""
    if state.is_review:
        return ()
    called = state.names if names and len(state.names) == len(state.seats) else ("",) * len(state.seats)
    seats = tuple(HallSeat(seat.wonder, seat.side, name) for seat, name in zip(state.seats, called, strict=True))
    return seats[:MOST_SEATS]


@lru_cache(maxsize=2)
def _counted(game: Game) -> Outcome:
    return outcome_now(game)
