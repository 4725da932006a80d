"""The umpire of a camera over the table: it records the reading that explains what was seen, once no other one does.

Nothing of a turn is recorded until all have acted, so that everything can be changed on the table itself. If later
evidence makes another reading the only one that fits, the record follows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.messages.events import Booked
from device.messages.questions import Notice, Question
from device.umpire.courtesans import leader_choice, leader_questions
from device.umpire.evidence import discards_before, evidence_of, first_entry
from device.umpire.expectations import EXTRA_PHASES, LEADER_PHASES, fits_phase, in_playing_order, may_play_two
from device.umpire.manual_entry import entered_card
from device.umpire.new_cards import NewCard, find_new_cards, shows_stage_tokens
from device.umpire.observations import MISSED_FOR, Presence
from device.umpire.proposals import Proposal, entered_plan, propose
from device.umpire.questions import (
    ASK_AFTER,
    ASK_MISSING_AFTER,
    ASK_TWO_AFTER,
    IN_NO_CITY,
    entered_otherwise,
    not_acted,
    too_many_cards,
)
from device.umpire.readings import CLEAR, PASSED_ON, Did, Search, recorded_rounds
from device.umpire.ruling import Correction, Ruling, SaidThisTurn, Situation, UmpireMemory, Verdict
from device.umpire.seat_mapping import boards_unseen_since, turned_boards
from device.umpire.secret_entries import (
    discards_otherwise,
    laid_late,
    lies_otherwise,
    questions_where_cards_differ,
    questions_where_discards_differ,
    with_entries,
)
from engine import BuildFromDiscard, Discard, Fight, Pass, Phase
from vision.kit.sizes import KitSizes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from device.messages.questions import Plan
    from device.umpire.manual_entry import EnteredCard
    from device.umpire.readings import Deed, Evidence, Reading, Recorded, Round
    from engine import Game
    from vision.kit.codebook import Codebook
    from vision.scene import Scene

SETTLE = 0.5
"""s; a complete turn closes once its last card has lain still for this long."""
SURPRISE = 0.3
"""By so much more what is recorded must have become surprising until another reading is looked for again."""
EXACT = 0.05
"""Costs that differ by less are the same."""
CORRECTED_AFTER = 1.2
"""s for which another reading must have been the only one until the record follows."""
MISSED = 3.0
"""s; a recorded card or a board that was not seen for this long is missed."""
TOLD_FOR = 30.0
"""s for which a correction of the record is shown."""
FORGOTTEN = 60.0
"""s after which a card that is gone explains nothing, unless it came in this age."""
NOTHING_LOST = frozenset({Phase.FROM_DISCARD, Phase.EXTRA_LEADER, Phase.CHOOSE_LEADER})
"""Phases in which a seat that does nothing discards nothing."""
ENDED = frozenset({Phase.CONFLICTS, Phase.OVER})
"""Phases in which nobody can play."""
OWNER_ANSWERS = ("here", IN_NO_CITY, "take_back")
"""The answers if the owner of a card is unclear."""
STAGE_ANSWERS = ("here", "take_back")
"""The answers if it is unclear whether a stage is new."""
CORRECTED = "notice.corrected"
"""The notice that the record was corrected; `changes` says how."""


@dataclass(frozen=True, slots=True)
class TableUmpire:
    """Rules on everything that lies on the table at once."""

    codebook: Codebook
    sizes: KitSizes = KitSizes()

    def judge(self, situation: Situation, memory: UmpireMemory, *, close: bool = False) -> Ruling:
        """Rule on what lies on the table now. `close`: close the turn unless a question is open."""
        memory = self._look(situation, memory)
        verdict = memory.verdict
        if verdict is None:
            return Ruling(memory, self._entered_plans(situation), leader_questions(situation.game))
        correction = self._correction(situation, memory, verdict)
        if correction is not None:
            return Ruling(replace(memory, corrected=(correction.text, situation.scene.time)), correction=correction)
        if situation.game.phase in ENDED:
            return Ruling(memory, notices=self._notices(situation, memory))
        return self._rule(situation, memory, verdict, close=close)

    def card_in_question(self, situation: Situation, seat: int) -> int | None:
        """The code of the seat's first new card that fits the phase."""
        cards = find_new_cards(situation, self.codebook).get(seat, ())
        ordered = in_playing_order([card for card in cards if fits_phase(situation.game, card)])
        return ordered[0].code if ordered else None

    def new_cards(self, situation: Situation) -> frozenset[tuple[int, int]]:
        """(seat, code) of every card that lies in a city and is not recorded."""
        found = find_new_cards(situation, self.codebook)
        return frozenset((seat, card.code) for seat, cards in found.items() for card in cards)

    def hold(self, situation: Situation, memory: UmpireMemory) -> UmpireMemory:
        """The memory after an undo: the cards that lie there now are held."""
        turn = SaidThisTurn(payments=memory.turn.payments)
        return replace(memory, turn=turn, held=self.new_cards(situation), verdict=None, corrected=None)

    # Looking and searching

    def _look(self, situation: Situation, memory: UmpireMemory) -> UmpireMemory:
        """The memory with what this scene shows, and with what the search makes of it."""
        scene, game = situation.scene, situation.game
        observations = memory.observations.look(scene, self.sizes)
        unseen = boards_unseen_since(scene, game, memory.boards_unseen_since)
        corrected = memory.corrected if memory.corrected and scene.time - memory.corrected[1] < TOLD_FOR else None
        if memory.observations.began is None and observations.began is not None:
            memory = replace(memory, watched_from=len(situation.entries))
        memory = replace(memory, observations=observations, boards_unseen_since=unseen, corrected=corrected)
        if memory.held is not None and memory.held != self.new_cards(situation):
            memory = replace(memory, held=None)
        if observations.began is None:
            return memory
        known, said = memory.verdict, (memory.turn, memory.said, situation.in_secret, memory.held)
        if (
            known is not None
            and (known.observations, known.entries, known.said) == (observations, situation.entries, said)
            and scene.time < known.until
        ):
            return memory
        return replace(memory, verdict=self._search(situation, memory, said))

    def _search(self, situation: Situation, memory: UmpireMemory, said: object) -> Verdict:
        """What the table shows, as it is recorded; and otherwise, if that may explain it better."""
        game, entries, now = situation.game, situation.entries, situation.scene.time
        first = first_entry(entries, game)
        states = tuple(game.states())
        evidence = evidence_of(situation, memory, states, first, self.codebook)
        recorded = recorded_rounds(states, entries, first)
        search = Search(evidence, recorded, game, codes_before=discards_before(entries[:first], memory.watched_from))
        readings = search.as_recorded()
        open_round = sum(one.is_closed and one.game.phase not in ENDED for one in recorded)
        before, correction, since = memory.verdict, None, now
        searched = before.searched if before is not None else 0.0
        if memory.held is None and recorded and readings[0].cost >= max(CLEAR, searched + SURPRISE):
            free = search.free(readings[0].cost - CLEAR)
            correction = _correction(free[0], recorded, entries, game) if free else None
            searched = searched if correction else readings[0].cost
        if before is not None and correction is not None and before.correction == correction:
            since = before.correction_since
        if correction is not None:
            evidence.passed(since, CORRECTED_AFTER)
        for seat in range(len(game.cities)):
            for thing in evidence.things[seat]:
                for seconds in (SETTLE, ASK_AFTER, ASK_MISSING_AFTER, MISSED_FOR, ASK_TWO_AFTER):
                    evidence.passed(thing.since, seconds)
        evidence.passed(memory.observations.mat.last_arrival(), MISSED_FOR)
        until = min((time for time in evidence.deadlines if time > now), default=math.inf)
        return Verdict(memory.observations, entries, said, until, readings[:12], open_round, search.closed_cost, correction, since, searched)

    def _correction(self, situation: Situation, memory: UmpireMemory, verdict: Verdict) -> Correction | None:
        """The correction of the record, once nothing has changed for a while."""
        if verdict.correction is None or situation.scene.time - verdict.correction_since < CORRECTED_AFTER - 1e-6:
            return None
        return verdict.correction

    # The open turn

    def _rule(self, situation: Situation, memory: UmpireMemory, verdict: Verdict, *, close: bool) -> Ruling:
        scene, game = situation.scene, situation.game
        best = verdict.readings[0]
        deeds = {deed.seat: deed for deed in _open_round(best, verdict).deeds}
        laid = {seat: deed.thing.card for seat, deed in deeds.items() if deed.thing and deed.did is Did.LAID and seat not in game.pending}
        proposals = _proposals(game, deeds, laid, memory)
        owners = memory.said.owners
        new_cards = {
            seat: tuple(card for card in cards if owners.get(card.code, seat) == seat)
            for seat, cards in find_new_cards(situation, self.codebook).items()
        }
        present = {seat: (card, *_others(game, card, new_cards[seat])) for seat, card in laid.items()}
        late = laid_late(situation, present, memory)
        accepted = {seat: one for seat, one in proposals.items() if one.action is not None and seat not in late}
        plans = {seat: one.plan for seat, one in accepted.items() if one.plan}
        otherwise, in_secret = lies_otherwise(situation.in_secret, plans), situation.in_secret
        questions = (
            _rule_questions(scene, laid, proposals)
            + (() if _has_next_cards(game, new_cards, present) else too_many_cards(scene, game, present))
            + entered_otherwise(scene, game, new_cards, self._entered(situation), memory.said.confirmed)
            + questions_where_cards_differ(scene, otherwise | late, present, at_once=close)
        )
        if memory.held is not None:
            questions = questions if close else ()
            memory = replace(memory, held=None) if close else memory
        missing = game.to_act_without(laid.keys() | memory.turn.discarded)
        discarding = memory.turn.discarded | {seat for seat in missing if deeds[seat].did is Did.IDLE}
        questions += questions_where_discards_differ(game, discards_otherwise(in_secret, discarding - accepted.keys()))
        may_close = memory.held is None and not (otherwise or late)
        is_clear = _margin(verdict) >= CLEAR
        complete = may_close and is_clear and self._is_complete(situation, memory, deeds, accepted, missing)
        acts = all(deeds[seat].did in (Did.LAID, Did.IDLE, Did.SAID) and not deeds[seat].elsewhere for seat in game.to_act)
        if may_close and not complete and not close and not (is_clear and acts):
            questions += self._not_acted(situation, memory, verdict, missing, new_cards)
        closes = complete or (close and not (otherwise or late))
        closing = _closing_actions(game, accepted) if closes and not questions else ()
        closing = with_entries(game, closing, in_secret, accepted.keys()) if in_secret else closing
        plans |= self._entered_plans(situation)
        after = memory
        if closing:
            without_card = set(missing) if close else set()
            after = self._after_turn(game, scene, memory, without_card | memory.turn.discarded)
        return Ruling(
            after,
            MappingProxyType(plans),
            questions + leader_questions(game),
            self._notices(situation, memory),
            closing,
        )

    def _after_turn(self, game: Game, scene: Scene, memory: UmpireMemory, said: Collection[int]) -> UmpireMemory:
        """What is remembered when the open turn has closed. `said`: seats that have acted since somebody said so."""
        acted = memory.said.acted | {(game.age, game.turn, str(game.phase), seat) for seat in said}
        seen = memory.observations
        if game.turn == 1 and game.phase is Phase.TURN:
            seen = seen.without_earlier(scene.time - FORGOTTEN)
        said_so = replace(memory.said, acted=acted)
        return replace(memory, turn=SaidThisTurn(), said=said_so, held=None, observations=seen)

    def _entered(self, situation: Situation) -> Mapping[int, EnteredCard | None]:
        return {seat: entered_card(situation, seat, self.codebook) for seat in situation.game.pending}

    def _entered_plans(self, situation: Situation) -> Mapping[int, Plan]:
        return {seat: entered_plan(situation.game, action) for seat, action in situation.game.pending.items()}

    def _is_complete(
        self,
        situation: Situation,
        memory: UmpireMemory,
        deeds: Mapping[int, Deed],
        accepted: Mapping[int, Proposal],
        missing: Sequence[int],
    ) -> bool:
        """True if every seat has acted, and what shows it has lain for long enough."""
        time, game = situation.scene.time, situation.game
        for seat in game.to_act:
            deed = deeds[seat]
            if seat in accepted:
                thing = deed.thing
                assert thing is not None
                if deed.elsewhere or thing.since + SETTLE > time + 1e-6:
                    return False
                if thing.presence is not Presence.LIES and not (thing.presence is not Presence.MISSED and _is_followed(memory.verdict, deeds)):
                    return False
            elif deed.did not in (Did.IDLE, Did.SAID):
                return False
        if game.phase in (Phase.TURN, Phase.RECRUIT) and not accepted and not game.pending and not memory.turn.discarded:
            return all(deed.did is Did.SAID for deed in deeds.values()) or _is_followed(memory.verdict, deeds)
        discards = [deed for deed in deeds.values() if deed.did is Did.IDLE]
        mat = memory.observations.mat
        if discards and mat.is_unclear(time) and not _is_followed(memory.verdict, deeds):
            return False
        came = mat.last_arrival() if discards else -math.inf
        late = came > max((deed.by for deed in deeds.values() if deed.by is not None), default=math.inf) + PASSED_ON
        if late and time < came + MISSED_FOR - 1e-6:
            return False  # it may be the next turn's first discard
        return not _is_surprising(memory, deeds) or _has_settled(memory, deeds, time)

    def _not_acted(
        self,
        situation: Situation,
        memory: UmpireMemory,
        verdict: Verdict,
        missing: Sequence[int],
        new_cards: Mapping[int, tuple[NewCard, ...]],
    ) -> tuple[Question, ...]:
        """Whether seats have discarded while the table has gone on to the next turn without them."""
        game, scene = situation.game, situation.scene
        waiting = memory.turn.waiting if memory.turn.waiting_with == self.new_cards(situation) else frozenset()
        asked = [seat for seat in missing if seat not in waiting and seat not in situation.in_secret]
        if game.phase in NOTHING_LOST or not asked or not _has_gone_on(game, scene, new_cards, missing):
            return ()
        deeds = {deed.seat: deed for deed in _open_round(verdict.readings[0], verdict).deeds}
        elsewhere = [
            (deed.thing.card.name, deed.seat)
            for reading in verdict.readings
            for deed in _open_round(reading, verdict).deeds
            if deed.elsewhere and deed.thing and deed.seat in asked
        ]
        tokens = shows_stage_tokens(scene, self.codebook)
        hides = tokens or any(deeds[seat].did is Did.UNSEEN or seat in asked for seat in deeds)
        return not_acted(game, asked, list(dict.fromkeys(elsewhere)), tokens=hides)

    def _notices(self, situation: Situation, memory: UmpireMemory) -> tuple[Notice, ...]:
        scene, game, booked = situation.scene, situation.game, situation.booked
        lying = {stay.code for stay in memory.observations.stays if stay.presence(scene.time)[0] in (Presence.LIES, Presence.MISSED)}
        last = {stay.code: stay for stay in memory.observations.stays if stay.slot is None}
        missing = [
            code
            for code, stay in last.items()
            if code in booked and code not in lying
            and scene.time - (stay.until if stay.until is not None else stay.unread or scene.time) >= MISSED
        ]  # fmt: skip
        moved = {item.code for item in scene.items if item.code in booked and item.seat not in (None, booked[item.code])}
        keys = dict.fromkeys(missing, "notice.card_missing") | dict.fromkeys(moved, "notice.card_moved")
        about: list[tuple[int, str, int | None]] = [(code, key, booked[code]) for code, key in sorted(keys.items())]
        about += [(code, "notice.seen_twice", booked.get(code)) for code in scene.doubts]
        notices = tuple(card_notice(self.codebook, game, *what) for what in about)
        if memory.corrected is not None:
            notices = (Notice(CORRECTED, {"changes": memory.corrected[0]}), *notices)
        unseen = [seat for seat, since in memory.boards_unseen_since.items() if scene.time - since >= MISSED]
        notices += tuple(Notice("notice.board_not_seen", seat=seat) for seat in unseen)
        return notices + turned_boards(scene, game, self.codebook)


def card_notice(codebook: Codebook, game: Game, code: int, key: str, seat: int | None) -> Notice:
    """A notice about the card with this code, at a seat."""
    entry = codebook.entry(code)
    wonder = game.cities[seat].wonder.id if seat is not None else None
    return Notice(key, {"card": entry.id if entry else code, "wonder": wonder}, seat)


def _open_round(reading: Reading, verdict: Verdict) -> Round:
    return reading.rounds[min(verdict.open_round, len(reading.rounds) - 1)]


def _margin(verdict: Verdict) -> float:
    """By how much the best reading explains the open round better than any other one."""
    best = verdict.readings[0]
    plays = _open_round(best, verdict).plays
    others = (one.cost for one in verdict.readings if _open_round(one, verdict).plays != plays)
    return min(others, default=math.inf) - best.cost


def _is_surprising(memory: UmpireMemory, deeds: Mapping[int, Deed]) -> bool:
    """True if the open round is explained by something that is rare: a card that is read late may come to light yet."""
    verdict = memory.verdict
    return verdict is not None and verdict.readings[0].cost > verdict.closed_cost + EXACT


def _has_settled(memory: UmpireMemory, deeds: Mapping[int, Deed], time: float) -> bool:
    """True if what shows that the open round is over has lain so long that nothing else comes to light."""
    verdict = memory.verdict
    if verdict is None:
        return False
    following = verdict.readings[0].rounds[verdict.open_round + 1 :]
    next_cards = [deed.by for deed in (following[0].deeds if following else ()) if deed.by is not None]
    cards = [deed.by for deed in deeds.values() if deed.by is not None]
    return time - max([*cards, *([min(next_cards)] if next_cards else [])], default=-math.inf) >= MISSED_FOR - 1e-6


def _has_next_cards(
    game: Game, new_cards: Mapping[int, tuple[NewCard, ...]], present: Mapping[int, tuple[NewCard, ...]]
) -> bool:
    """True if several cities show a card for the next turn: then a second card is no mistake."""
    following = [seat for seat, cards in new_cards.items() if len(cards) > (seat in present)]
    return len(following) > 1


def _is_followed(verdict: Verdict | None, deeds: Mapping[int, Deed]) -> bool:
    """True if cards of a later round lie there."""
    return verdict is not None and any(
        deed.did is Did.LAID for later in verdict.readings[0].rounds[verdict.open_round + 1 :] for deed in later.deeds
    )


def _others(game: Game, card: NewCard, cards: Sequence[NewCard]) -> tuple[NewCard, ...]:
    """The other new cards of a seat that fit the open round."""
    return tuple(one for one in cards if (one.code, one.slot) != (card.code, card.slot) and fits_phase(game, one))


def _proposals(
    game: Game, deeds: Mapping[int, Deed], laid: Mapping[int, NewCard], memory: UmpireMemory
) -> Mapping[int, Proposal]:
    """A proposal for each seat with a card, in order of seats: the last copy of a card is built only once."""
    proposals = {}
    for seat in game.to_act:
        if seat in laid:
            proposal = proposals[seat] = _proposal(game, seat, deeds[seat], laid[seat], memory)
            if proposal.action is not None and len(game.to_act) > 1:  # the last action would close the turn
                game = game.apply(proposal.action)
    return proposals


def _proposal(game: Game, seat: int, deed: Deed, card: NewCard, memory: UmpireMemory) -> Proposal:
    key = (seat, card.code)
    if deed.elsewhere:
        return Proposal(card.code)
    if not card.sure and key not in memory.said.confirmed:
        kind, answers = ("unsure_place", OWNER_ANSWERS) if card.slot is None else ("unsure_stage", STAGE_ANSWERS)
        question = Question(seat, kind, {"card": card.name, "wonder": game.cities[seat].wonder.id}, answers)
        return Proposal(card.code, question=question)
    return propose(game, seat, card, memory.turn.payments.get(key, 0), exception=key in memory.turn.exceptions)


def _rule_questions(
    scene: Scene, laid: Mapping[int, NewCard], proposals: Mapping[int, Proposal]
) -> tuple[Question, ...]:
    """The questions of proposals whose card has lain still for a while."""
    return tuple(
        proposal.question
        for seat, proposal in proposals.items()
        if proposal.question and laid[seat].since + ASK_AFTER <= scene.time
    )


def _has_gone_on(
    game: Game, scene: Scene, new_cards: Mapping[int, tuple[NewCard, ...]], missing: Sequence[int]
) -> bool:
    """True if somebody has laid the next turn's card for a while, and others are waited for."""
    next_cards: list[NewCard] = []
    for seat, cards in new_cards.items():
        fitting = [card for card in cards if fits_phase(game, card)]
        unfit = [card for card in cards if not fits_phase(game, card)]
        due = seat in game.to_act and seat not in missing
        two = fitting[due:] if not may_play_two(game, seat, fitting) else ()
        next_cards += unfit if game.phase in LEADER_PHASES else two
    return any(card.since + ASK_MISSING_AFTER <= scene.time for card in next_cards)


def _closing_actions(game: Game, accepted: Mapping[int, Proposal]) -> tuple[Booked, ...]:
    """The action of every seat that must act.

    A seat that showed nothing discarded; in the extra phases it took nothing from the discard pile, recruited nobody,
    or copies the first leader. A seventh card is discarded for 3 coins, never passed.
    """
    closing = []
    for seat in game.to_act:
        proposal = accepted.get(seat)
        if proposal and proposal.action is not None:
            closing.append(Booked(proposal.action, proposal.code))
        elif game.phase is Phase.FROM_DISCARD:
            closing.append(Booked(BuildFromDiscard(seat, None)))
        elif game.phase is Phase.EXTRA_LEADER:
            closing.append(Booked(Pass(seat)))
        elif game.phase is Phase.CHOOSE_LEADER:
            (question,) = (question for question in leader_questions(game) if question.seat == seat)
            closing.append(Booked(leader_choice(question, question.chosen)))
        else:
            closing.append(Booked(Discard(seat)))
    return tuple(closing)


# Corrections


def _correction(reading: Reading, recorded: Sequence[Recorded], entries: Sequence[Booked], game: Game) -> Correction | None:
    """What the reading would record instead of the closed rounds; None if they are the same."""
    closed = [one for one in recorded if one.is_closed and one.entries]
    played = [one for one in reading.rounds if one.game.phase not in ENDED]
    changes: list[str] = []
    keep: int | None = None
    for number, was in enumerate(closed):
        now = played[number] if number < len(played) else None
        if now is None or now.when != (was.game.age, was.game.turn, was.game.phase):
            keep = was.first if keep is None else keep
            break
        changed = list(_changed(was, now, game))
        if changed and keep is None:
            keep = was.first
        changes += changed
    if keep is None or not changes:
        return None
    again = tuple(_again(reading, keep, recorded, entries))
    return Correction(keep, again, ";".join(changes))


def _changed(was: Recorded, now: Round, game: Game) -> Iterator[str]:
    """The deeds of a round that differ from what is recorded, as questions carry them."""
    for deed in now.deeds:
        entry = was.entries.get(deed.seat)
        if entry is None or deed.entry is entry or _is_same(entry, deed):
            continue
        age = "" if was.game.age == game.age else str(was.game.age)
        (did, card), (had, other) = _in_words(deed), _recorded_in_words(entry)
        yield ",".join((age, str(was.game.turn), was.game.cities[deed.seat].wonder.id, did, card, had, other))


def _is_same(entry: Booked, deed: Deed) -> bool:
    if deed.action is None:
        return False
    return type(entry.action) is type(deed.action) and getattr(entry.action, "card", None) == getattr(deed.action, "card", None)


def _in_words(deed: Deed) -> tuple[str, str]:
    if deed.did in (Did.OPEN, Did.UNSEEN):
        return "open", ""
    return _words_of(deed.action)


def _recorded_in_words(entry: Booked) -> tuple[str, str]:
    return _words_of(entry.action)


def _words_of(action: object) -> tuple[str, str]:
    name = type(action).__name__
    kind = {"Build": "build", "BuildStage": "stage", "Recruit": "recruit", "BuildFromDiscard": "build"}.get(name, "discard")
    card = str(getattr(action, "card", None) or "") if kind in ("build", "recruit") else ""
    return ("discard", "") if kind == "build" and not card else (kind, card)


def _again(reading: Reading, keep: int, recorded: Sequence[Recorded], entries: Sequence[Booked]) -> Iterator[Booked]:
    """The actions from the changed round on: what is recorded, but for what the reading says otherwise."""
    first = {(one.game.age, one.game.turn, one.game.phase): one for one in recorded}
    last = max(((one.game.age, one.game.turn) for one in recorded if one.is_closed), default=(0, 0))
    for one in reading.rounds:
        was = first.get(one.when)
        if (was is not None and was.first < keep) or (was is None and one.when[:2] < (entries[keep].age or 0, entries[keep].turn or 0)):
            continue
        if one.when[:2] > last or any(deed.did in (Did.OPEN, Did.UNSEEN) or deed.action is None for deed in one.deeds):
            return
        if was is not None:
            yield from was.coins
        if one.game.phase is Phase.CONFLICTS:
            yield Booked(Fight())
            continue
        for deed in one.deeds:
            assert deed.action is not None
            if deed.entry is not None:
                yield replace(deed.entry, action=deed.action)
            else:
                code = deed.thing.code if deed.thing and deed.thing.card.slot is None else None
                yield Booked(deed.action, code)
