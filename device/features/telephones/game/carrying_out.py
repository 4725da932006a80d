"""What a telephone's request changes: the evening, or what it asks of the table. Pure; everything else is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.features.telephones.game.evening import digest
from device.features.telephones.game.requests import (
    AnswerQuestion,
    EnterTurn,
    GoOn,
    KeepPlainSheet,
    KeepTable,
    LeaveSeat,
    NamePlayer,
    Request,
    SetBoards,
    SetPlay,
    ShowCards,
    TakeBack,
    TakeSeat,
)
from device.features.telephones.game.snapshot import question_id
from device.session.photographed import seats_that_show
from device.umpire.station.station_umpire import StationUmpire
from display.facts.edition import EDITION
from display.facts.public_game import public_game
from display.menu.setup.boards import PLAY_LEADERS
from display.messages.intents import (
    Advance,
    Answer,
    Change,
    Intent,
    KeepScoredTable,
    KeepSheet,
    Rename,
    SetUp,
    ShowTurn,
)
from display.messages.plain_sheet import SheetRow
from engine import (
    EDITIONS,
    ActionError,
    CorrectCoins,
    Fight,
    Phase,
    WondertableError,
    action_from_dict,
    known_board,
    score_sheets,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.features.telephones.game.evening import Evening
    from device.session.session import Session
    from engine import CityCount, FinalCity, Game, SeatAction

Carried = tuple["Evening", "Intent | None"]
MOST_COINS = 999
MOST_TOKENS = 12
"""Conflict tokens of one city: with Leaders a defeat may come with each of six victories."""
TOKENS = frozenset({-1, 1, 3, 5})
AGES = frozenset({1, 2, 3})
BOARDS_FOR_TWO = 3
"""Two players and the Free City."""


class RequestRefusedError(WondertableError):
    """A telephone asks for what cannot be done; its page says why (`phones.refused.<key>`)."""


def carry_out(request: Request, session: Session, evening: Evening, *, enters: bool) -> Carried:
    """The evening after a request, and what it asks of the table. `enters`: telephones may enter what is played.

    Raises `RequestRefusedError`.
    """
    if not enters and isinstance(request, (EnterTurn, SetBoards, SetPlay, GoOn)):
        raise RequestRefusedError("only_watching")
    return _CARRY_OUT[type(request)](request, session, evening)


def boards_of(session: Session) -> tuple[tuple[str, str], ...]:
    """(wonder, side) by seat, of the game or of the table that is set up."""
    return session.game.setup.seats if session.game else tuple(session.setup.seats)


def _take_seat(request: TakeSeat, session: Session, evening: Evening) -> Carried:
    if request.wonder not in dict(boards_of(session)):
        raise RequestRefusedError("no_such_seat")
    if evening.seats.get(request.wonder, digest(request.phone)) != digest(request.phone):
        raise RequestRefusedError("seat_taken")
    return evening.seated(request.wonder, request.phone), None


def _leave_seat(request: LeaveSeat, session: Session, evening: Evening) -> Carried:
    seat = _own_seat(request.phone, session, evening)
    return evening.freed(boards_of(session)[seat][0]), None


def _name(request: NamePlayer, session: Session, evening: Evening) -> Carried:
    own, boards = _own_seat(request.phone, session, evening), boards_of(session)
    seat = own if request.seat is None else request.seat
    if seat != own and (seat >= len(boards) or boards[seat][0] in evening.seats):
        raise RequestRefusedError("not_your_seat")
    return evening, Rename(seat, "".join(filter(str.isprintable, request.name)))


def _enter(request: EnterTurn, session: Session, evening: Evening) -> Carried:
    game, seat = _acting_seat(request, session, evening)
    action = _action(request, seat)
    if seat not in game.to_act:
        raise RequestRefusedError("already_acted")
    against = public_game(game).verify(action)
    if against:
        reasons = [[why.key, dict(why.placeholders)] for why in against]
        raise RequestRefusedError("not_possible", reasons=reasons)
    return evening.with_entry(seat, action), None


def _take_back(request: TakeBack, session: Session, evening: Evening) -> Carried:
    _, seat = _acting_seat(request, session, evening)
    if seat not in evening.entered:
        raise RequestRefusedError("too_late")
    return evening.with_entry(seat, None), None


def _answer(request: AnswerQuestion, session: Session, evening: Evening) -> Carried:
    own, game = _own_seat(request.phone, session, evening), session.game
    seat = own if request.seat is None else request.seat
    if seat != own and not _plays_for(game, own, seat):
        raise RequestRefusedError("not_your_seat")
    for question in session.ruling.questions:
        about = (question.seat, question_id(question)) == (seat, request.kind) and request.moment == evening.moment
        if about and request.choice < len(question.choices):
            return evening, Answer(question, request.choice)
    raise RequestRefusedError("too_late")


def _set_boards(request: SetBoards, session: Session, evening: Evening) -> Carried:
    if session.game is not None:
        raise RequestRefusedError("too_late")
    if session.scene.seats:
        raise RequestRefusedError("camera_sees")
    if any(known_board(wonder, side) is None for wonder, side in request.boards):
        raise RequestRefusedError("no_such_seat")
    wonders = [wonder for wonder, _ in request.boards]
    twice = next((wonder for wonder in wonders if wonders.count(wonder) > 1), None)
    if twice is not None:
        raise RequestRefusedError("wonder_twice", wonder=twice)
    if request.free_city is not None and (len(wonders) != BOARDS_FOR_TWO or request.free_city >= BOARDS_FOR_TWO):
        raise RequestRefusedError("no_such_seat")
    return evening, SetUp(tuple((wonder, side) for wonder, side in request.boards), request.free_city)


def _set_play(request: SetPlay, session: Session, evening: Evening) -> Carried:
    if session.game is not None:
        raise RequestRefusedError("too_late")
    if request.edition not in EDITIONS:
        raise RequestRefusedError("no_such_seat")
    return evening, Change(EDITION, request.edition, also=Change(PLAY_LEADERS, request.leaders))


def _go_on(request: GoOn, session: Session, evening: Evening) -> Carried:
    game = session.game
    on_conflicts = game is not None and game.phase is Phase.CONFLICTS and request.moment == evening.moment
    if not session.ready or not (game is None or on_conflicts):
        raise RequestRefusedError("too_late")
    return evening, Advance()


def _keep_table(request: KeepTable, session: Session, evening: Evening) -> Carried:  # noqa: ARG001
    table = request.table
    fits = len(table.counts) == len(table.cities) and all(map(_is_city, table.cities))
    if not (fits and all(map(_is_count, table.counts))):
        raise RequestRefusedError("not_a_table")
    try:
        score_sheets(table.game)
    except WondertableError as problem:
        raise RequestRefusedError("not_a_table") from problem
    return evening, KeepScoredTable(table.cities, table.counts, table.free_city)


def _keep_sheet(request: KeepPlainSheet, session: Session, evening: Evening) -> Carried:  # noqa: ARG001
    if len({len(row.points) for row in request.rows}) != 1:
        raise RequestRefusedError("not_a_table")
    rows = tuple(SheetRow("".join(filter(str.isprintable, row.name)), row.points) for row in request.rows)
    return evening, KeepSheet(rows)


def _show(request: ShowCards, session: Session, evening: Evening) -> Carried:
    _own_seat(request.phone, session, evening)
    if not isinstance(session.umpire, StationUmpire):
        raise RequestRefusedError("no_station")
    awaited = len(seats_that_show(session))
    if not awaited:
        raise RequestRefusedError("too_late")
    if len(request.cards) != awaited:
        raise RequestRefusedError("cards_differ", shown=len(request.cards), awaited=awaited)
    return evening, ShowTurn(tuple(request.cards))


def _is_city(city: FinalCity) -> bool:
    """True if its stages and the ages of its cards may be; the cards themselves are checked by the game."""
    board = known_board(city.wonder, city.side)
    ages = {age for _, age in (*city.cards, *city.leaders)} | set(city.stages)
    return board is not None and len(city.stages) <= len(board.stages) and ages <= AGES and not city.name


def _is_count(count: CityCount) -> bool:
    """True if so many coins and such tokens may lie in a city."""
    return 0 <= count.coins <= MOST_COINS and len(count.tokens) <= MOST_TOKENS and set(count.tokens) <= TOKENS


def _own_seat(phone: str, session: Session, evening: Evening) -> int:
    """The seat of a telephone; refused if it has none."""
    wonder = evening.wonder_of(phone)
    for seat, (name, _) in enumerate(boards_of(session)):
        if name == wonder:
            return seat
    raise RequestRefusedError("not_your_seat")


def _acting_seat(request: EnterTurn | TakeBack, session: Session, evening: Evening) -> tuple[Game, int]:
    """The game and the seat for which a telephone acts: its own, or the Free City's if it plays for it."""
    own, game = _own_seat(request.phone, session, evening), session.game
    if game is None or request.moment != evening.moment:
        raise RequestRefusedError("too_late")
    if request.seat != own and not _plays_for(game, own, request.seat):
        raise RequestRefusedError("not_your_seat")
    return game, request.seat


def _plays_for(game: Game | None, own: int, seat: int) -> bool:
    """True if a seat is the Free City and is played by the seat `own` now."""
    return game is not None and seat == game.setup.free_city and own == game.controller


def _action(request: EnterTurn, seat: int) -> SeatAction:
    """The action that was entered. Refused if it is none."""
    row: dict[str, object] = {"seat": seat, "do": request.act}
    if request.card is not None and request.act not in ("discard", "pass", "stage"):
        row["card"] = request.card
    if request.pays is not None:
        row["pays"] = dict(zip(("left", "right", "bank"), request.pays, strict=True))
    try:
        action = action_from_dict(row | ({"free": True} if request.free else {}))
    except ActionError:
        raise RequestRefusedError("not_an_action") from None
    if isinstance(action, (CorrectCoins, Fight)):
        raise RequestRefusedError("not_an_action")
    return action


_CARRY_OUT: dict[type[Request], Callable[..., Carried]] = {
    TakeSeat: _take_seat,
    LeaveSeat: _leave_seat,
    NamePlayer: _name,
    EnterTurn: _enter,
    TakeBack: _take_back,
    AnswerQuestion: _answer,
    SetBoards: _set_boards,
    SetPlay: _set_play,
    GoOn: _go_on,
    KeepPlainSheet: _keep_sheet,
    ShowCards: _show,
    KeepTable: _keep_table,
}
