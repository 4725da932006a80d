"""The station rig: one card at a time is shown to the camera, by the seats in turn, and is booked at once.

Pure, and an umpire and a set-up like those of the table, so that an evening is the same with either.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.court import chosen_leader, court_questions
from device.laid import Laid
from device.ledger import Entry
from device.plans import entered_plan, propose
from device.setup import BOARDS_FOR_TWO, FEWEST, FREE_CITY, MOST, Setup
from device.umpire import Desk, Ruling, Umpire
from display.model import Notice
from engine import Action, BuildFromDiscard, Discard, Pass, Phase
from vision.codebook import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Game
    from vision.codebook import Codebook
    from vision.codebook import Entry as Printed
    from vision.scene import Item, Scene

PLAYED = frozenset({Kind.CARD, Kind.LEADER, Kind.BACK})
"""What a seat shows to say what it does; the discard mat's sticker says that it discards."""


def whose_turn(game: Game) -> int | None:
    """The seat that is to show a card: clockwise, and the Free City after whoever holds its card."""
    waiting = list(game.to_act)
    free_city = game.setup.free_city
    if free_city in waiting and game.controller in waiting:
        waiting.remove(free_city)
        waiting.insert(waiting.index(game.controller) + 1, free_city)
    return waiting[0] if waiting else None


def left(game: Game, seat: int) -> Action | None:
    """What it means that a seat shows the discard mat's sticker, or that ADVANCE is pressed when it is to show."""
    match game.phase:
        case Phase.TURN | Phase.RECRUIT | Phase.SEVENTH:
            return Discard(seat)
        case Phase.FROM_DISCARD:
            return BuildFromDiscard(seat, None)
        case Phase.EXTRA_LEADER:
            return Pass(seat)
    return None


@dataclass(frozen=True, slots=True)
class StationUmpire(Umpire):
    """The umpire of a station: what is shown is the next action of whoever's turn it is."""

    def judge(self, scene: Scene, game: Game, booked: Mapping[int, int], desk: Desk, *, close: bool = False) -> Ruling:
        """Rule on what is shown now; `close`: ADVANCE was pressed, which leaves the next seat's card out.

        A card that was dealt with counts for nothing until it has been taken away.
        """
        seat, item = whose_turn(game), new_on(scene, desk.shown)
        plans = MappingProxyType({acted: entered_plan(game, action) for acted, action in game.pending.items()})
        ruling = Ruling(desk, plans, court_questions(game), self._several(scene))
        printed = self.codebook.entry(item.code) if item else None
        if seat is None:
            return ruling
        if item is not None and printed is not None and item.code in booked and game.phase is not Phase.COURT:
            return replace(ruling, notices=(self._notice(game, item.code, "notice.shown_before", booked[item.code]),))
        if item is not None and printed is not None:
            ruling = self._rule(game, seat, item, printed, ruling)
        if close and not ruling.closing and not ruling.questions and (action := left(game, seat)):
            return _books(ruling, Entry(action, shown=True), desk.shown)
        return ruling

    def closed(self, game: Game, desk: Desk) -> Desk:  # noqa: ARG002  nothing of a turn stays on the mat
        """The desk after what was open in this game has been closed."""
        return Desk(shown=desk.shown)

    def first_of(self, seat: int, scene: Scene, game: Game, booked: Mapping[int, int]) -> int | None:  # noqa: ARG002
        """The code that is shown: a question is about nothing else."""
        return scene.items[-1].code if scene.items else None

    def hold(self, scene: Scene, game: Game, booked: Mapping[int, int], desk: Desk) -> Desk:  # noqa: ARG002
        """The desk after something was taken back: what is still shown has to be taken away first."""
        return Desk(shown=max([desk.shown, *(item.track for item in scene.items)]))

    def _rule(self, game: Game, seat: int, item: Item, printed: Printed, ruling: Ruling) -> Ruling:
        if game.phase is Phase.COURT:
            return _court(ruling, seat, item, printed)
        if printed.kind is Kind.MAT and (action := left(game, seat)):
            return _books(ruling, Entry(action, shown=True), item.track)
        if printed.kind not in PLAYED:
            return ruling
        slot = game.cities[seat].stages + 1 if printed.kind is Kind.BACK else None
        allowed = (seat, item.code) in ruling.desk.allowed
        proposal = propose(game, seat, Laid(item.code, printed, slot, item.since), 0, allowed=allowed)
        if proposal.action is None:
            return replace(ruling, questions=(proposal.doubt,) if proposal.doubt else ())
        return _books(ruling, Entry(proposal.action, proposal.code, shown=True), item.track)

    def _several(self, scene: Scene) -> tuple[Notice, ...]:
        return (Notice("notice.one_at_a_time"),) if scene.doubts else ()


def _books(ruling: Ruling, entry: Entry, shown: int) -> Ruling:
    return replace(ruling, desk=Desk(shown=shown), closing=(entry,))


def _court(ruling: Ruling, seat: int, item: Item, printed: Printed) -> Ruling:
    """Whom the courtesans serve is said by showing that leader, too."""
    for question in ruling.questions:
        for index in range(len(question.choices)):
            action = chosen_leader(question, index)
            if question.seat == seat and printed.kind is Kind.LEADER and action.card == printed.id:
                return replace(_books(ruling, Entry(action, shown=True), item.track), questions=())
    return ruling


def new_on(scene: Scene, dealt_with: int) -> Item | None:
    """What is shown and was not dealt with yet. What lay there before the camera looked may have been."""
    return next((item for item in scene.items if item.track > dealt_with and item.sure), None)


@dataclass(frozen=True, slots=True)
class StationSetup(Setup):
    """The boards that were shown so far, clockwise; ADVANCE starts, and with `auto` the first card that is shown.

    The Free City's token makes the board that was shown last its own. `shown` was dealt with.
    """

    shown: int = 0
    started: bool = False
    """A card is shown: everybody has a board."""

    def look(self, scene: Scene, codebook: Codebook) -> StationSetup:
        """The set-up with what is shown now."""
        item = new_on(scene, self.shown)
        printed = codebook.entry(item.code) if item else None
        if item is None or printed is None:
            return replace(self, started=False) if self.started else self
        if printed.kind is Kind.BOARD and not self.by_hand:
            seats = self._with(printed.id, printed.side or "A")
            return replace(self, seats=seats, shown=item.track, since=scene.time)
        if printed.kind is Kind.TOKEN and printed.id == FREE_CITY and self.seats and not self.by_hand:
            return replace(self, free_city=len(self.seats) - 1, shown=item.track, since=scene.time)
        return replace(self, started=printed.kind in PLAYED | {Kind.MAT})

    def _with(self, wonder: str, side: str) -> tuple[tuple[str, str], ...]:
        """The seats with one more, or with the other side of a board that was shown before."""
        if wonder in dict(self.seats):
            return tuple((seat, side if seat == wonder else before) for seat, before in self.seats)
        return (*self.seats, (wonder, side))

    def undo(self) -> StationSetup | None:
        """Without the board that was shown last; None if there is none."""
        if not self.seats or self.by_hand:
            return None
        kept = self.seats[:-1]
        free_city = self.free_city if self.free_city is not None and self.free_city < len(kept) else None
        return replace(self, seats=kept, free_city=free_city)

    def is_ready(self, scene: Scene) -> bool:  # noqa: ARG002  the boards were seen one after the other
        """A game could start with these boards."""
        fits = self.free_city is None or len(self.seats) == BOARDS_FOR_TWO
        return fits and FEWEST <= len(self.seats) <= MOST and not self.questions

    def has_been_still(self, scene: Scene) -> bool:
        """The game may start by itself: somebody shows a card."""
        return self.started and self.is_ready(scene)

    def anew(self, names: tuple[str, ...]) -> StationSetup:
        """The set-up for another game with the same people; what lies there is not the first board of it."""
        return StationSetup(sitting=names, shown=self.shown)
