"""What a scene changes in a session: the set-up, a turn that closes, the conflicts at the end of an age."""

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from device.session.booking import book
from device.session.following import follow
from device.session.photographed import after_ruling, next_photographed
from device.session.session import Session, Transition
from device.times import STILL
from device.umpire.contradictions import DISCARDS_NOT_RECORDED, ENDED, may_wait
from device.umpire.discards.discard_mat import DiscardMat
from device.umpire.new_cards import is_card
from device.umpire.ruling import Ruling, UmpireMemory
from device.umpire.station.shown_pictures import ANOTHER_COPY_NOTICE
from device.umpire.table import NOT_RECORDED, SUPPOSED, UNCLEAR
from display.messages.events import Asked, Booked, CardSeen, GameStarted, Refused
from display.messages.questions import Question
from engine import Build, BuildFromDiscard, Discard, Fight, Game, Pass, Phase, Recruit
from vision.kit.codebook import Codebook
from vision.scene import Place, Scene

PAUSE_BEFORE_CONFLICTS = 3.0
"""s; with `auto`, from the last booking of an age to its conflicts."""
SECONDS_PER_EDGE = 1.5
"""s; longer by this for each edge that a screen shows, and once more for all of them."""
MOST_NAMED = 3
"""Seats that are named if they are waited for; more are counted."""
REMARKS = (ANOTHER_COPY_NOTICE, SUPPOSED, UNCLEAR, DISCARDS_NOT_RECORDED, NOT_RECORDED)
"""The notices that come and go after an age, too, when people put cards away."""
BLIND_FOR = 10.0
"""s without a scene after which it is unknown which cards came to the discard mat in this turn."""


def look(session: Session, scene: Scene) -> Transition:
    """Take in what lies still on the table now."""
    if scene.time - session.scene.time > BLIND_FOR:
        session = session.remember(mat=replace(session.memory.mat, resumed=True))
    game = session.game
    if game is None:
        return set_up(replace(session, scene=scene))
    session = next_photographed(replace(session, scene=in_game_seats(scene, game, session.umpire.codebook)))
    session, followed = follow(session)
    session, judged = judge(session)
    session, fought = fight(session) if _fights_by_itself(session) else (session, ())
    return session, (*followed, *judged, *fought)


def in_game_seats(scene: Scene, game: Game, codebook: Codebook) -> Scene:
    """The scene with the game's seat numbers.

    What lies at a board that is not in the game belongs to no seat. If all other boards lie as they sit in the game,
    that board stands for the one that was set up by hand.
    """
    seats = _game_seats(scene, game, codebook)
    if all(seen == seat for seen, seat in seats.items()) and len(seats) == len(scene.seats):
        return scene
    boards = sorted(
        (replace(board, seat=seats[board.seat]) for board in scene.seats if board.seat in seats),
        key=lambda board: board.seat,
    )
    items = (item if item.seat is None else replace(item, seat=seats.get(item.seat)) for item in scene.items)
    return replace(scene, seats=tuple(boards), items=tuple(items))


def _game_seats(scene: Scene, game: Game, codebook: Codebook) -> dict[int, int]:
    """Seat number in the scene -> in the game, of every board that is in the game."""
    seat_of_wonder = {city.wonder.id: seat for seat, city in enumerate(game.cities)}
    seats = {
        board.seat: seat_of_wonder[entry.id]
        for board in scene.seats
        if (entry := codebook.entry(board.code)) and entry.id in seat_of_wonder
    }
    rotations = {(seat - seen) % len(game.cities) for seen, seat in seats.items()} or {0}
    if len(scene.seats) == len(game.cities) and len(rotations) == 1:
        seats |= {board.seat: (board.seat + min(rotations)) % len(game.cities) for board in scene.seats}
    return seats


def look_last(session: Session) -> Transition:
    """The film is over: what lies there stays, so a complete turn closes."""
    return look(session, replace(session.scene, time=session.scene.time + STILL))


def set_up(session: Session) -> Transition:
    """Look at the boards before a game."""
    session = replace(session, setup=session.setup.look(session.scene, session.umpire.codebook))
    session, asked = _announce(session, session.questions)
    if session.auto and session.ready and session.setup.starts_by_itself(session.scene.time):
        return start(session)
    return session, asked


def start(session: Session) -> Transition:
    """Start a game with the boards as they lie."""
    if not session.ready:
        return session, (Refused("notice.not_ready"),)
    game, umpire = session.new_game(), session.umpire
    scene = in_game_seats(session.scene, game, umpire.codebook)
    mat = DiscardMat(resumed=not scene.seats).look(scene, umpire.sizes).settle()
    session = replace(session, game=game, scene=scene, ruling=Ruling(UmpireMemory(mat=mat)))
    return session, (GameStarted(session.setup.seats),)


def judge(session: Session, *, close: bool = False, without_card: Collection[int] = ()) -> Transition:
    """Let the umpire rule on the scene, and book the turn if that closes it. After an age only the record is checked.

    `close`: somebody asks for the turn to end. That is refused while others than the seats `without_card` have not
    acted.
    """
    seen = _newly_seen(session.entries, session.scene, session.umpire.codebook)
    session = replace(session, ledger=session.ledger.fold(seen))
    situation = session.situation
    ruling = session.umpire.judge(situation, session.memory, close=close)
    session, ruling = after_ruling(session, ruling)
    if situation.game.phase in ENDED:
        ruling = _of_record(session, ruling)
    waited = _acting_unseen(session, ruling) if close else frozenset()
    if not waited <= set(without_card):
        return session, (*seen, waiting_for(situation.game, sorted(waited)))
    session, asked = _announce(replace(session, ruling=ruling), ruling.questions)
    if not ruling.closing:
        waits = close and not ruling.questions and session.waited_for
        return session, (*seen, *asked, *((waiting_for(situation.game, waits),) if waits else ()))
    session, events = _book_closing(session, ruling, by_hand=close)
    return session, (*seen, *asked, *events)


def _book_closing(session: Session, ruling: Ruling, *, by_hand: bool) -> Transition:
    """Book what closes the turn. `by_hand`: somebody asked for that."""
    if by_hand:
        session = session.with_memory(session.memory.with_ended_by_hand(session.situation.game, ruling.closing))
    session, events = book(session, ruling.closing)
    return replace(session, closed_itself=-math.inf if by_hand else session.scene.time), events


def _of_record(session: Session, ruling: Ruling) -> Ruling:
    """What a ruling says of the record; of the table nothing more is said than before."""
    stay = tuple(notice for notice in session.ruling.notices if notice.key not in REMARKS)
    new = tuple(notice for notice in ruling.notices if notice.key in REMARKS)
    return Ruling(ruling.memory, questions=ruling.questions, notices=stay + new)


def _acting_unseen(session: Session, ruling: Ruling) -> frozenset[int]:
    """The seats that the end of the turn makes act without a card, although nobody has seen or said so."""
    return (
        frozenset(
            entry.action.seat
            for entry in ruling.closing
            if isinstance(entry.action, Discard | Pass)
            or (isinstance(entry.action, BuildFromDiscard) and entry.action.card is None)
        )
        - session.memory.discarded
        - ruling.plans.keys()
        - session.in_secret.keys()
    )


def waiting_for(game: Game, seats: Sequence[int]) -> Refused:
    """What is said if ADVANCE cannot end the turn: whom everybody waits for, and that a hold would end it."""
    if len(seats) > MOST_NAMED:
        return Refused("notice.waiting_for_many", {"count": len(seats)})
    names = tuple((game.cities[seat].name, game.cities[seat].wonder.id) for seat in seats)
    return Refused("notice.waiting_for", {"seats": names})


def fight(session: Session) -> Transition:
    """Resolve the conflicts of the age."""
    back = session.umpire.codebook.back(f"age_{session.situation.game.age}")
    return book(session.remember(mat=session.memory.mat.settle_age(back)), [Booked(Fight())])


def _fights_by_itself(session: Session) -> bool:
    """True once an age has ended and nothing has happened for a while. Questions about the past may wait."""
    game = session.situation.game
    if game.phase is not Phase.CONFLICTS or not session.auto:
        return False
    told = SECONDS_PER_EDGE * (len(game.cities) + 1) if session.shown else 0.0
    rested = session.scene.time - session.idle_since >= PAUSE_BEFORE_CONFLICTS + told
    return rested and all(map(may_wait, session.questions))


def _announce(session: Session, questions: Sequence[Question]) -> Transition:
    """Each question is announced once, as long as it stands."""
    new = tuple(Asked(question) for question in questions if _identity(question) not in session.asked)
    return replace(session, asked=frozenset(map(_identity, questions))), new


def _identity(question: Question) -> tuple[int | None, str, object]:
    return question.seat, question.kind, question.placeholders.get("card")


def _newly_seen(entries: Sequence[Booked], scene: Scene, codebook: Codebook) -> tuple[CardSeen, ...]:
    """The cards of actions entered by hand that lie in their cities now and were not seen before."""
    known = {entry.code for entry in entries}
    events = []
    for index, entry in enumerate(entries):
        card = entry.action.card if isinstance(entry.action, (Build, BuildFromDiscard, Recruit)) else None
        if entry.code is not None or card is None:
            continue
        cards = [item for item in scene.items if item.place is Place.CITY and item.seat == entry.seat]
        found = [item for item in cards if item.code not in known and is_card(item, card, codebook)]
        if found:
            clearest = min(found, key=lambda item: (not item.sure, item.since))
            events.append(CardSeen(index, clearest.code))
            known.add(clearest.code)
    return tuple(events)
