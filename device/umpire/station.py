"""The station rig: one card at a time is shown to the camera, by the seats in turn, and is booked at once.

Pure, and an umpire and a set-up like those of the table, so that an evening is the same with either.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.messages.questions import Notice
from device.session.ledger import LedgerEntry
from device.umpire.courtesans import chosen_leader, court_questions
from device.umpire.new_cards import NewCard
from device.umpire.proposals import entered_plan, propose
from device.umpire.table import Ruling, TableUmpire, UmpireMemory
from engine import Action, BuildFromDiscard, Discard, Pass, Phase
from vision.kit.codebook import StickerKind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Game
    from vision.kit.codebook import CodebookEntry
    from vision.scene import Item, Scene

PLAYED = frozenset({StickerKind.CARD, StickerKind.LEADER, StickerKind.BACK})
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
class StationUmpire(TableUmpire):
    """The umpire of a station: what is shown is the next action of whoever's turn it is."""

    def judge(
        self, scene: Scene, game: Game, booked: Mapping[int, int], memory: UmpireMemory, *, close: bool = False
    ) -> Ruling:
        """Rule on what is shown now; `close`: ADVANCE was pressed, which leaves the next seat's card out.

        A card that was dealt with counts for nothing until it has been taken away.
        """
        seat, item = whose_turn(game), new_on(scene, memory.shown)
        plans = MappingProxyType({acted: entered_plan(game, action) for acted, action in game.pending.items()})
        ruling = Ruling(memory, plans, court_questions(game), self._several(scene))
        printed = self.codebook.entry(item.code) if item else None
        if seat is None:
            return ruling
        if item is not None and printed is not None and item.code in booked and game.phase is not Phase.COURT:
            return replace(ruling, notices=(self._notice(game, item.code, "notice.shown_before", booked[item.code]),))
        if item is not None and printed is not None:
            ruling = self._rule(game, seat, item, printed, ruling)
        if close and not ruling.closing and not ruling.questions and (action := left(game, seat)):
            return _books(ruling, LedgerEntry(action, shown=True), memory.shown)
        return ruling

    def closed(self, game: Game, memory: UmpireMemory) -> UmpireMemory:  # noqa: ARG002  nothing of a turn stays on the mat
        """The desk after what was open in this game has been closed."""
        return UmpireMemory(shown=memory.shown)

    def first_of(self, seat: int, scene: Scene, game: Game, booked: Mapping[int, int]) -> int | None:  # noqa: ARG002
        """The code that is shown: a question is about nothing else."""
        return scene.items[-1].code if scene.items else None

    def hold(self, scene: Scene, game: Game, booked: Mapping[int, int], memory: UmpireMemory) -> UmpireMemory:  # noqa: ARG002
        """The desk after something was taken back: what is still shown has to be taken away first."""
        return UmpireMemory(shown=max([memory.shown, *(item.track for item in scene.items)]))

    def _rule(self, game: Game, seat: int, item: Item, printed: CodebookEntry, ruling: Ruling) -> Ruling:
        if game.phase is Phase.COURT:
            return _court(ruling, seat, item, printed)
        if printed.kind is StickerKind.MAT and (action := left(game, seat)):
            return _books(ruling, LedgerEntry(action, shown=True), item.track)
        if printed.kind not in PLAYED:
            return ruling
        slot = game.cities[seat].stages + 1 if printed.kind is StickerKind.BACK else None
        allowed = (seat, item.code) in ruling.memory.allowed
        proposal = propose(game, seat, NewCard(item.code, printed, slot, item.since), 0, allowed=allowed)
        if proposal.action is None:
            return replace(ruling, questions=(proposal.doubt,) if proposal.doubt else ())
        return _books(ruling, LedgerEntry(proposal.action, proposal.code, shown=True), item.track)

    def _several(self, scene: Scene) -> tuple[Notice, ...]:
        return (Notice("notice.one_at_a_time"),) if scene.doubts else ()


def _books(ruling: Ruling, entry: LedgerEntry, shown: int) -> Ruling:
    return replace(ruling, memory=UmpireMemory(shown=shown), closing=(entry,))


def _court(ruling: Ruling, seat: int, item: Item, printed: CodebookEntry) -> Ruling:
    """Whom the courtesans serve is said by showing that leader, too."""
    for question in ruling.questions:
        for index in range(len(question.choices)):
            action = chosen_leader(question, index)
            if question.seat == seat and printed.kind is StickerKind.LEADER and action.card == printed.id:
                return replace(_books(ruling, LedgerEntry(action, shown=True), item.track), questions=())
    return ruling


def new_on(scene: Scene, dealt_with: int) -> Item | None:
    """What is shown and was not dealt with yet. What lay there before the camera looked may have been."""
    return next((item for item in scene.items if item.track > dealt_with and item.sure), None)
