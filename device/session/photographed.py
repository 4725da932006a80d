"""The cards of a turn that a telephone has photographed at a station: they are dealt with one after the other."""

from dataclasses import replace

from device.session.session import Session
from device.umpire.ruling import Ruling
from device.umpire.station.station_umpire import StationUmpire, turn_order
from display.messages.intents import ShownCard
from vision.by_picture import ByPicture
from vision.scene import Item, Place

PHOTOGRAPHED = 1 << 30
"""The number of a thing in a photograph is at least so high; those of things on the mat begin with 1."""


def seats_that_show(session: Session) -> tuple[int, ...]:
    """The seats whose cards a photograph may show now, in the order in which they lie; empty if none may."""
    game = session.game
    if game is None or not isinstance(session.umpire, StationUmpire):
        return ()
    return turn_order(game, session.situation.in_secret)


def photographed(session: Session, cards: tuple[ShownCard, ...]) -> Session:
    """The session with the cards of all seats that have not acted; unchanged if there are more or fewer."""
    seats = seats_that_show(session)
    if len(seats) != len(cards):
        return session
    return replace(session, photographed=tuple(zip(seats, cards, strict=True)))


def without_photograph(session: Session) -> Session:
    """Forget what was photographed, and what somebody said of it."""
    return _with_clear_mat(replace(session, photographed=()).remember(named=None))


def next_photographed(session: Session) -> Session:
    """The session with the next photographed card on the mat. While something lies on the real mat it waits.

    The card of a seat that has acted meanwhile is passed over; if it is another seat's turn, all are forgotten.
    """
    seats = seats_that_show(session)
    left = tuple((seat, card) for seat, card in session.photographed if seat in seats)
    if left and left[0][0] != seats[0]:
        left = ()
    session = replace(session, photographed=left)
    if not left or session.scene.items:
        return session
    card, scene = left[0][1], session.scene
    by_picture = ByPicture(card.edition, card.others) if card.edition is not None else None
    track = PHOTOGRAPHED + len(session.entries)
    item = Item(track, card.code, Place.SHOWN, None, None, 0.0, 0.0, 0.0, scene.time, by_picture=by_picture)
    return replace(session, scene=replace(scene, items=(item,)))


def after_ruling(session: Session, ruling: Ruling) -> tuple[Session, Ruling]:
    """What was recorded of a photograph lies on no mat: things that are shown are counted as before."""
    if ruling.memory.shown < PHOTOGRAPHED:
        return session, ruling
    ruling = replace(ruling, memory=replace(ruling.memory, shown=session.memory.shown))
    return _with_clear_mat(session), ruling


def _with_clear_mat(session: Session) -> Session:
    items = tuple(item for item in session.scene.items if item.track < PHOTOGRAPHED)
    return replace(session, scene=replace(session.scene, items=items))
