"""Where seeing meets the rules: a scene and a game in; plans, questions and the actions of a closed turn out.

Pure. A turn is a plan per seat, read off the table anew with every scene and booked only when the turn closes, so
everything can still be taken back on the table itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.messages.questions import Notice, Plan, Question
from device.session.ledger import LedgerEntry
from device.umpire.courtesans import chosen_leader, court_questions
from device.umpire.discard_mat import DiscardMat
from device.umpire.expectations import (
    FOR_LEADERS,
    LAST_TURN,
    back_of,
    belongs,
    expected_discards,
    in_order,
    is_beside_the_turn,
    may_play_two,
)
from device.umpire.manual_entry import entered_card
from device.umpire.new_cards import NewCard, laid_by_seat
from device.umpire.proposals import Proposal, entered_plan, propose
from device.umpire.questions import DOUBT, NEXT_CARD, contradictions, crowded, is_next
from device.umpire.seat_mapping import turned_over
from device.umpire.strays import doubted, first_seats
from engine import BuildFromDiscard, Discard, Pass, Phase
from vision.kit.sizes import KitSizes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine import Game
    from vision.kit.codebook import Codebook
    from vision.scene import Scene

SETTLE = 0.5
"""A complete turn is closed when its last card has lain still for this many seconds more."""
LEFT_BEHIND = 20.0
"""Who may do something more is not waited for when all others' next cards have lain still for this many seconds."""
MISSED = 3.0
"""A booked card is missed when it was not to be seen for this many seconds."""

WHOSE = ("here", "take_back")
"""What can be answered when it is not clear in whose city a card lies."""

EMPTY: Mapping[int, int] = MappingProxyType({})
NOTHING_CHOSEN: Mapping[tuple[int, int], int] = MappingProxyType({})
EMPTY_TIMES: Mapping[int, float] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class UmpireMemory:
    """What the umpire remembers from one scene to the next.

    `chosen`: (seat, code) of a card -> index of the way to pay for it, and for no other.
    `allowed`: (seat, code) of cards that are booked although the rules forbid it.
    `confirmed`: (seat, code) of cards that somebody said lie in this city.
    `absent`: booked code -> camera time from which it has not been seen.
    `held`: the cards that lay there when a turn was taken back; while they do, only ADVANCE closes the turn again.
    `first`: code of a card laid in this turn -> the seat in whose city it lay first.
    `shown`: at a station, the number of the last thing shown that was dealt with.
    """

    mat: DiscardMat = DiscardMat()
    chosen: Mapping[tuple[int, int], int] = field(default_factory=lambda: NOTHING_CHOSEN)
    allowed: frozenset[tuple[int, int]] = frozenset()
    confirmed: frozenset[tuple[int, int]] = frozenset()
    absent: Mapping[int, float] = field(default_factory=lambda: EMPTY_TIMES)
    held: frozenset[tuple[int, int]] | None = None
    first: Mapping[int, int] = field(default_factory=lambda: EMPTY)
    shown: int = 0


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the umpire makes of a scene. `closing` is empty as long as the turn stays open."""

    memory: UmpireMemory
    plans: Mapping[int, Plan] = field(default_factory=lambda: MappingProxyType({}))
    questions: tuple[Question, ...] = ()
    notices: tuple[Notice, ...] = ()
    closing: tuple[LedgerEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class TableUmpire:
    """The umpire of one table."""

    codebook: Codebook
    sizes: KitSizes = KitSizes()

    def judge(
        self, scene: Scene, game: Game, booked: Mapping[int, int], memory: UmpireMemory, *, close: bool = False
    ) -> Ruling:
        """Rule on what lies on the table now.

        Args:
            scene: the still table.
            game: the ledger so far.
            booked: code of every front that is in the ledger -> its seat.
            memory: what was remembered after the last scene.
            close: ADVANCE was pressed: close the turn unless a question is open.
        """
        memory = replace(memory, mat=memory.mat.look(scene, self.sizes), absent=self._absent(scene, booked, memory))
        table = laid_by_seat(scene, game, booked, self.codebook)
        memory = replace(memory, first=first_seats(memory.first, table))
        table = doubted(table, memory.first)
        laid = {seat: in_order([card for card in cards if belongs(game, card)]) for seat, cards in table.items()}
        there = signature(table)
        memory = replace(memory, allowed=memory.allowed & there, confirmed=memory.confirmed & there)
        proposals = _proposals(game, laid, memory)
        standing = {seat: proposal for seat, proposal in proposals.items() if proposal.action is not None}
        acted = {seat: laid[seat] for seat in standing}
        entered = {seat: entered_card(game, seat, scene, booked, self.codebook) for seat in game.pending}
        acted |= {seat: (card.card, *laid[seat]) for seat, card in entered.items() if card and card.lies}
        doubts = _doubts(scene, laid, proposals)
        doubts += crowded(scene, game, acted) + contradictions(scene, game, laid, entered, memory.confirmed)
        if memory.held is not None and memory.held != there:
            memory = replace(memory, held=there if memory.mat.is_arriving(scene) else None)
        if memory.held is not None and doubts:  # they are about what was taken back, unless somebody wants to go on
            memory, doubts = (replace(memory, held=None), doubts) if close else (memory, ())
        astray = any(card.astray for cards in table.values() for card in cards)
        by_itself = not (astray or memory.held is not None) and (
            self._closes_itself(scene, game, standing, acted, memory.mat) or _goes_on(scene, game, table, standing)
        )
        closing = _booking(game, standing) if not doubts and (close or by_itself) else ()
        plans = {seat: proposal.plan for seat, proposal in standing.items() if proposal.plan}
        plans |= {seat: entered_plan(game, action) for seat, action in game.pending.items()}
        return Ruling(
            self.closed(game, memory) if closing else memory,
            MappingProxyType(plans),
            doubts + court_questions(game),
            self._notices(scene, game, booked, memory),
            closing,
        )

    def closed(self, game: Game, memory: UmpireMemory) -> UmpireMemory:
        """The desk after what was open in this game has been closed."""
        return UmpireMemory(mat=memory.mat if game.turn == LAST_TURN else memory.mat.settle(), absent=memory.absent)

    def first_of(self, seat: int, scene: Scene, game: Game, booked: Mapping[int, int]) -> int | None:
        """The code of the new card of a seat that is ruled on now, the one that a question is about."""
        cards = laid_by_seat(scene, game, booked, self.codebook).get(seat, ())
        ordered = in_order([card for card in cards if belongs(game, card)])
        return ordered[0].code if ordered else None

    def hold(self, scene: Scene, game: Game, booked: Mapping[int, int], memory: UmpireMemory) -> UmpireMemory:
        """The desk after something was taken back: what lies there still is not booked again by itself."""
        held = signature(laid_by_seat(scene, game, booked, self.codebook))
        return UmpireMemory(mat=memory.mat, absent=memory.absent, held=held)

    def _closes_itself(
        self,
        scene: Scene,
        game: Game,
        standing: Mapping[int, Proposal],
        acted: Mapping[int, tuple[NewCard, ...]],
        mat: DiscardMat,
    ) -> bool:
        missing = [seat for seat in game.to_act if seat not in standing]
        if not missing:
            return all(acted[seat][0].since + SETTLE <= scene.time for seat in standing)
        if game.phase in (Phase.FROM_DISCARD, Phase.EXTRA_LEADER, Phase.COURT):
            return False
        if game.phase in (Phase.TURN, Phase.RECRUIT) and not standing and not game.pending:
            return False
        if mat.count(self._back(back_of(game))) == expected_discards(game, len(missing)):
            return True
        if game.phase in FOR_LEADERS:
            return False
        went_on = any(
            len(cards) > 1 and not may_play_two(game, seat, cards) and is_next(cards, scene)
            for seat, cards in acted.items()
        )
        return went_on and 2 * len(missing) < len(game.cities)

    def _back(self, back: str) -> int | None:
        return next((entry.code for entry in self.codebook if entry.kind == "back" and entry.id == back), None)

    def _absent(self, scene: Scene, booked: Mapping[int, int], memory: UmpireMemory) -> Mapping[int, float]:
        if not scene.seats:  # nobody looks at the table
            return EMPTY_TIMES
        seen = {item.code for item in scene.items}
        return MappingProxyType({code: memory.absent.get(code, scene.time) for code in booked if code not in seen})

    def _notices(self, scene: Scene, game: Game, booked: Mapping[int, int], memory: UmpireMemory) -> tuple[Notice, ...]:
        away = [code for code, since in memory.absent.items() if scene.time - since >= MISSED]
        strayed = {
            item.code for item in scene.items if item.code in booked and item.seat not in (None, booked[item.code])
        }
        keys = dict.fromkeys(away, "notice.card_missing") | dict.fromkeys(strayed, "notice.card_moved")
        said: list[tuple[int, str, int | None]] = [(code, key, booked[code]) for code, key in sorted(keys.items())]
        said += [(code, "notice.seen_twice", booked.get(code)) for code in scene.doubts]
        return tuple(self._notice(game, *what) for what in said) + turned_over(scene, game, self.codebook)

    def _notice(self, game: Game, code: int, key: str, seat: int | None) -> Notice:
        entry = self.codebook.entry(code)
        wonder = game.cities[seat].wonder.id if seat is not None else None
        return Notice(key, {"card": entry.id if entry else code, "wonder": wonder}, seat)


def signature(laid: Mapping[int, tuple[NewCard, ...]]) -> frozenset[tuple[int, int]]:
    """The cards that lie there unbooked, as far as it matters whether they changed: (seat, code)."""
    return frozenset((seat, card.code) for seat, cards in laid.items() for card in cards)


def _proposals(game: Game, laid: Mapping[int, tuple[NewCard, ...]], memory: UmpireMemory) -> Mapping[int, Proposal]:
    """What each seat's new card would be, beside those of the seats before it: the last copy is built only once."""
    found = {}
    for seat in game.to_act:
        if laid[seat]:
            proposal = found[seat] = _proposal(game, seat, laid[seat][0], memory)
            if proposal.action is not None and len(game.to_act) > 1:  # the last one would close the turn
                game = game.apply(proposal.action)
    return found


def _proposal(game: Game, seat: int, laid: NewCard, memory: UmpireMemory) -> Proposal:
    if not laid.sure and (seat, laid.code) not in memory.confirmed:
        kind = "unsure_place" if laid.slot is None else "unsure_stage"
        placeholders = {"card": laid.name, "wonder": game.cities[seat].wonder.id}
        return Proposal(laid.code, doubt=Question(seat, kind, placeholders, WHOSE))
    return propose(
        game, seat, laid, memory.chosen.get((seat, laid.code), 0), allowed=(seat, laid.code) in memory.allowed
    )


def _doubts(
    scene: Scene, laid: Mapping[int, tuple[NewCard, ...]], proposals: Mapping[int, Proposal]
) -> tuple[Question, ...]:
    """What cannot be, or is not clear, and has lain there for a while."""
    return tuple(
        proposal.doubt
        for seat, proposal in proposals.items()
        if proposal.doubt and laid[seat][0].since + DOUBT <= scene.time
    )


def _is_left_behind(scene: Scene, game: Game, table: Mapping[int, tuple[NewCard, ...]]) -> bool:
    """Whether whoever may do something beside the turn is not waited for any more: all others have gone on."""
    if not is_beside_the_turn(game):
        return False
    others = [cards for seat, cards in table.items() if seat not in game.acting]
    return bool(others) and all(cards and cards[0].since + LEFT_BEHIND <= scene.time for cards in others)


def _goes_on(
    scene: Scene, game: Game, table: Mapping[int, tuple[NewCard, ...]], standing: Mapping[int, Proposal]
) -> bool:
    """Whether the table has gone on to the next turn by itself."""
    return _plays_on(scene, game, table, standing) or _is_left_behind(scene, game, table)


def _plays_on(
    scene: Scene, game: Game, table: Mapping[int, tuple[NewCard, ...]], standing: Mapping[int, Proposal]
) -> bool:
    """Whether leaders are done with: a card of the next turn lies where somebody could still have played one."""
    if game.phase not in FOR_LEADERS:
        return False
    missing = [seat for seat in game.to_act if seat not in standing]
    if game.phase is Phase.RECRUIT and 2 * len(missing) >= len(game.acting):
        return False
    asked = game.acting if game.phase is Phase.RECRUIT else missing
    return any(
        card.since + NEXT_CARD <= scene.time for seat in asked for card in table[seat] if not belongs(game, card)
    )


def _booking(game: Game, standing: Mapping[int, Proposal]) -> tuple[LedgerEntry, ...]:
    """Every seat that must act, with what it showed.

    Who showed nothing discarded, or took nothing from the pile, or recruited nobody else, or courts the first leader.
    A seventh card is never
    passed: its three coins are.
    """
    entries = []
    for seat in game.to_act:
        proposal = standing.get(seat)
        if proposal and proposal.action is not None:
            entries.append(LedgerEntry(proposal.action, proposal.code))
        elif game.phase is Phase.FROM_DISCARD:
            entries.append(LedgerEntry(BuildFromDiscard(seat, None)))
        elif game.phase is Phase.EXTRA_LEADER:
            entries.append(LedgerEntry(Pass(seat)))
        elif game.phase is Phase.COURT:
            (question,) = (question for question in court_questions(game) if question.seat == seat)
            entries.append(LedgerEntry(chosen_leader(question, question.chosen)))
        else:
            entries.append(LedgerEntry(Discard(seat)))
    return tuple(entries)
