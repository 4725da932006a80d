"""The open turn, as far as the table shows it: what each city plays, who is missing, and whether it is over."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from device.times import AT_REST_AFTER, GESTURE, PUT_RIGHT_WITHIN, READ_WITHIN, STILL
from device.umpire.expectations import (
    EXTRA_PHASES,
    LEADER_PHASES,
    entered_discards,
    expected_discards,
    fits_phase,
    in_playing_order,
    is_last_turn,
    may_play_two,
    next_hands,
    of_open_age,
    of_this_age,
    plays_seventh_card,
)
from device.umpire.hands_passed_on import GOING, GoneOn, shows_two
from device.umpire.new_cards import (
    Cards,
    EnteredCard,
    NewCard,
    cards_elsewhere,
    entered_card,
    expected_back,
)
from device.umpire.next_turn import hands_that_threw, others_may_follow
from device.umpire.proposals import Proposal, propose
from device.umpire.questions import IN_NO_CITY, is_for_next_turn
from device.umpire.ruling import Situation, UmpireMemory, supposed_lately
from device.umpire.secret_entries import laid_late, lies_otherwise
from display.messages.choices import ASKED_PHASES
from display.messages.events import Booked
from display.messages.questions import Plan, Question
from engine import Discard, Game, IllegalAction, Phase
from vision.kit.codebook import Codebook
from vision.scene import Place, Scene

SOME_LEFTOVERS = 2
"""Cards that have come to the mat when somebody ends the sixth turn: those that are missing lie hidden."""
NOTHING_LOST = EXTRA_PHASES - {Phase.SEVENTH}
"""Phases in which a seat that does nothing discards nothing."""
ONE_MORE = EXTRA_PHASES - ASKED_PHASES
"""Phases in which some may play one more card."""
HIDDEN_BY_A_HAND = 2
"""Cards that may have been thrown unseen each time that hands are over the mat: people throw theirs together."""
OWNER_ANSWERS = ("here", IN_NO_CITY, "take_back")
"""The answers if the owner of a card is unclear."""
STAGE_ANSWERS = ("here", "take_back")
"""The answers if it is unclear whether a stage is new."""


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """What the table shows of the open turn.

    `came`: the new cards of every seat. `new_cards`: without those that were exchanged and those for later turns.
    `later`: what follows if hands were passed on. `playable`: by seat, the cards that it may play in this turn.
    `proposals`: what the first of them is by the rules. `accepted`: the proposals that stand. `entered`: by seat, the
    card of what was entered by hand. `played`: by seat, the cards that were played. `missing`: the seats that have not
    acted. `late`: the seats whose card may be for the turn before. `thrown`: when hands may have thrown cards on the
    mat unseen (s).
    """

    situation: Situation
    memory: UmpireMemory
    codebook: Codebook
    came: Cards
    new_cards: Cards
    later: GoneOn
    playable: Cards
    proposals: Mapping[int, Proposal]
    late: frozenset[int]
    accepted: Mapping[int, Proposal]
    entered: Mapping[int, EnteredCard | None]
    played: Cards
    missing: Sequence[int]
    thrown: Sequence[float]

    @classmethod
    def read(
        cls,
        situation: Situation,
        memory: UmpireMemory,
        came: Cards,
        new_cards: Cards,
        later: GoneOn,
        *,
        codebook: Codebook,
    ) -> OpenTurn:
        """Read what each city plays."""
        game = situation.game
        begun = max(memory.closed, memory.log.begun)
        playable = {seat: _playable(game, seat, cards, begun) for seat, cards in new_cards.items()}
        proposals, late = _proposals(game, playable, memory), laid_late(situation, playable, memory)
        accepted = {seat: one for seat, one in proposals.items() if one.action is not None and seat not in late}
        entered = {seat: entered_card(situation, seat, codebook) for seat in game.pending}
        of_age = {seat: of_open_age(game, seat, cards) for seat, cards in came.items()}
        with_entered = {  # whatever lies beside it, unless somebody has said that it is for later turns
            seat: (card.card, *(one for one in playable[seat] if (seat, one.code) not in memory.confirmed))
            for seat, card in entered.items()
            if card and card.lies
        }
        return cls(
            situation=situation,
            memory=memory,
            codebook=codebook,
            came=came,
            new_cards=new_cards,
            later=later,
            playable=playable,
            proposals=proposals,
            late=late,
            accepted=accepted,
            entered=entered,
            played={seat: playable[seat] for seat in accepted} | with_entered,
            missing=game.to_act_without(accepted.keys() | memory.discarded),
            thrown=hands_that_threw(memory, of_age, situation.scene.time, later.since),
        )

    @property
    def scene(self) -> Scene:
        """The still table."""
        return self.situation.scene

    @property
    def game(self) -> Game:
        """The game before this turn."""
        return self.situation.game

    @property
    def plans(self) -> dict[int, Plan]:
        """What the seats whose card lies there are about to do."""
        return {seat: proposal.plan for seat, proposal in self.accepted.items() if proposal.plan}

    @property
    def otherwise(self) -> frozenset[int]:
        """The seats that may have played something else than lies there, by what they have entered on telephones."""
        return self.late | lies_otherwise(self.situation.in_secret, self.plans)

    @property
    def back(self) -> int | None:
        """The code of the backs that are laid in this phase; None if they have no stickers."""
        return self.codebook.back(expected_back(self.game))

    @property
    def hidden(self) -> frozenset[int]:
        """The seats that must act of which a card is missed that may lie there still."""
        missed = (seat for seat, cards in self.came.items() if any(card.unseen_since is not None for card in cards))
        return frozenset(missed) & set(self.game.to_act)

    @property
    def is_last(self) -> bool:
        """True in an age's last turn."""
        return is_last_turn(self.game)

    @property
    def leaves_empty_pile(self) -> bool:
        """True if people go on although somebody may take a card of the discard pile: nothing was put away yet."""
        go_on = any(self.came.values()) or bool(self.memory.mat.laid(self.back))
        return self.game.phase is Phase.FROM_DISCARD and not self.game.pile and go_on

    @property
    def unclear(self) -> frozenset[int]:
        """The seats of which it is not clear what they have played, whether that has been asked or not."""
        two = (seat for seat, cards in self.played.items() if shows_two(self.game, seat, cards))
        return frozenset(self.missing).union(two)

    @property
    def thinking(self) -> frozenset[int]:
        """The `missing` seats that may still think: nobody has laid a next card from their hands, or thrown one.

        When others have gone on for long, such a card is only not seen, or people play otherwise.
        """
        situation, game, later = self.situation, self.game, self.later
        long_ago = later.since + AT_REST_AFTER <= self.scene.time
        if game.phase is not Phase.TURN or self.is_last or long_ago:
            return frozenset()
        without = {seat for seat in range(len(game.cities)) if not self._has_next(seat)}
        thrown = sum(time >= later.since for time in self.memory.mat.laid(self.back))
        if thrown >= len(without):
            return frozenset()
        after = next_hands(game, game.age, situation.chair)
        return frozenset(seat for seat in self.missing if after[seat] in without and seat not in situation.in_secret)

    @property
    def asked(self) -> Sequence[int]:
        """The `missing` seats that do not think any more, or may have laid their cards in the city of a neighbour."""
        beside = {seat for _, seat in cards_elsewhere(self.game, self.missing, self.came)}
        thinking = self.thinking - beside
        return [seat for seat in self.missing if seat not in thinking]

    @property
    def beside(self) -> Mapping[int, int]:
        """The `missing` seats whose card seems to lie in the city of a neighbour, and whose; not who is waited for."""
        known = self.memory.waiting | self.situation.in_secret.keys()
        return {seat: city for seat, city in self.later.beside.items() if seat in self.missing and seat not in known}

    # Is it over?

    @property
    def record_changes(self) -> bool:
        """True if the record is about to follow how an age reads."""
        reread = self.memory.reread
        return reread.clearly and reread.entries == self.situation.entries

    def may_close(self) -> bool:
        """False while somebody must say something first, or the record is about to change."""
        return self.memory.held is None and not self.otherwise and not self.record_changes

    def is_over(self) -> bool:
        """True if the turn closes by itself: all have acted, others have gone on, or nothing moves any more."""
        return self.leaves_empty_pile or self._is_complete() or self._is_overtaken() or self._is_left_alone()

    def _is_complete(self) -> bool:
        """True if every seat has acted, or the mat shows as many discards as seats are missing."""
        if not self._all_stay() or any(self.playable[seat] for seat in self.missing):
            return False
        if self.hidden or self._may_change():
            return False
        if not self.missing:
            return all(self.played[seat][0].since + STILL <= self.scene.time for seat in self.accepted)
        acted = self.accepted or self.game.pending or self.game.phase is Phase.SEVENTH
        unseen = self.memory.boards_unseen_since.keys() & set(self.missing)
        if not acted or unseen or self.game.phase in NOTHING_LOST or self.beside:
            return False
        return self._shows_discards()

    def is_left_behind(self) -> bool:
        """True if what is unclear is recorded as it seems: others have gone on for long or by two turns, or nobody can.

        Not after an undo, as long as somebody can go on, and not while an entry is still secret.
        """
        time, later, game = self.scene.time, self.later, self.game
        if self.memory.held is not None or self.situation.in_secret:
            return False
        rests, silent = self._rests(), [seat for seat in self.missing if not self.playable[seat]]
        at_the_end = rests and (self.is_last or self._may_end_the_age()) and self._has_begun()
        if at_the_end and (not silent or self._is_at_rest()):
            return True
        begun = self.memory.mat.interrupted or (game.age == 1 and game.turn <= 1)
        if not math.isfinite(self.memory.closed) and not begun:  # the turn before was undone
            return False
        if later.behind and later.ends(time, may_come=True):
            return True
        unseen = self.memory.boards_unseen_since.keys() & set(self.missing)
        waited_for = not rests and not self.memory.waiting.isdisjoint(silent)
        return not waited_for and not unseen and later.since + AT_REST_AFTER <= time

    def waits_in_vain(self) -> bool:
        """True if the table has gone on, or is at rest, without the `missing` seats."""
        if not self._has_begun():
            return False
        if self._has_gone_on() or self._is_at_rest():
            return True
        if any(self._have_lain(PUT_RIGHT_WITHIN, self.playable[city][1:]) for city in self.beside.values()):
            return True
        return self.later.since + PUT_RIGHT_WITHIN <= self.scene.time and not self._have_discarded(self.asked)

    def closing_actions(self) -> tuple[Booked, ...]:
        """The action of every seat that must act: what it has entered in secret, or shows; else it plays no card.

        An entry that the rules do not allow beside the other actions gives way to the card that lies there; without one
        nothing closes, and the entry waits. So does a card that they do not allow beside an entry.
        """
        game, closing = self.game, list[Booked]()
        for seat in game.to_act:
            lies, entry = self.accepted.get(seat), self.situation.in_secret.get(seat)
            if entry is not None and game.can(entry):
                by_hand = lies is None and not isinstance(entry, Discard)
                booked = Booked(entry, lies.code if lies else None, hand=by_hand)
            elif lies and lies.action is not None:
                booked = Booked(lies.action, lies.code)
            elif entry is not None:
                return ()
            else:
                booked = Booked(game.idle_action(seat))
            closing.append(booked)
            try:
                game = game.apply(booked.action)
            except IllegalAction:
                return ()
        return tuple(closing)

    def likeliest_actions(self) -> tuple[Booked, ...]:
        """What every seat that must act has most likely done."""
        game, closing = self.game, []
        for seat in game.to_act:
            booked = likeliest(game, seat, self.playable[seat], self.memory)
            closing.append(booked)
            game = game.apply(booked.action)
        return tuple(closing)

    def shows_all_discards(self, missing: int) -> bool:
        """True if the mat shows the discards of so many of the `missing` seats."""
        if self.game.phase in NOTHING_LOST or not missing:
            return not missing
        seen = self.memory.mat.count(self.back) + self.memory.mat.count_laid_over(self.back)
        return seen >= self._expected_on_mat(missing)

    def _may_change(self) -> bool:
        """True while a card may be taken back, or the next turn may have begun with one of them."""
        scene, game, memory = self.scene, self.game, self.memory
        hands = (came.covered for came in memory.log.cities.values() if came.covered is not None)
        hand = max(hands, default=-math.inf)
        laid = (card.since for seat in self.accepted for card in self.played[seat])
        came = (*laid, *memory.mat.laid(self.back))
        if others_may_follow(game, came, scene.time, thrown=self.thrown, hand=hand):
            return True
        return not just_taken(self.situation, memory).isdisjoint(self.accepted)

    def _is_overtaken(self) -> bool:
        """True if others have gone on, and the `missing` seats can only have discarded."""
        may_come = not self.shows_all_discards(len(self.missing))
        if not self._all_stay() or not self.later.ends(self.scene.time, may_come=may_come):
            return False
        return not self.missing or (not self.thinking and self._have_discarded(self.missing))

    def _is_left_alone(self) -> bool:
        """True if nothing moves after the sixth turn: the `missing` seats have discarded, but nobody sees that."""
        waited_for = not self.missing or not self.situation.in_secret.keys().isdisjoint(self.missing)
        return not waited_for and self._has_begun() and self._is_at_rest() and not self._may_have_played()

    def _has_begun(self) -> bool:
        """True if somebody has acted in this turn, or only some may."""
        acted = self.accepted or self.game.pending or self.game.phase in EXTRA_PHASES
        return bool(acted) or self._shows_leftovers()

    def _all_stay(self) -> bool:
        """True if no card of those that were played may be taken back."""
        return all(_may_stay(self.situation, seat, cards, self.memory.closed) for seat, cards in self.played.items())

    def _have_discarded(self, seats: Collection[int]) -> bool:
        """True if these `missing` seats can only have discarded, or done nothing, when the others have gone on.

        Their cards lie hidden on the mat, if any can have been `thrown` there; after the sixth turn nobody can tell
        them from those that are left over.
        """
        if self._may_have_played():
            return False
        if self.game.phase in EXTRA_PHASES:
            return True
        seen = 0 if self.is_last else self.memory.mat.count(self.back) - entered_discards(self.game)
        return len(seats) <= seen + HIDDEN_BY_A_HAND * len(self.thrown)

    def _has_next(self, seat: int) -> bool:
        """True if a seat shows a card of the next turn."""
        return bool(self.later.cards.get(seat)) or shows_two(self.game, seat, self.played.get(seat, ()))

    def _may_have_played(self) -> bool:
        """True if one of the `missing` seats shows something, may show it unseen, or is waited for."""
        shows = {seat for seat, cards in self.playable.items() if cards}
        unclear = self.memory.boards_unseen_since.keys() | self.memory.waiting | shows
        return bool(unclear & set(self.missing)) or bool(self.beside)

    def _has_gone_on(self) -> bool:
        """True if cards for the next turn, or the next phase, have lain there for a while."""
        if self.game.phase in LEADER_PHASES and self._have_lain(READ_WITHIN, self._for_next_phase()):
            return True
        if self.game.phase is not Phase.TURN:
            return self._others_have_gone_on()
        two = [cards for seat, cards in self.played.items() if shows_two(self.game, seat, cards)]
        return self._have_lain(PUT_RIGHT_WITHIN, [cards[-1] for cards in two if is_for_next_turn(self.game, cards)])

    def _others_have_gone_on(self) -> bool:
        """True if two others have shown cards for long that they cannot play now, or one has, and one has discarded.

        All must have if somebody holds the pile. After an age's last turn what is thrown is left over. Whoever is asked
        something gets as much time for the answer.
        """
        if self.game.phase in ASKED_PHASES and self.scene.time < self.memory.closed + AT_REST_AFTER:
            return False
        others = [cards for seat, cards in self.new_cards.items() if seat not in self.game.acting]
        lain = [self._have_lain(AT_REST_AFTER, cards) for cards in others]
        laid = () if self.game.turn == self.game.last_turn else self.memory.mat.laid(self.back)
        thrown = sum(time + AT_REST_AFTER <= self.scene.time for time in laid)
        most = len(others) if self.memory.mat.lifted else GOING
        return any(lain) and min(most, len(others)) <= lain.count(True) + thrown

    def _for_next_phase(self) -> list[NewCard]:
        """The cards that only the next phase is about, of the seats that should play a leader."""
        asked = self.game.acting if self.game.phase is Phase.RECRUIT else self.missing
        return [card for seat in asked for card in self.new_cards[seat] if not fits_phase(self.game, seat, card)]

    def _have_lain(self, seconds: float, cards: Sequence[NewCard]) -> bool:
        """True if one of these cards has lain there for so long."""
        return any(card.since + seconds <= self.scene.time for card in cards)

    # What the mat shows

    def _expected_on_mat(self, missing: int) -> int:
        """How many new cards lie on the mat if so many seats that have not acted discarded."""
        named = len(self.memory.discarded & set(self.game.to_act) - set(self.accepted))
        planned = {seat: proposal.action for seat, proposal in self.accepted.items() if proposal.action is not None}
        return expected_discards(self.game, missing + named, planned)

    def _shows_discards(self) -> bool:
        """True if the mat shows as many discards as if all `missing` seats had discarded.

        Those that may only have been put back on the pile do not count.
        """
        mat, expected = self.memory.mat, self._expected_on_mat(len(self.missing))
        seen = mat.count(self.back) - mat.awaited.count(self.back)
        over = mat.count_laid_over(self.back, self.scene.time - READ_WITHIN - GESTURE)  # a shift may have other causes
        return seen <= expected <= seen + over

    def _shows_leftovers(self) -> bool:
        """True if cards have come to the mat that may be left over, or hands that brought some."""
        count = self.memory.mat.count(self.back)
        return self.is_last and count > 0 and max(count, len(self.thrown)) >= SOME_LEFTOVERS

    def _is_at_rest(self) -> bool:
        """True if nothing has happened for long at an age's end: the `missing` seats have discarded what lies hidden.

        In its last turn only if some cards have come to the mat, or can have been `thrown`. It is no proof: somebody
        may have laid the card down that is left over, and still think about the other.
        """
        come = self.is_last and (bool(self.thrown) or self._shows_leftovers())
        return not self.hidden and self._rests() and (come or self._may_end_the_age())

    def _may_end_the_age(self) -> bool:
        """True in the phases after an age's last turn in which some may play one more card: nobody goes on before.

        Not while somebody holds the discard pile.
        """
        return self.game.phase in ONE_MORE and self.game.turn == self.game.last_turn and not self.memory.mat.lifted

    def _rests(self) -> bool:
        """True if nothing has been laid in a city or on the mat for long.

        A turn that has closed gives people something to do, unless it closed because nothing came for so long.
        """
        scene, memory = self.scene, self.memory
        come = max((item.since for item in scene.items if item.place is Place.DISCARD), default=scene.time)
        supposed = self.game.phase not in NOTHING_LOST and supposed_lately(self.situation.entries)
        closed = -math.inf if supposed else memory.closed
        laid = max((came.since or 0.0 for came in memory.log.cities.values()), default=-math.inf)
        return scene.steady and scene.time - max(come, laid, closed) >= AT_REST_AFTER


# What a seat's cards are


def _playable(game: Game, seat: int, cards: Sequence[NewCard], begun: float) -> tuple[NewCard, ...]:
    """A seat's new cards that it may play in this phase, in the order in which it plays them."""
    return in_playing_order(of_this_age(game, seat, [card for card in cards if fits_phase(game, seat, card)], begun))


def _proposals(game: Game, playable: Cards, memory: UmpireMemory) -> Mapping[int, Proposal]:
    """A proposal for each seat with a new card, in order of seats: the last copy of a card is built only once."""
    proposals = {}
    for seat in game.to_act:
        if playable[seat]:
            proposal = proposals[seat] = _proposal(game, seat, playable[seat][0], memory)
            if proposal.action is not None:
                game = game.apply(proposal.action)
    return proposals


def _proposal(game: Game, seat: int, card: NewCard, memory: UmpireMemory) -> Proposal:
    """What a card is by the rules, or the question whether it belongs to the city in which it lies."""
    if card.sure or (seat, card.code) in memory.confirmed:
        return proposed(game, seat, card, memory)
    kind, answers = ("unsure_place", OWNER_ANSWERS) if card.slot is None else ("unsure_stage", STAGE_ANSWERS)
    placeholders = {"card": card.name, "wonder": game.cities[seat].wonder.id}
    return Proposal(card.code, question=Question(seat, kind, placeholders, answers))


def proposed(game: Game, seat: int, card: NewCard, memory: UmpireMemory) -> Proposal:
    """What a card is by the rules, as it is paid for and with what somebody insisted on."""
    key = (seat, card.code)
    return propose(game, seat, card, memory.payments.get(key, 0), exception=key in memory.exceptions)


def likeliest(game: Game, seat: int, cards: Sequence[NewCard], memory: UmpireMemory) -> Booked:
    """What a seat has done with the first of these cards that the rules allow, or else with the first of the open age.

    That one was played, too: rather what was recorded before is wrong. Nothing if there is no such card, or it may be
    the seventh.
    """
    may_be_seventh = is_last_turn(game) and plays_seventh_card(game, seat)
    of_age = [card.code for card in cards if card.age == game.age or (card.is_leader and card.slot is None)]
    insisted = replace(memory, exceptions=memory.exceptions | {(seat, code) for code in of_age if not may_be_seventh})
    for known, card in product((memory, insisted), cards):
        if (proposal := proposed(game, seat, card, known)).action is not None:
            return Booked(proposal.action, proposal.code)
    return Booked(game.idle_action(seat))


# What may still be taken back


def _may_stay(situation: Situation, seat: int, cards: Sequence[NewCard], closed: float) -> bool:
    """False while one of a seat's two new cards may be taken back.

    That is so if they were laid together, of two leaders, and for a while of two cards in the sixth turn, although the
    second may be a seventh card. `closed`: when the last phase closed (s); a seventh card that lay there by then counts
    as such a second one, as a hand may have hidden it.
    """
    scene, game = situation.scene, situation.game
    if game.phase is Phase.SEVENTH and cards[0].since <= closed:
        return cards[0].since + PUT_RIGHT_WITHIN <= scene.time
    if len(cards) < 2:
        return True
    two = may_play_two(game, seat, cards)
    if is_last_turn(game):
        return two and cards[1].since + PUT_RIGHT_WITHIN <= scene.time
    return two or is_for_next_turn(game, cards)


def just_taken(situation: Situation, memory: UmpireMemory) -> frozenset[int]:
    """The seats from whose cities a hand has just taken a booked card: the new one may be there instead of it.

    While a hand is still over the city, the booked one may have been moved under it.
    """
    time, booked = situation.scene.time, situation.booked
    cities = [(seat, came) for (seat, *_), came in memory.log.cities.items() if booked.get(came.code) == seat]
    hands = {seat for seat, came in cities if came.covered is not None and time - came.covered < GESTURE}
    return frozenset(
        seat
        for seat, came in cities
        if came.was_taken and came.gone is not None
        if time - came.gone < (AT_REST_AFTER if seat in hands else READ_WITHIN)
    )
