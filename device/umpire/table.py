"""The umpire of a camera over the table: a turn is a plan for each seat, read from the table with every scene.

Nothing is booked until the turn closes, so that everything can be changed on the table itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.umpire.contradictions import (
    compare,
    correction_question,
    discard_is_missing,
    discards_of_age,
    has_one_too_many,
    may_wait,
    too_many_discards,
    unexplained_cards,
    with_turn_counted,
)
from device.umpire.expectations import (
    EXTRA_PHASES,
    LEADER_PHASES,
    entered_discards,
    expected_discards,
    fits_phase,
    in_playing_order,
    may_lack_a_leftover,
    may_play_two,
    of_this_age,
)
from device.umpire.last_seen import boards_unseen_since, see, under_hands
from device.umpire.new_cards import (
    NewCard,
    cards_elsewhere,
    cards_that_came,
    entered_card,
    expected_back,
    find_new_cards,
    first_places,
    mark_strays,
    shows_stage_tokens,
    with_owners,
    without_exchanged,
)
from device.umpire.next_turn import may_have_thrown, may_lie_hidden, others_may_follow, without_later
from device.umpire.proposals import NOT_AFFORDABLE, Proposal, entered_plan, propose
from device.umpire.questions import IN_NO_CITY, entered_otherwise, is_for_next_turn, not_acted, too_many_cards
from device.umpire.ruling import NO_TIMES, Contradicted, Ruling, Situation, UmpireMemory
from device.umpire.secret_entries import (
    discards_otherwise,
    laid_late,
    lies_otherwise,
    questions_where_cards_differ,
    questions_where_discards_differ,
    with_entries,
)
from device.umpire.times import (
    AT_REST_AFTER,
    COMES_NO_MORE,
    GONE_AFTER,
    LEFTOVERS_AFTER,
    NEXT_TURN_AFTER,
    PASSED_ON,
    PUT_RIGHT_WITHIN,
    READ_WITHIN,
    SEVENTH_AFTER,
    STILL,
    TAKEN_BACK_BY,
)
from display.messages.choices import choice_questions
from display.messages.events import Booked
from display.messages.questions import Notice, Question
from engine import Discard, Phase
from vision.kit.codebook import StickerKind
from vision.kit.sizes import KitSizes
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from device.umpire.hands_passed_on import GoneOn
    from engine import Game
    from vision.kit.codebook import Codebook
    from vision.scene import Scene

SOME_LEFTOVERS = 2
"""Cards that have come to the mat when somebody ends the sixth turn: those that are missing lie hidden."""
REMEMBERED_OVER_MAT = 100
"""Scenes with something over the mat that are remembered: enough for a turn."""

SUPPOSED = "notice.discard_supposed"
"""The notice that a seat's discard was recorded although nothing shows it."""
NOTHING_LOST = frozenset({Phase.FROM_DISCARD, Phase.EXTRA_LEADER, Phase.CHOOSE_LEADER, Phase.LOSS})
"""Phases in which a seat that does nothing discards nothing."""
OWNER_ANSWERS = ("here", IN_NO_CITY, "take_back")
"""The answers if the owner of a card is unclear."""
STAGE_ANSWERS = ("here", "take_back")
"""The answers if it is unclear whether a stage is new."""


@dataclass(frozen=True, slots=True)
class TableUmpire:
    """Rules on everything that lies on the table at once."""

    codebook: Codebook
    sizes: KitSizes = KitSizes()

    def judge(self, situation: Situation, memory: UmpireMemory, *, close: bool = False) -> Ruling:
        """Rule on what lies on the table now. `close`: close the turn unless a question is open."""
        scene, game = situation.scene, situation.game
        memory, came = self._look(situation, memory)
        new_cards = without_exchanged(came)
        present = _signature(new_cards)
        memory = compare(situation, memory, new_cards, self.codebook)
        memory, new_cards, later = without_later(situation, memory, came, new_cards, self.codebook)
        playable = {
            seat: in_playing_order(of_this_age(game, [card for card in cards if fits_phase(game, card)]))
            for seat, cards in new_cards.items()
        }
        proposals = _proposals(game, playable, memory)
        late = laid_late(situation, playable, memory)
        accepted = {seat: one for seat, one in proposals.items() if one.action is not None and seat not in late}
        plans = {seat: proposal.plan for seat, proposal in accepted.items() if proposal.plan}
        otherwise, in_secret = lies_otherwise(situation.in_secret, plans), situation.in_secret
        entered = {seat: entered_card(situation, seat, self.codebook) for seat in game.pending}
        played = {seat: playable[seat] for seat in accepted}
        played |= {
            seat: (card.card, *_not_confirmed(seat, playable[seat], memory))
            for seat, card in entered.items()
            if card and card.lies
        }
        thrown = may_have_thrown(memory, came, scene.time, later.since)
        questions = (
            _rule_questions(scene, playable, proposals, thrown=thrown)
            + too_many_cards(scene, game, played)
            + entered_otherwise(scene, game, playable, entered, memory.confirmed)
            + questions_where_cards_differ(scene, otherwise | late, playable, at_once=close)
        )
        memory, questions = _while_held(memory, questions, present, scene, close=close)
        may_close = memory.held is None and not (otherwise or late) and not has_one_too_many(memory, situation.entries)
        missing = game.to_act_without(accepted.keys() | memory.discarded)
        stays = all(_may_stay(situation, seat, cards, memory.closed) for seat, cards in played.items())
        complete = (may_close and stays and not may_lie_hidden(memory, came, game.to_act, scene.time)) and (
            not any(playable[seat] for seat in missing)
            and self._is_complete(situation, memory, accepted, played, missing, thrown=thrown)
        )
        if any(card.stray for cards in new_cards.values() for card in cards):
            questions += _whose_strays(scene, game, playable) if complete else ()
            complete = may_close = False
        may_come = not self._are_shown(game, memory, accepted, missing)
        overtaken = (may_close and stays and later.ends(scene.time, may_come=may_come)) and (
            not missing or self._have_discarded(situation, memory, played, playable, missing, thrown=thrown)
        )
        at_rest = self._lacks_a_leftover(scene, game, memory, accepted, missing, thrown=thrown)
        acted = accepted or game.pending or game.phase in EXTRA_PHASES or self._shows_leftovers(game, memory)
        over = (complete or overtaken) or (
            bool(at_rest and acted and may_close and missing)
            and in_secret.keys().isdisjoint(missing)
            and not _may_have_played(memory, played, playable, missing, game)
        )
        closes = over or (close and not otherwise and not late)
        discarding = memory.discarded | set(missing if over and game.phase not in NOTHING_LOST else ())
        questions += questions_where_discards_differ(game, discards_otherwise(in_secret, discarding - accepted.keys()))
        gone_on = (
            later.ends(scene.time, may_come=True)
            or _has_gone_on(scene, game, new_cards, played, missing)
            or at_rest
            or self._has_shown_an_older(situation, memory, accepted, missing)
        )
        if not closes and may_close and acted and gone_on:
            if game.phase in NOTHING_LOST:
                closes = True
            else:
                waiting = memory.waiting if memory.waiting_with == present else frozenset()
                asked = [seat for seat in missing if seat not in waiting and seat not in in_secret]
                turn = game.phase is Phase.TURN
                elsewhere = cards_elsewhere(game, asked, came) if turn else ()
                questions += not_acted(
                    game,
                    asked,
                    [*_own_next(game, asked, later), *((card.name, seat) for card, seat in elsewhere)],
                    tokens=shows_stage_tokens(scene, self.codebook),
                )
        correction = correction_question(memory, situation, self.codebook)
        if correction:
            questions = (*questions, correction) if may_wait(correction) else (correction,)
        closing = _closing_actions(game, accepted) if closes and all(map(may_wait, questions)) else ()
        closing = with_entries(game, closing, in_secret, accepted.keys()) if in_secret else closing
        plans |= {seat: entered_plan(game, action) for seat, action in game.pending.items()}
        return Ruling(
            self._after_turn(game, scene, memory, accepted, closing, supposed=() if close else missing)
            if closing
            else memory,
            MappingProxyType(plans),
            questions + choice_questions(game),
            self._notices(situation, memory),
            closing,
            overtaken=bool(later.cards),
        )

    def card_in_question(self, situation: Situation, seat: int) -> int | None:
        """The code of the seat's first new card that fits the phase."""
        cards = find_new_cards(situation, self.codebook).get(seat, ())
        ordered = in_playing_order([card for card in cards if fits_phase(situation.game, card)])
        return ordered[0].code if ordered else None

    def new_cards(self, situation: Situation) -> frozenset[tuple[int, int]]:
        """(seat, code) of every card that lies in a city and is not booked."""
        return _signature(find_new_cards(situation, self.codebook))

    def hold(self, situation: Situation, memory: UmpireMemory) -> UmpireMemory:
        """The memory after an undo: the cards that lie there now are held."""
        held = self.new_cards(situation)
        before = memory.of_another_turn()
        return replace(before, payments=memory.payments, held=held, closed=-math.inf, contradicted=Contradicted())

    def _look(
        self, situation: Situation, memory: UmpireMemory
    ) -> tuple[UmpireMemory, Mapping[int, tuple[NewCard, ...]]]:
        """The memory with what this scene shows, and the new cards of every seat."""
        new_cards = with_owners(cards_that_came(situation, self.codebook), memory.owners)
        time, mat = situation.scene.time, memory.mat.look(situation.scene, self.sizes)
        memory = replace(
            memory,
            mat=mat,
            over_mat=(*memory.over_mat[1 - REMEMBERED_OVER_MAT :], time)
            if _is_over_mat(situation.scene)
            else memory.over_mat,
            age_end=memory.age_end and memory.age_end.look(mat, time),
            missing_since=_missing_since(situation, memory),
            boards_unseen_since=boards_unseen_since(situation.scene, situation.game, memory.boards_unseen_since),
            first_places=first_places(memory.first_places, new_cards, time),
            last_seen=see(memory.last_seen, situation.scene),
        )
        new_cards = {seat: tuple(_as_sure(card, seat, memory) for card in cards) for seat, cards in new_cards.items()}
        new_cards = mark_strays(new_cards, memory.first_places, situation.game, memory.confirmed)
        present = _signature(new_cards)
        memory = replace(
            memory,
            exceptions=memory.exceptions & present,
            confirmed=memory.confirmed & present,
            cards=present,
            cards_since=max((card.since for cards in new_cards.values() for card in cards), default=memory.cards_since),
        )
        return memory, new_cards

    def _is_complete(
        self,
        situation: Situation,
        memory: UmpireMemory,
        accepted: Mapping[int, Proposal],
        played: Mapping[int, tuple[NewCard, ...]],
        missing: Sequence[int],
        *,
        thrown: bool,
    ) -> bool:
        """True if every seat has acted, or the mat shows as many discards as seats are missing.

        `thrown`: others may have been thrown there.
        """
        scene, game = situation.scene, situation.game
        hands = (last.covered_at for last in memory.last_seen.values() if last.covered_at is not None)
        laid = [played[seat][0].since for seat in accepted]
        if others_may_follow(game, laid, scene.time, thrown=thrown, hand=max(hands, default=-math.inf)):
            return False
        if any(_is_missed(played[seat][0], memory) for seat in accepted):
            return False
        if _just_taken(situation, memory) & accepted.keys() or (
            game.phase is Phase.TURN and _just_taken_back(memory, scene.time)
        ):
            return False
        if not missing:
            return all(played[seat][0].since + STILL <= scene.time for seat in accepted)
        is_unseen = bool(memory.boards_unseen_since.keys() & set(missing))
        nobody_acted = game.phase in (Phase.TURN, Phase.RECRUIT) and not accepted and not game.pending
        if nobody_acted or is_unseen or game.phase in NOTHING_LOST or _may_lie_beside(game, played, missing):
            return False
        sure = not self._may_show_an_older(situation, memory, accepted, missing)
        return sure and self._shows_discards(scene, game, memory, accepted, len(missing))

    def _have_discarded(
        self,
        situation: Situation,
        memory: UmpireMemory,
        played: Mapping[int, tuple[NewCard, ...]],
        playable: Mapping[int, tuple[NewCard, ...]],
        missing: Sequence[int],
        *,
        thrown: bool,
    ) -> bool:
        """True if the `missing` seats can only have discarded when the others have gone on.

        Their cards lie hidden on the mat, if any can have been `thrown` there; after the sixth turn nobody can tell
        them from those that are left over.
        """
        game = situation.game
        if _may_have_played(memory, played, playable, missing, game):
            return False
        if thrown or game.phase is Phase.SEVENTH:
            return True
        seen = memory.mat.count(self.codebook.back(expected_back(game))) - entered_discards(game)
        return len(missing) <= (seen if game.turn != game.last_turn else 0)

    def _are_shown(
        self, game: Game, memory: UmpireMemory, accepted: Mapping[int, Proposal], missing: Sequence[int]
    ) -> bool:
        """True if the mat shows the discards of all the seats that are `missing`."""
        if game.phase in NOTHING_LOST or not missing:
            return True
        back = self.codebook.back(expected_back(game))
        seen = memory.mat.count(back) + memory.mat.count_laid_over(back)
        return seen >= _expected_on_mat(game, memory, accepted, len(missing))

    def _may_show_an_older(
        self, situation: Situation, memory: UmpireMemory, accepted: Mapping[int, Proposal], missing: Sequence[int]
    ) -> bool:
        """True if a new card on the mat may be an older one: it has come to light, or was put back on the pile."""
        if self._may_come_to_light(situation, memory):
            return True
        if situation.game.phase in NOTHING_LOST:
            return False
        back = self.codebook.back(expected_back(situation.game))
        awaited = memory.mat.count_awaited(back)
        expected = _expected_on_mat(situation.game, memory, accepted, len(missing))
        return awaited > 0 and memory.mat.count(back) < expected + awaited

    def _may_come_to_light(self, situation: Situation, memory: UmpireMemory) -> bool:
        """True if a new card on the mat may be an older discard that was hidden, and nothing later would show that.

        Any of the age that nobody has seen since a restart, from which coins are taken: after a seventh card no other
        follows.
        """
        game = situation.game
        if game.phase is not Phase.SEVENTH or not memory.mat.interrupted:
            return False
        back = self.codebook.back(expected_back(game))
        if back is None or shows_stage_tokens(situation.scene, self.codebook):
            return False
        lying = sum(card.code == back for card in memory.mat.settled)
        return lying < discards_of_age(situation) - sum(isinstance(action, Discard) for action in game.earlier.values())

    def _has_shown_an_older(
        self, situation: Situation, memory: UmpireMemory, accepted: Mapping[int, Proposal], missing: Sequence[int]
    ) -> bool:
        """True if the mat has shown as many cards for a while as if the `missing` discarded, but one may be older."""
        scene, game = situation.scene, situation.game
        if _rested(scene, memory) < (LEFTOVERS_AFTER if game.phase is Phase.SEVENTH else COMES_NO_MORE):
            return False
        unsure = bool(missing) and self._may_show_an_older(situation, memory, accepted, missing)
        return unsure and self._shows_discards(scene, game, memory, accepted, len(missing))

    def _lacks_a_leftover(
        self,
        scene: Scene,
        game: Game,
        memory: UmpireMemory,
        accepted: Mapping[int, Proposal],
        missing: Sequence[int],
        *,
        thrown: bool,
    ) -> bool:
        """True if all leftovers have come, and one card is missing on the mat if the `missing` seats discarded.

        More may lie hidden under others: that is so once some have come, or can have been `thrown`, and nothing has
        happened for long. It is no proof: somebody may have laid the card down that is left over, and still think about
        the other.
        """
        rested = _rested(scene, memory)
        come = thrown or self._shows_leftovers(game, memory)
        last = game.phase is Phase.SEVENTH or (game.phase is Phase.TURN and game.turn == game.last_turn and come)
        if rested >= AT_REST_AFTER and last:
            return True
        if not may_lack_a_leftover(game, missing) or rested < LEFTOVERS_AFTER:
            return False
        return self._shows_discards(scene, game, memory, accepted, len(missing) - 1)

    def _shows_leftovers(self, game: Game, memory: UmpireMemory) -> bool:
        """True if cards have come to the mat that may be left over."""
        come = memory.mat.count(self.codebook.back(expected_back(game)))
        return game.phase is Phase.TURN and game.turn == game.last_turn and come >= SOME_LEFTOVERS

    def _shows_discards(
        self, scene: Scene, game: Game, memory: UmpireMemory, accepted: Mapping[int, Proposal], missing: int
    ) -> bool:
        """True if the mat shows as many discards as if so many seats that have not acted had discarded.

        Cards that were taken from the pile and put back may lie there, too. A card that only shows by a shift of the
        one below it counts after a while, and while no card lies astray: the shift is small, and a lamp or a knocked
        table may feign it.
        Cards that seemed to lie hidden when the sixth turn was ended may not have come yet: then several come at once.
        """
        back = self.codebook.back(expected_back(game))
        seen, laid_over = memory.mat.count(back), memory.mat.count_laid_over(back)
        if game.phase is Phase.SEVENTH and memory.lacking and _rested(scene, memory) < COMES_NO_MORE:
            return False
        expected = _expected_on_mat(game, memory, accepted, missing)
        if seen < expected and (
            scene.time - memory.mat.laid_over.noticed < READ_WITHIN or self._has_stray_front(scene)
        ):
            return False
        return seen - memory.mat.count_awaited(back) <= expected <= seen + laid_over

    def _after_turn(
        self,
        game: Game,
        scene: Scene,
        memory: UmpireMemory,
        accepted: Mapping[int, Proposal],
        closing: Sequence[Booked],
        *,
        supposed: Sequence[int],
    ) -> UmpireMemory:
        """The memory once the turn has closed; after the sixth, with the number of cards that the mat does not show.

        Somebody has closed it then, and nothing comes any more. `supposed`: seats that can only have discarded.
        """
        after = memory.after_turn(game, scene.time, _discards(closing))
        if not self._are_shown(game, memory, accepted, supposed):
            after = replace(after, supposed=frozenset(supposed))
        after = with_turn_counted(after, memory, game, self.codebook, _discards(closing) + entered_discards(game))
        if game.phase is Phase.FROM_DISCARD:
            built = [back for action in closing if (back := self.codebook.back_of(action.code)) is not None]
            after = replace(after, mat=after.mat.with_built(built, memory.closed))
        if game.phase is not Phase.TURN:
            return replace(after, lacking=memory.lacking, supposed=after.supposed | memory.supposed)
        discards = _discards(closing) - entered_discards(game)
        seen = memory.mat.count(self.codebook.back(expected_back(game)))
        if (
            game.turn != game.last_turn
            or not discards
            or seen < SOME_LEFTOVERS
            or _rested(scene, memory) < COMES_NO_MORE
        ):
            return after
        planned = {seat: proposal.action for seat, proposal in accepted.items() if proposal.action is not None}
        lacking = max(0, expected_discards(game, discards, planned) - seen)
        return replace(after, lacking=lacking, mat=after.mat.without_laid_over())

    def _has_stray_front(self, scene: Scene) -> bool:
        """True if a card lies face up outside all cities."""
        fronts = (StickerKind.CARD, StickerKind.LEADER)
        return any(
            item.place is Place.ELSEWHERE and (entry := self.codebook.entry(item.code)) and entry.kind in fronts
            for item in scene.items
        )

    def _notices(self, situation: Situation, memory: UmpireMemory) -> tuple[Notice, ...]:
        scene, game, booked = situation.scene, situation.game, situation.booked
        missing = [code for code, since in memory.missing_since.items() if scene.time - since >= READ_WITHIN]
        moved = {
            item.code for item in scene.items if item.code in booked and item.seat not in (None, booked[item.code])
        }
        keys = dict.fromkeys(missing, "notice.card_missing") | dict.fromkeys(moved, "notice.card_moved")
        about: list[tuple[int, str, int | None]] = [(code, key, booked[code]) for code, key in sorted(keys.items())]
        about += [(code, "notice.seen_twice", booked.get(code)) for code in scene.doubts]
        extra = unexplained_cards(memory, self.codebook)
        about += [(fact.code, "notice.card_not_recorded", fact.seat) for fact in extra]
        notices = tuple(card_notice(self.codebook, game, *what) for what in about)
        if discard_is_missing(situation, memory, self.codebook):
            notices = (*notices, Notice("notice.discard_missing"))
        notices += too_many_discards(memory, scene.time)
        notices += tuple(
            Notice(SUPPOSED, {"wonder": game.cities[seat].wonder.id}, seat) for seat in sorted(memory.supposed)
        )
        unseen = [seat for seat, since in memory.boards_unseen_since.items() if scene.time - since >= READ_WITHIN]
        notices += tuple(Notice("notice.board_not_seen", seat=seat) for seat in unseen)
        return notices + _turned_boards(scene, game, self.codebook)


def card_notice(codebook: Codebook, game: Game, code: int, key: str, seat: int | None) -> Notice:
    """A notice about the card with this code, at a seat."""
    entry = codebook.entry(code)
    wonder = game.cities[seat].wonder.id if seat is not None else None
    return Notice(key, {"card": entry.id if entry else code, "wonder": wonder}, seat)


def _turned_boards(scene: Scene, game: Game, codebook: Codebook) -> tuple[Notice, ...]:
    """Notices at the seats whose board shows another side than the game is played with. `scene` is in game seats."""
    return tuple(
        Notice("notice.other_side", {"side": city.wonder.side}, board.seat)
        for board in scene.seats
        if (entry := codebook.entry(board.code))
        and (city := game.cities[board.seat]).wonder.id == entry.id
        and city.wonder.side != entry.side
    )


def _missing_since(situation: Situation, memory: UmpireMemory) -> Mapping[int, float]:
    """Booked cards that are not seen, and since when. If no board is seen, the camera does not see the table."""
    scene = situation.scene
    if not scene.seats:
        return NO_TIMES
    seen = {item.code for item in scene.items}
    return MappingProxyType(
        {code: memory.missing_since.get(code, scene.time) for code in situation.booked if code not in seen}
    )


def _is_over_mat(scene: Scene) -> bool:
    """True if something is over the discard mat now, so that a card may be laid there."""
    return any(item.covered for item in scene.items if item.place in (Place.MAT, Place.DISCARD))


def _signature(new_cards: Mapping[int, tuple[NewCard, ...]]) -> frozenset[tuple[int, int]]:
    """(seat, code) of every new card: it changes when a card is laid, taken away or moved to another seat."""
    return frozenset((seat, card.code) for seat, cards in new_cards.items() for card in cards)


def _while_held(
    memory: UmpireMemory,
    questions: tuple[Question, ...],
    present: frozenset[tuple[int, int]],
    scene: Scene,
    *,
    close: bool,
) -> tuple[UmpireMemory, tuple[Question, ...]]:
    """After an undo, questions about the held cards wait until the cards change or somebody presses ADVANCE."""
    if memory.held is not None and memory.held != present:
        memory = replace(memory, held=present if memory.mat.is_arriving(scene) else None)
    if memory.held is not None and questions:
        return (replace(memory, held=None), questions) if close else (memory, ())
    return memory, questions


def _proposals(
    game: Game, new_cards: Mapping[int, tuple[NewCard, ...]], memory: UmpireMemory
) -> Mapping[int, Proposal]:
    """A proposal for each seat with a new card, in order of seats: the last copy of a card is built only once."""
    proposals = {}
    for seat in game.to_act:
        if new_cards[seat]:
            proposal = proposals[seat] = _proposal(game, seat, new_cards[seat][0], memory)
            if proposal.action is not None and len(game.to_act) > 1:  # the last action would close the turn
                game = game.apply(proposal.action)
    return proposals


def _proposal(game: Game, seat: int, card: NewCard, memory: UmpireMemory) -> Proposal:
    key = (seat, card.code)
    if not card.sure and key not in memory.confirmed:
        kind, answers = ("unsure_place", OWNER_ANSWERS) if card.slot is None else ("unsure_stage", STAGE_ANSWERS)
        return Proposal(card.code, question=_owner_question(game, seat, card, kind, answers))
    return propose(game, seat, card, memory.payments.get(key, 0), exception=key in memory.exceptions)


def _owner_question(game: Game, seat: int, card: NewCard, kind: str, answers: tuple[str, ...]) -> Question:
    return Question(seat, kind, {"card": card.name, "wonder": game.cities[seat].wonder.id}, answers)


def _whose_strays(scene: Scene, game: Game, playable: Mapping[int, tuple[NewCard, ...]]) -> tuple[Question, ...]:
    """Whether cards that were moved from another city belong where they lie: only that keeps the turn open."""
    return tuple(
        _owner_question(game, seat, cards[0], "unsure_place", OWNER_ANSWERS)
        for seat, cards in playable.items()
        if cards and cards[0].stray and cards[0].since + TAKEN_BACK_BY <= scene.time
    )


def _own_next(game: Game, seats: Sequence[int], later: GoneOn) -> Sequence[tuple[str, int]]:
    """Each seat's card that seems to be for the next turn: it may have been read so late."""
    return [
        (cards[0].name, seat)
        for seat in seats
        if (cards := later.cards.get(seat)) and cards[0].slot is None and game.can(cards[0].played_by(seat))
    ]


def _not_confirmed(seat: int, cards: Sequence[NewCard], memory: UmpireMemory) -> tuple[NewCard, ...]:
    """The cards beside what a seat has entered that nobody has said are for later turns."""
    return tuple(card for card in cards if (seat, card.code) not in memory.confirmed)


def _rule_questions(
    scene: Scene,
    new_cards: Mapping[int, tuple[NewCard, ...]],
    proposals: Mapping[int, Proposal],
    *,
    thrown: bool,
) -> tuple[Question, ...]:
    """The questions of proposals whose card has lain still for a while.

    A card that its seat cannot pay for and that came after all others' is the next turn's if the seat has `thrown` its
    last one: so others get the time to lay theirs, too.
    """
    cards = {seat: new_cards[seat][0] for seat in proposals}

    def asked_after(seat: int, question: Question) -> float:
        others = [card.since for other, card in cards.items() if other != seat]
        is_last = bool(others) and cards[seat].since - max(others) >= PASSED_ON
        if thrown and is_last and question.kind == NOT_AFFORDABLE:
            return PUT_RIGHT_WITHIN
        return PASSED_ON if cards[seat].sure else TAKEN_BACK_BY

    return tuple(
        question
        for seat, proposal in proposals.items()
        if (question := proposal.question) and cards[seat].unseen_since is None
        if cards[seat].since + asked_after(seat, question) <= scene.time
    )


def _as_sure(card: NewCard, seat: int, memory: UmpireMemory) -> NewCard:
    """The same card; as sure as it was when it was laid in this turn, although an older one is not seen any more."""
    known = memory.lain.get((seat, card.code)) if card.since > memory.closed else None
    same = known is not None and (known.slot, known.since) == (card.slot, card.since)
    return replace(card, sure=True) if same and known and known.sure else card


def _has_gone_on(
    scene: Scene,
    game: Game,
    new_cards: Mapping[int, tuple[NewCard, ...]],
    played: Mapping[int, tuple[NewCard, ...]],
    missing: Sequence[int],
) -> bool:
    """True if the table has gone on to the next turn without the `missing` seats."""
    if game.phase in LEADER_PHASES:
        asked = game.acting if game.phase is Phase.RECRUIT else missing
        next_cards = [card for seat in asked for card in new_cards[seat] if not fits_phase(game, card)]
        return any(card.since + READ_WITHIN <= scene.time for card in next_cards)
    if game.phase in EXTRA_PHASES:
        others = [cards for seat, cards in new_cards.items() if seat not in game.acting]
        return bool(others) and all(cards and cards[0].since + AT_REST_AFTER <= scene.time for cards in others)
    return any(
        len(cards) > 1
        and not may_play_two(game, seat, cards)
        and is_for_next_turn(cards, scene)
        and cards[1].since + READ_WITHIN <= scene.time
        for seat, cards in played.items()
    )


def _may_stay(situation: Situation, seat: int, cards: Sequence[NewCard], closed: float) -> bool:
    """False while one of a seat's two new cards may be taken back.

    That is so if they were laid together, of two leaders, and for a while of two cards in the sixth turn, although the
    second may be a seventh card. `closed`: when the last phase closed (s); a seventh card that lay there by then counts
    as such a second one, as a hand may have hidden it.
    """
    scene, game = situation.scene, situation.game
    if game.phase is Phase.SEVENTH and cards[0].since <= closed:
        return cards[0].since + SEVENTH_AFTER <= scene.time
    if len(cards) < 2:
        return True
    if game.phase is Phase.TURN and game.turn == game.last_turn:
        return cards[1].since + SEVENTH_AFTER <= scene.time
    if may_play_two(game, seat, cards):
        return True
    return game.phase not in LEADER_PHASES and cards[1].since - cards[0].since >= NEXT_TURN_AFTER


def _may_lie_beside(game: Game, played: Mapping[int, tuple[NewCard, ...]], missing: Sequence[int]) -> bool:
    """True if the card of a seat that has not acted may lie in a neighbour's city, as the second one of two there.

    Others have laid theirs since: so it is none for the next turn.
    """
    if game.phase is not Phase.TURN or all(len(cards) < 2 for cards in played.values()):
        return False
    last = max(cards[0].since for cards in played.values())
    cards_of = {seat: played.get(seat, ()) for seat in range(len(game.cities))}
    second = [cards[1] for cards in played.values() if len(cards) > 1 and cards[1].since + NEXT_TURN_AFTER < last]
    return any(card in second for card, _ in cards_elsewhere(game, missing, cards_of))


def _may_have_played(
    memory: UmpireMemory,
    played: Mapping[int, tuple[NewCard, ...]],
    playable: Mapping[int, tuple[NewCard, ...]],
    missing: Sequence[int],
    game: Game,
) -> bool:
    """True if one of the `missing` seats shows something, may show it unseen, or is waited for: not all discarded."""
    unclear = memory.boards_unseen_since.keys() | memory.waiting | {seat for seat, cards in playable.items() if cards}
    return bool(unclear & set(missing)) or _may_lie_beside(game, played, missing)


def _is_missed(card: NewCard, memory: UmpireMemory) -> bool:
    """True if a new card is not seen where it lay, or was not when the hand came that is over it."""
    last = memory.last_seen.get(card.code) if card.slot is None else None
    return card.unseen_since is not None or (last is not None and last.missed)


def _just_taken(situation: Situation, memory: UmpireMemory) -> frozenset[int]:
    """The seats from whose cities a hand has just taken a booked card: the new one may be there instead of it.

    While a hand is still over the city, the booked one may have been moved under it.
    """
    time = situation.scene.time
    hands = under_hands(memory.last_seen, situation.booked, time)
    return frozenset(
        seat
        for code, last in memory.last_seen.items()
        if last.unseen_since is not None and last.was_taken and (seat := situation.booked.get(code)) is not None
        if time - last.unseen_since < (AT_REST_AFTER if seat in hands else READ_WITHIN)
    )


def _just_taken_back(memory: UmpireMemory, time: float) -> bool:
    """True if a hand has just taken a discard of an earlier turn from the mat: a new card may be there instead."""
    closed = memory.closed
    return any(
        (not math.isfinite(closed) or one.laid <= closed <= one.since + GONE_AFTER)
        and one.since + COMES_NO_MORE + GONE_AFTER > time
        for one in memory.mat.taken.missing.values()
        if not one.another_came
    )


def _discards(actions: Sequence[Booked]) -> int:
    return sum(isinstance(booked.action, Discard) for booked in actions)


def _expected_on_mat(game: Game, memory: UmpireMemory, accepted: Mapping[int, Proposal], missing: int) -> int:
    """How many new cards lie on the mat if so many seats that have not acted discarded.

    Cards that seemed to lie hidden when the sixth turn was ended do not come any more.
    """
    planned = {seat: proposal.action for seat, proposal in accepted.items() if proposal.action is not None}
    named = len(memory.discarded & set(game.to_act) - set(accepted))
    lacking = memory.lacking if game.phase is Phase.SEVENTH else 0
    return expected_discards(game, missing + named, planned) - lacking


def _rested(scene: Scene, memory: UmpireMemory) -> float:
    """For how long (s) nothing has been laid in a city or on the mat, or taken from a city.

    A turn that has closed gives people something to do, unless it closed because nothing came for so long.
    """
    come = max((item.since for item in scene.items if item.place is Place.DISCARD), default=scene.time)
    closed = -math.inf if memory.supposed else memory.closed
    return scene.time - max(come, memory.cards_since, closed) if scene.steady else 0.0


def _closing_actions(game: Game, accepted: Mapping[int, Proposal]) -> tuple[Booked, ...]:
    """The action of every seat that must act; one that showed nothing plays no card."""
    closing = []
    for seat in game.to_act:
        proposal = accepted.get(seat)
        if proposal and proposal.action is not None:
            closing.append(Booked(proposal.action, proposal.code))
        else:
            closing.append(Booked(game.idle_action(seat)))
    return tuple(closing)
