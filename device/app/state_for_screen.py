"""The state of the table as values for the screen."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.settings.preferences import Preferences
from device.umpire.station.station_umpire import StationUmpire, whose_turn
from display.messages.events import Corrected
from display.messages.questions import Notice, Plan
from display.table_state import EmptyChair, SeatMark, TableState
from engine import Phase, action_to_dict

SEVERAL = "notice.corrected_several"
CORRECTED = ("notice.corrected", "notice.corrected_leaders", SEVERAL)
"""The notices that the record has followed the table."""


def with_preferences(state: TableState, preferences: Preferences, setting_problems: Mapping[str, str]) -> TableState:
    """The state with the settings. `setting_problems`: setting -> the catalogue's key of what keeps it from working."""
    play, screen = preferences.settings.play, preferences.settings.screen
    return replace(
        state,
        settings=preferences.shown(),
        setting_problems=setting_problems,
        live_scores=play.live_scores,
        flat=screen.flat,
    )


def with_chair(state: TableState, chair: EmptyChair | None) -> TableState:
    """The state with an empty chair; what it does is told until it is seen, or without a camera until the turn ends."""
    if chair is None or state.game is None:
        return state
    seen = chair.seat in state.plans and not (chair.seat in state.game.pending and state.without_camera)
    return replace(state, chair=replace(chair, does=None) if seen else chair)


def undone_notice(before: Session, after: Session) -> Notice | None:
    """What an undo has taken back; None if it took nothing back. Of several actions only the number is said."""
    undone = before.entries[len(after.entries) :]
    if before.game is None or not undone:
        return None
    if len(undone) > 1:
        return Notice("notice.undone_several", {"count": len(undone)})
    action = undone[0].action
    wonder = before.game.cities[undone[0].seat].wonder.id if undone[0].seat is not None else ""
    return Notice("notice.undone", {"undone": action_to_dict(action) | {"wonder": wonder}})


def corrected_notice(corrected: Sequence[Corrected], session: Session, before: Sequence[Notice]) -> Notice:
    """What is recorded now instead of something else, since hands have changed it; with what was said `before`."""
    assert session.game is not None
    cities, turn = session.game.cities, corrected[0].turn
    did = {one.action.seat: action_to_dict(one.action) for one in corrected}
    for notice in before:
        known = notice.placeholders["did"]
        if notice.placeholders["turn"] == turn and isinstance(known, dict):
            did = known | did
    rows = {seat: row | {"wonder": cities[seat].wonder.id} for seat, row in sorted(did.items())}
    key = "notice.corrected" if turn else "notice.corrected_leaders"
    return Notice(key if len(rows) == 1 else SEVERAL, {"turn": turn, "did": rows, "count": len(rows)})


def _said_to_discard(session: Session) -> Mapping[int, Plan]:
    """The seats that somebody has named as those that discard, as they are shown."""
    waiting = session.game.to_act if session.game else ()
    return {seat: Plan("discard") for seat in session.memory.discarded if seat in waiting}


WORKING = (None, "camera.slow")
"""The troubles with which a camera still reads the table."""


def state_for_screen(session: Session, result: FrameResult, notices: tuple[Notice, ...] = ()) -> TableState:
    """The state of the table. It holds nothing of anybody's hand, because a scene does not either."""
    game = session.game
    bearings = {board.seat: board.bearing for board in result.scene.seats}
    wonders = [(city.wonder.id, city.wonder.side) for city in game.cities] if game else list(session.setup.seats)
    even = math.tau / max(1, len(wonders))
    free = game.setup.free_city if game else session.setup.free_city
    chair = session.setup.chair
    seats = tuple(
        SeatMark(wonder, side, bearings.get(seat, even * seat), seat == free, chair is not None and seat == chair.seat)
        for seat, (wonder, side) in enumerate(wonders)
    )
    return TableState(
        game=game,
        seats=seats,
        plans=MappingProxyType({**_said_to_discard(session), **session.ruling.plans}),
        questions=session.questions,
        notices=notices + session.ruling.notices,
        preview=result.preview,
        ready=session.ready,
        camera=result.trouble,
        camera_fault=result.fault,
        finished=game is not None and game.phase is Phase.OVER,
        names=session.names,
        entered=frozenset(game.pending) if game else frozenset(),
        can_undo=bool(session.entries) if game else session.setup.undo() is not None,
        can_redo=bool(session.ledger.undone),
        leaders=session.leaders,
        station=isinstance(session.umpire, StationUmpire),
        shows=whose_turn(game) if game else None,
        by_hand=result.blind or result.trouble not in WORKING,
    )
