"""People who play a dealt game at a table, with troubles, and who wait for the record; for others see `paces`.

Prints nothing: `tests.journeys.troubled_games` counts what becomes of such games.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from device.session.looking import look
from device.session.pressing import press
from device.session.restoring import restore, resume
from device.session.session import Session
from device.simulation.dealing.comparison import first_difference
from device.simulation.table.tabletop import LEADERS
from device.umpire.contradictions import LEAVE, may_wait
from device.umpire.questions import (
    CARD,
    DISCARDED,
    IN_NO_CITY,
    NEXT_CARD,
    NOT_ACTED,
    NOT_ACTED_SEVERAL,
    ONE_DISCARDED,
    OWNER,
    STAGE,
    TWO_CARDS,
    WAIT,
)
from device.umpire.table import TableUmpire
from display.messages.events import STORED, Asked, GameStarted
from display.messages.intents import Advance, Answer, EndTurn, Enter
from engine import RULINGS, Build, BuildFromDiscard, BuildStage, ChooseLeader, Discard, Pass, Phase, Recruit
from tests.dealing.dealer import deal
from tests.device.journal_rows import read_back
from tests.device.tables import CODEBOOK
from tests.journeys import further_troubles
from tests.journeys.troubled_counts import GameOutcome, Trouble
from tests.journeys.troubled_table import ON_TOP, Cover, SceneTable
from tests.journeys.wrong_parts import plays_recorded, wrong_parts
from vision.kit.codebook import StickerKind
from vision.scene import Place
from vision.table.pose import Pose

if TYPE_CHECKING:
    from collections.abc import Callable

    from device.simulation.dealing.comparison import GameDifference
    from display.messages.events import StoredEvent
    from display.messages.questions import Question
    from tests.dealing.dealer import Move, Round
    from tests.journeys.troubled_table import Card, TroubledTable

RATE = 0.25
"""Of the actions, how many go with a trouble."""
NOTICED = (0.5, 5.0)
"""s until somebody notices a mistake."""
PASSED_ON = (1.5, 4.0)
"""s until the hands are passed on and somebody has chosen the next card."""
READ = 2.0
"""s until somebody has read a question and answers it, once all hands are gone."""
PATIENCE = 7.0
"""s that people wait for a turn to close before they go on."""
SOON = 3
"""Rounds within which a question or notice should stand after a wrong record. People play on to the end meanwhile."""
ABOUT_WITHIN = 60.0
"""s after a trouble in which a question or a key may be about it."""
NOT_ABOUT_IT = ("notice.card_missing",)
"""Notices that say nothing about a wrong record."""
TRIES = 50
"""Places that are tried until a card lies over another one, but not over the board's sticker."""
SKIPPED = 6
"""Scenes in which nothing changes that are passed over at once."""
FREE_QUESTIONS = ("court",)
"""Questions that the rules ask, whatever happens at the table."""
AGE_CARDS = {
    age: [entry.code for entry in CODEBOOK if entry.kind is StickerKind.CARD and entry.age == age] for age in (1, 2, 3)
}
LEADER_CARDS = [entry.code for entry in CODEBOOK if entry.kind is StickerKind.LEADER]


class TroubledGame:
    """A table at which people play a dealt game, with troubles. `table`: makes the table of these wonders.

    `further`: draw also troubles of `tests.journeys.further_troubles`.
    """

    def __init__(
        self,
        players: int,
        seed: int,
        *,
        leaders: bool,
        edition: str = "first",
        rate: float = RATE,
        only: str = "",
        further: bool = False,
        table: Callable[[tuple[tuple[str, str], ...], random.Random], TroubledTable] = SceneTable,
    ) -> None:
        self.dealt = deal(players, seed, leaders=leaders, edition=edition)
        self.random = random.Random(f"troubles {seed}")
        self.table = table(self.dealt.seats, self.random)
        self.session = Session(TableUmpire(CODEBOOK), auto=True, leaders=leaders)
        self.outcome = GameOutcome(seed)
        self.rate, self.only = rate, only
        self.further = further
        """Troubles of `tests.journeys.further_troubles` are drawn, too."""
        self.tucked: list[Card] = []
        """The cards whose sticker is under another one, where it stays until their owner is asked."""
        self.packed = set[int]()
        """The indices of the rounds whose left over cards are thrown as one packet."""
        self._trouble: Trouble | None = None
        """Whose acts are planned now."""
        self.log: list[str] = []
        self._queue: list[tuple[float, int, Callable[[], object]]] = []
        self._planned = 0
        self._stored: list[StoredEvent] = []
        self._done: set[tuple[int, int]] = set()
        """(round's index, seat) of the moves whose card was laid or is being laid."""
        self._stages = [0] * len(self.dealt.seats)
        self._mat_free = 0.0
        self._asked_since: dict[str, float] = {}
        self._wrong_since: int | None = None
        """The index of the round whose actions were recorded otherwise."""
        self._named_since: float | None = None
        """Since when (s) a question or notice stands that names what is recorded wrongly."""
        self._blamed: list[Trouble] = []
        """The trouble because of which they were, as far as anybody knows."""
        self._round = 0
        """The index of the round that people play."""
        self._strays: dict[Card, int] = {}
        """By card that lies in another city and stays there: its owner."""
        self._mistaken = set[int]()
        """The codes of cards that somebody has laid by mistake."""
        self._used = {move.code for each in self.dealt.rounds for move in each.moves}

    # The game

    def run(self) -> GameOutcome:
        self.wait(5.0)
        if self.session.game is None:
            self.outcome.stuck = "not started"
            return self.outcome
        for index, each in enumerate(self.dealt.rounds):
            if self.ends_before(index):
                break
            if each.phase is Phase.CONFLICTS:
                continue
            if self._is_past(index) and not self._is_right(self.session):
                self._note_wrong(index, each)
                self.wait(PATIENCE)  # whoever still plays does not know that the record has gone on
            elif not self._until(lambda each=each: self._is_open(each), 60.0):
                if self.game.phase is Phase.OVER and self._is_right(self.session):
                    break  # as many discards lie there as the last seat makes
                self.outcome.stuck = f"{_at(each)}: the game is at {self._at()}"
                break
            self._play_round(index, each)
            if self.outcome.stuck or self._is_given_up(index, each):
                break
        if self._wrong_since is None and not self.outcome.stuck:
            self.wait(10.0)
        elif self.outcome.stuck:
            self._stop()
        self._compare_at_end()
        self.outcome.count_effective()
        return self.outcome

    def ends_before(self, index: int) -> bool:
        """True if the rounds from this one on are not played."""
        return False

    @property
    def game(self):
        assert self.session.game is not None
        return self.session.game

    @property
    def now(self) -> float:
        """The table's time (s)."""
        return self.table.now

    def _at(self) -> tuple[int, int, Phase]:
        return self.game.age, self.game.turn, self.game.phase

    def _is_open(self, each: Round) -> bool:
        """True while the game is in this round. Two seats may take a card from the discard pile one after the other."""
        return self._at() == _at(each) and set(self.game.acting) == {move.seat for move in each.moves}

    def _play_round(self, index: int, each: Round) -> None:
        self._round, begun = index, len(self.outcome.troubles)
        at = self.table.now + self.random.uniform(*PASSED_ON)
        for move in each.moves:
            if (index, move.seat) not in self._done:
                at += self.random.uniform(0.5, 2.0)
                self._plan_move(index, each, move, at, trouble=self._wrong_since is None)
        self._run_queue()
        while any(hand.until > self.table.now + 2 for hand in self.table.hands):
            self.tick()
        if index in self.packed:
            self.throw(self._thrown_at(self.table.now), each.age, len(each.leftovers))
        else:
            for _ in each.leftovers:
                self._discard(self.table.now, each.age)
        self._run_queue()
        if len(self.outcome.troubles) > begun:
            self.wait(2.5)
        closed = lambda: not self._is_open(each)  # noqa: E731
        for attempt in range(4):
            if self._until(closed, PATIENCE):
                break
            if attempt > 0 or not self._go_on(index, each):
                self._advance(each)
        else:
            self.outcome.stuck = f"{_at(each)}: {[question.kind for question in self.session.ruling.questions]}"
        if len(self.outcome.troubles) > begun:
            self.wait(3.0)

    def _go_on(self, index: int, each: Round) -> bool:
        """Nobody looks at the screen: the next turn's first card is laid."""
        coming = self.dealt.rounds[index + 1] if index + 1 < len(self.dealt.rounds) else None
        if coming is None or (coming.age, coming.phase, each.phase) != (each.age, Phase.TURN, Phase.TURN):
            return False
        acted = set(self.session.ruling.plans)
        moves = [move for move in coming.moves if isinstance(move.action, Build | BuildStage) and move.seat in acted]
        for move in moves[:2]:
            self._plan_move(index + 1, coming, move, self.table.now + 1.0, trouble=False)
        self._run_queue()
        return bool(moves)

    def _is_given_up(self, index: int, each: Round) -> bool:
        """True if the record is wrong, and no round is left in which it could be corrected."""
        if self._is_right(self.session):
            self.outcome.corrected += self._wrong_since is not None
            self._note_right()
            return False
        self._note_wrong(index, each)
        if any(later.phase is not Phase.CONFLICTS for later in self.dealt.rounds[index + 1 :]):
            return False
        self._until(lambda: self._is_right(self.session), 40.0)
        if self._is_right(self.session):
            return self._is_given_up(index, each)
        self._stop()
        return True

    def _note_wrong(self, index: int, each: Round) -> None:
        """The record is wrong since this round, if it was not before."""
        if self._wrong_since is None:
            self._wrong_since, self._blamed = index, self._recent(set())[:1]
            self.outcome.wrong = f"{_at(each)}: {_in_words(first_difference(self.dealt.game, self.game, so_far=True))}"
            self.log.append(f"{self.table.now:7.1f} WRONG {self.outcome.wrong}")

    def _note_right(self) -> None:
        """The record is right, if it was wrong before."""
        self._wrong_since, self._named_since, self._blamed = None, None, []
        self.outcome.wrong, self.outcome.said = "", False

    def _is_past(self, index: int) -> bool:
        """True if the game has left this round behind."""
        at = self._at()
        return self.game.phase is Phase.OVER or any(at == _at(later) for later in self.dealt.rounds[index + 1 :])

    def _compare_at_end(self) -> None:
        """What is recorded may also be wrong where the game did not go on, and after its last turn."""
        self.outcome.plays, self.outcome.plays_otherwise = plays_recorded(self.dealt.game, self.game)
        if not self.outcome.wrong and not self._is_right(self.session):
            self.outcome.wrong = f"{self._at()}: {_in_words(first_difference(self.dealt.game, self.game, so_far=True))}"
            self.outcome.said = self._names_what_is_wrong()
            self.log.append(f"{self.table.now:7.1f} WRONG {self.outcome.wrong}")

    def _stop(self) -> None:
        """The game ends here: what went wrong counts as a trouble that was not settled."""
        for trouble in self._blamed or self._recent(set())[:1]:
            trouble.stopped = True

    def _is_said(self) -> bool:
        """True if a question or notice has stood for long enough to be read that names what is recorded wrongly."""
        if not self._names_what_is_wrong():
            self._named_since = None
            return False
        self._named_since = self.now if self._named_since is None else self._named_since
        return self.now - self._named_since >= READ

    def _names_what_is_wrong(self) -> bool:
        ruling = self.session.ruling
        questions = [question for question in ruling.questions if question.kind not in FREE_QUESTIONS]
        notices = [notice for notice in ruling.notices if notice.key not in NOT_ABOUT_IT]
        return bool(questions or notices) and wrong_parts(self.dealt.game, self.game).is_named(questions, notices)

    # Time

    def at(self, when: float, act: Callable[[], object]) -> None:
        """Let somebody do something at this time (s)."""
        self._planned += 1
        acted = act if self._trouble is None else partial(self._act, self._trouble, act)
        self._queue.append((when, self._planned, acted))

    def happens(self) -> None:
        """The trouble that is planned will move something, when others act."""
        if self._trouble is not None:
            self._trouble.changed = self._trouble.moved = True

    def _act(self, trouble: Trouble, act: Callable[[], object]) -> None:
        """Do what belongs to a trouble, and note whether that changes anything on the table."""
        before = self.table.appearance()
        act()
        after = self.table.appearance()
        trouble.changed |= before != after
        trouble.moved |= before[0] != after[0]

    def tick(self) -> None:
        due = sorted(each for each in self._queue if each[0] <= self.table.now)
        self._queue = [each for each in self._queue if each[0] > self.table.now]
        for _, _, act in due:
            act()
        self._then(look(self.session, self.table.scene()))

    def _skip(self, until: float = math.inf) -> None:
        """Pass over scenes before `until` (s) that change nothing: the next one that is judged says so.

        Everything is at rest then, and a session that is the same after a longer time at rest is the same in between.
        """
        table, session = self.table, self.session
        if not isinstance(table, SceneTable) or not table.is_at_rest or not self._is_idle(session):
            return
        until = min([until, table.next_look, *(when for when, *_ in self._queue)])
        for ticks in (SKIPPED, SKIPPED // 2):
            then = table.clock_after(ticks)
            if then >= until:
                continue
            later, events = look(session, replace(session.scene, time=then))
            if not events and self._is_idle(later) and _same_but_for_time(session, later):
                self.session = later
                table.rest(ticks)
                return

    def _is_idle(self, session: Session) -> bool:
        """True if there is no question that somebody may answer."""
        return not session.ruling.questions and session.proposed is None

    def wait(self, seconds: float) -> None:
        until = self.table.now + seconds
        while self.table.now < until:
            self._skip(until)
            self.tick()

    def _run_queue(self) -> None:
        while self._queue:
            self._skip()
            self.tick()

    def _until(self, reached: Callable[[], bool], seconds: float) -> bool:
        until = self.table.now + seconds
        while not reached():
            if self.table.now >= until:
                return False
            if not self._asked_since:
                self._skip(until)
            self.tick()
            self._answer()
        return True

    def _then(self, outcome) -> None:
        self.session, events = outcome
        self._stored += [event for event in events if isinstance(event, STORED)]
        for event in events:
            self.log.append(f"{self.table.now:7.1f} {event}")
            if isinstance(event, GameStarted):
                self.table.begin_game()
            elif isinstance(event, Asked) and event.question.kind not in FREE_QUESTIONS:
                self._note_question(event.question)
        if self._wrong_since is not None and not self.outcome.said:
            self.outcome.said = self._is_said()
            self.outcome.late += self.outcome.said and self._round - self._wrong_since >= SOON

    def _note_question(self, question: Question) -> None:
        if may_wait(question) and self._is_right(self.session):
            self.outcome.needless += 1
        self.outcome.asked[question.kind] += 1
        for trouble in self._recent(self._seats_of(question))[:1]:
            trouble.asked.append((question.kind, self.table.now - trouble.at))

    def _seats_of(self, question: Question | None) -> set[int]:
        """The seats that a question is about."""
        if question is None or question.seat is None:
            return set(self.game.to_act) - self.session.ruling.plans.keys() if self.session.game else set()
        return {question.seat}

    def _recent(self, seats: set[int]) -> list[Trouble]:
        """The troubles that a key or a question may be about: unanswered ones first, then these seats'."""
        begun = [each for each in self.outcome.troubles if 0 <= self.table.now - each.at < ABOUT_WITHIN]
        return sorted(begun, key=lambda each: (each.left and not each.keys, each.seat in seats, each.at), reverse=True)

    def _press_key(self, question: Question | None) -> None:
        """Somebody presses a key, because of a question or because the game does not go on."""
        self.outcome.answers += question is not None
        self.outcome.pressed += question is None
        for trouble in self._recent(self._seats_of(question))[:1]:
            trouble.keys += 1
            return
        self.outcome.elsewhere += 1

    def cut_power(self) -> None:
        """The program is killed; it goes on with what the journal has."""
        free_city = self.dealt.game.setup.free_city
        options = {"leaders": self.session.leaders, "rulings": RULINGS, "free_city": free_city}
        stored = restore(self.dealt.seats, options, read_back(self._stored))
        fresh = Session(TableUmpire(CODEBOOK), auto=True, leaders=self.session.leaders)
        self.session, self._asked_since = resume(fresh, stored), {}
        self.table.restart()

    # What people press

    def _advance(self, each: Round) -> None:
        if self._put_right(None):
            self._run_queue()
            return
        if each.phase not in (Phase.FROM_DISCARD, Phase.EXTRA_LEADER):
            self._press_key(None)
        self.log.append(f"{self.table.now:7.1f} ADVANCE")
        before = self.session.entries
        self._then(press(self.session, Advance()))
        if self.session.waited_for and self.session.entries == before and not self._enter_unseen(each):
            self._then(press(self.session, EndTurn(self.session.waited_for)))

    def _enter_unseen(self, each: Round) -> bool:
        """Enter by hand what seats have played that are named as the ones who would discard. False if there is none."""
        waited = self.session.waited_for
        unseen = [move for move in each.moves if move.seat in waited and isinstance(move.action, Build | BuildStage)]
        for move in unseen:
            self._press_key(None)
            self.log.append(f"{self.table.now:7.1f} enter {move.action}")
            self._then(press(self.session, Enter(move.action)))
        return bool(unseen)

    def _answer(self) -> None:
        """Answer what has been asked for a while, as one who knows what was done."""
        questions = self.session.ruling.questions
        self._asked_since = {
            question.kind: self._asked_since.get(question.kind, self.table.now) for question in questions
        }
        for question in questions:
            if self.table.now - self._asked_since[question.kind] >= READ and self._settle(question):
                self._asked_since = {}
                return

    def _settle(self, question: Question) -> bool:
        """Answer a question, or put right what it is about. False if nobody can."""
        if self._show(question):
            return True
        index = self._truth(question)
        if index is None:
            return self._put_right(question)
        if question.kind not in FREE_QUESTIONS:
            self._press_key(question)
        answer = question.choices[index]
        self.log.append(f"{self.table.now:7.1f} answer {question.kind}: {answer}")
        if question.kind in (NOT_ACTED, NOT_ACTED_SEVERAL):  # a card whose owner is told stays where it is
            told = answer.split(":")
            self._strays = {card: owner for card, owner in self._strays.items() if self._id(card.code) not in told}
        self._then(press(self.session, Answer(question, index)))
        return True

    def _truth(self, question: Question) -> int | None:
        """The index of an answer that is true, if one is offered. Nobody says anything else, whatever is recorded."""
        choices = question.choices
        if may_wait(question):
            after = [press(self.session, Answer(question, index))[0] for index in range(len(choices))]
            right = [index for index, session in enumerate(after) if self._is_right(session)]
            return choices.index(LEAVE) if self._is_right(self.session) or not right else right[0]
        return next((choices.index(answer) for answer in self._true_answers(question) if answer in choices), None)

    def _true_answers(self, question: Question) -> list[str]:
        """What is true of the asked seat in the round that is open on the screen, whether it is offered or not."""
        if question.kind in (NOT_ACTED, NOT_ACTED_SEVERAL):
            return self._what_they_did(question)
        if question.seat not in self._open_moves():
            return []  # the game is over in the record, or the seat is asked for what another one did
        index, move = self._open_moves()[question.seat]
        if question.kind == TWO_CARDS and self._has_gone_on(index, question.seat):
            return [f"{CARD}{self._shown(index, move)}", NEXT_CARD]
        if question.kind == "unsure_place":
            return self._whose_it_is(question)
        if question.kind == "court" and isinstance(move.action, ChooseLeader):
            return [f"leader:{move.action.card}"]
        return []

    def _open_moves(self) -> dict[int, tuple[int, Move]]:
        """By seat: its move in the round that is open on the screen, after the round's index."""
        return {
            move.seat: (index, move)
            for index, each in enumerate(self.dealt.rounds)
            if _at(each) == self._at()
            for move in each.moves
        }

    def _has_gone_on(self, index: int, seat: int) -> bool:
        """True if a seat plays a later round."""
        del seat
        return index < self._round

    def _is_to_come(self, index: int, seat: int) -> bool:
        """True if a seat has laid nothing yet in a round, not even another card by mistake."""
        return index > self._round and (index, seat) not in self._done

    def _shown(self, index: int, move: Move) -> str | None:
        """The id of the card or back that a move in this round lays in a city."""
        match move.action:
            case BuildStage():
                each = self.dealt.rounds[index]
                return "leader" if each.phase is Phase.RECRUIT else f"age_{each.age}"
            case Build() | Recruit() | BuildFromDiscard():
                return move.action.card
        return None

    def _what_they_did(self, question: Question) -> list[str]:
        """What is true of seats that have not acted, as far as the record knows.

        They say "not yet" only if all of their cards are still to come. Of several, one is named who has discarded.
        """
        wonders = str(question.placeholders.get("wonder_ids") or question.placeholders["wonder"]).split(",")
        name = {seat: self.game.cities[seat].wonder.id for seat in self._open_moves()}
        asked = {seat: each for seat, each in self._open_moves().items() if name[seat] in wonders}
        acted = {seat: each for seat, each in asked.items() if not self._is_to_come(each[0], seat)}
        if asked and not acted:
            return [WAIT]
        discarded = [seat for seat, (_, move) in acted.items() if isinstance(move.action, Discard)]
        if asked and len(discarded) == len(asked):
            return [DISCARDED]
        stage = [STAGE for _, move in acted.values() if isinstance(move.action, BuildStage)]
        card = {seat: self._shown(*each) for seat, each in acted.items()}
        laid = [answer for seat in card for answer in (f"{CARD}{card[seat]}", f"{OWNER}{card[seat]}:{name[seat]}")]
        return [*stage, *laid, *(f"{ONE_DISCARDED}{name[seat]}" for seat in discarded)]

    def _whose_it_is(self, question: Question) -> list[str]:
        """Whether a card that lies between two cities was built by the seat that is asked, or discarded."""
        card, moves = question.placeholders["card"], self._open_moves()
        assert question.seat is not None
        if self._shown(*moves[question.seat]) == card:
            return ["here"]
        codes = [move.code for _, move in moves.values() if isinstance(move.action, Discard)]
        return [IN_NO_CITY for code in codes if code is not None and self._id(code) == card]

    def _is_right(self, session: Session) -> bool:
        """True if what is recorded is what was dealt."""
        assert session.game is not None
        return first_difference(self.dealt.game, session.game, so_far=True) is None

    def _id(self, code: int) -> str:
        entry = CODEBOOK.entry(code)
        return entry.id if entry else ""

    def _put_right(self, question: Question | None) -> bool:
        """A card that lies in another city is moved home once the screen asks about it."""
        for card, owner in list(self._strays.items()):
            if card in self.table.cards and (question is None or question.seat in (owner, card.seat)):
                del self._strays[card]
                self._press_key(question)
                home = self.table.front(owner, card.code)
                self.table.take(card)
                self.at(self.table.now + 0.8, lambda home=home: self.table.put(home))
                return True
        return False

    def _show(self, question: Question) -> bool:
        """All cards of a seat whose sticker is under another one are pulled out once the screen asks about it."""
        lying = [card for card in self.tucked if card in self.table.cards and card.seat in self._seats_of(question)]
        shown = [card for card in lying if card.seat == lying[0].seat]
        if shown:
            self._press_key(question)
        for card in shown:
            self.tucked.remove(card)
            self.pull_out(card)
        return bool(shown)

    def pull_out(self, card: Card) -> None:
        """Lay a card into its place that lies under another one."""
        if card in self.table.cards and card.seat is not None:
            home = self.table.front(card.seat, card.code)
            self.table.take(card)
            self.at(self.now + 0.6, lambda: self.table.put(home))

    def enter(self, each: Round, move: Move, tries: int = 60) -> None:
        """Somebody enters the own action by keys, as soon as the screen shows that turn."""
        if self.session.game is None or self._is_past(self.dealt.rounds.index(each)):
            return
        if self._at() == _at(each) and move.seat in self.game.to_act:
            self._press_key(None)
            self.log.append(f"{self.now:7.1f} enter {move.action}")
            self._then(press(self.session, Enter(move.action)))
        elif tries:
            self.at(self.now + 1.0, lambda: self.enter(each, move, tries - 1))

    # What people do

    def _plan_move(self, index: int, each: Round, move: Move, at: float, *, trouble: bool = True) -> None:
        self._done.add((index, move.seat))
        kind = self.trouble_at(each, move) if trouble else None
        if kind is None:
            self._play(each, move, at)
            return
        self.log.append(f"{at:7.1f} trouble: {kind.__name__} at {move}")
        trouble = Trouble(kind.__name__, kind in LEFT, move.seat, at, changed=kind in UNTOUCHED)
        self.outcome.troubles.append(trouble)
        self._trouble = trouble
        kind(self, each, move, at)
        self._trouble = None

    def trouble_at(self, each: Round, move: Move) -> Callable[..., None] | None:
        """The trouble that goes with a move, if there is one."""
        if self.random.random() >= self.rate:
            return None
        kinds = [kind for kind in self.possible(each, move) if not self.only or kind.__name__ == self.only]
        return self.random.choice(kinds) if kinds else None

    def possible(self, each: Round, move: Move) -> list[Callable[..., None]]:
        if move.code is None and isinstance(move.action, ChooseLeader | Pass | BuildFromDiscard):
            return []
        kinds = list(AT_ANY)
        if isinstance(move.action, Build | Recruit):
            kinds += AT_BUILD
        if isinstance(move.action, BuildFromDiscard):
            kinds += AT_MAT
        if isinstance(move.action, Discard) and move.code is not None and each.phase is Phase.TURN:
            kinds += AT_DISCARD
        further = further_troubles.possible(self, each, move) if self.further else []
        return [*(kind for kind in kinds if REQUIRES.get(kind, lambda *_: True)(self, each, move)), *further]

    def new_card(self, each: Round, move: Move) -> Card:
        """The card with which a seat does what it does, where it should lie."""
        match move.action:
            case BuildStage():
                return self.new_stage(each, move)
            case Discard():
                return self.table.discard(LEADERS if each.phase is Phase.RECRUIT else each.age)
        assert move.code is not None
        return self.table.front(move.seat, move.code)

    def new_stage(self, each: Round, move: Move) -> Card:
        """The card of the next stage of a seat."""
        self._stages[move.seat] += 1
        return self.table.stage(
            move.seat, self._stages[move.seat], LEADERS if each.phase is Phase.RECRUIT else each.age
        )

    def still_to_play(self, each: Round, move: Move) -> list[Move]:
        """The moves of a round that are not planned when this one is."""
        index = self.dealt.rounds.index(each)
        return [other for other in each.moves if other is not move and (index, other.seat) not in self._done]

    def still_to_build(self, each: Round, move: Move) -> list[Move]:
        """Of these, those with which a card is laid in a city."""
        return [other for other in self.still_to_play(each, move) if isinstance(other.action, Build | Recruit)]

    def leave_out(self, each: Round, move: Move) -> None:
        """What this seat does in a round happens with another seat's trouble."""
        self._done.add((self.dealt.rounds.index(each), move.seat))

    def all_laid(self, each: Round, at: float) -> float:
        """When all will have laid their cards in a round in which somebody lays one at this time (s)."""
        return at + 1.25 * len(self.still_to_play(each, each.moves[-1]))

    def throw(self, at: float, back: int, cards: int) -> None:
        """Throw cards on the mat as one packet, exactly on each other."""

        def lay() -> None:
            first = self.table.put(self.table.discard(back))
            for _ in range(cards - 1):
                card = self.table.discard(back)
                card.sticker = further_troubles.nearly(self, first.sticker)
                self.table.put(card)

        if cards:
            self.at(at, lay)

    def _play(self, each: Round, move: Move, at: float) -> None:
        """Plan what a seat does, without a trouble."""
        trouble, self._trouble = self._trouble, None
        self._plan_play(each, move, at)
        self._trouble = trouble

    def _plan_play(self, each: Round, move: Move, at: float) -> None:
        back = LEADERS if each.phase is Phase.RECRUIT else each.age
        match move.action:
            case BuildStage():
                self._stages[move.seat] += 1
                slot = self._stages[move.seat]
                self.at(at, lambda: self.table.put(self.table.stage(move.seat, slot, back)))
            case Discard():
                self._discard(at, back)
            case ChooseLeader() | Pass() | BuildFromDiscard(_, None):
                pass
            case BuildFromDiscard():
                self._build_from_mat(move, at)
            case _:
                self.at(at, lambda: self._lay(move.seat, move.code))

    def _build_from_mat(self, move: Move, at: float) -> float:
        """A card is taken from the mat, or the whole pile is lifted and looked through for it; then it is laid.

        Returns when (s).
        """
        age = _age_of(move.code)
        looked_through = self.random.random() < 0.5
        seconds = self.random.uniform(3.0, 8.0) if looked_through else self.random.uniform(0.6, 2.0)
        back_after = seconds + self.random.uniform(-1.0, 1.0)
        rest: list[Card] = []

        def take() -> None:
            face_up = [card for card in self.table.cards if card.code == move.code]
            chosen = face_up or self.table.discards(age)[-1:]
            rest.extend(card for card in self.table.pile() if looked_through and card not in chosen)
            for card in (*rest, *chosen):
                self.table.take(card)

        def put_back() -> None:
            for card in rest:
                self.table.put(card)

        self.at(at, take)
        self.at(at + seconds, lambda: self._lay(move.seat, move.code))
        self.at(at + back_after, put_back)
        return at + seconds

    def another_from_the_mat(self, each: Round, move: Move, at: float) -> None:
        """Another card of the discard pile is built first, and put back before the right one is laid or after that.

        Sometimes both were taken from the pile before.
        """
        wrong = self.table.front(move.seat, self.random.choice(self._discarded_before(each)))
        age = _age_of(wrong.code)
        if self.random.random() < 0.6:
            wrong.sticker = self._near(self.table.front(move.seat, move.code).sticker, 5.0)
        lies_face_down = all(card.code != move.code for card in self.table.cards)
        both = lies_face_down and self.random.random() < 0.3
        ages = (age, _age_of(move.code)) if both else (age,)

        def take() -> None:
            for of_age in ages:
                for card in self.table.discards(of_age)[-1:]:
                    self.table.take(card)

        self.at(at, take)
        self.at(at + self.random.uniform(0.6, 2.0), lambda: self.table.put(wrong))
        away = at + 2.0 + self._soon()
        self.at(away, lambda: self.table.take(wrong))
        laid = away + self.random.uniform(0.5, 2.0)
        if both:
            self.at(laid, lambda: self._lay(move.seat, move.code))
        else:
            laid = self._build_from_mat(move, away + 1.0 + self._soon())
        first = not both and self.random.random() < 0.5
        back = away + 1.0 if first else laid + self.random.uniform(0.5, 12.0)
        self.at(back, lambda: self.table.put(self.table.discard(age)))

    def _discarded_before(self, each: Round) -> list[int]:
        """The codes of the cards that lie face down on the mat, but for those that are built from there."""
        before = self.dealt.rounds[: self.dealt.rounds.index(each)]
        taken = {move.code for rounds in self.dealt.rounds for move in rounds.moves if _from_mat(move)}
        codes = [
            move.code
            for rounds in before
            for move in rounds.moves
            if isinstance(move.action, Discard) and rounds.phase in (Phase.TURN, Phase.SEVENTH)
        ]
        face_up = {card.code for card in self.table.cards}
        return [code for code in codes if code is not None and code not in taken | face_up]

    def _discard(self, at: float, back: int) -> None:
        self.at(self._thrown_at(at), lambda: self.table.put(self.table.discard(back)))

    def _thrown_at(self, at: float) -> float:
        """When a card is laid on the discard mat that somebody wants to lay there at this time (s)."""
        self._mat_free = max(at, self._mat_free + 2.2)
        return self._mat_free

    def _lifted_at(self, at: float) -> float:
        """When the pile may be lifted if somebody wants to lift it at this time (s)."""
        return max(at, self._mat_free + 2.5)

    def _is_lifted(self, start: float, end: float) -> None:
        """The pile is lifted, or a hand is over it, between these times (s)."""
        del start
        self._mat_free = end

    def _lay(self, seat: int, code: int | None) -> Card:
        """Lay a card in a city, from the hand or from where it lies face up, as on the discard pile."""
        assert code is not None
        for card in [card for card in self.table.cards if card.code == code]:
            self.table.take(card)
        return self.table.put(self.table.front(seat, code))

    def _wrong_code(self, each: Round, move: Move) -> int:
        """Another card: one that the seat plays later, or one that nobody plays.

        A hand comes back once everybody has had it, so nobody plays such a card before that; but of the last two cards
        somebody may play both. Nor does anybody lay the same one by mistake again, if there are others.
        """
        lying = {card.code for card in self.table.cards}
        deck = LEADER_CARDS if isinstance(move.action, Recruit) else self.cards_of(each.age)
        others = [code for code in deck if code not in self._used and code not in lying]
        if not others:  # one that is not in the deck of so few players
            others = [code for code in AGE_CARDS[each.age] if code not in self._used and code not in lying]
        now, hands = self.dealt.rounds.index(each), len(self.dealt.seats)
        later = [
            other.code
            for rounds in self.dealt.rounds[now + 1 :]
            if rounds.phase is Phase.RECRUIT or rounds.turn == each.turn or rounds.turn >= each.turn + hands
            for other in rounds.moves
            if other.seat == move.seat and other.code in deck and other.code not in lying and other.code != move.code
        ]
        new = [code for code in others if code not in self._mistaken]
        later = [code for code in later if code not in self._mistaken]
        wrong = self.random.choice(later if later and self.random.random() < 0.5 else new or later or others)
        self._mistaken.add(wrong)
        return wrong

    def cards_of(self, age: int) -> list[int]:
        """The codes of the cards of an age that somebody may lay by mistake."""
        return AGE_CARDS[age]

    def _soon(self) -> float:
        return self.random.uniform(*NOTICED)

    # Troubles at building

    def exchanged(self, each: Round, move: Move, at: float) -> None:
        """The wrong card is taken away, and the right one laid, mostly in the same spot."""
        right = self.table.front(move.seat, move.code)
        wrong = self.table.front(move.seat, self._wrong_code(each, move))
        if self.random.random() < 0.6:
            wrong.sticker = self._near(right.sticker, 5.0)
        self.at(at, lambda: self.table.put(wrong))
        away = at + self._soon()
        self.at(away, lambda: self.table.take(wrong))
        self.at(away + self.random.uniform(0.5, 2.0), lambda: self.table.put(right))

    def new_card_first(self, each: Round, move: Move, at: float) -> None:
        """The right card is laid beside the wrong one before that is taken away."""
        wrong = self.table.front(move.seat, self._wrong_code(each, move))
        right = self.table.front(move.seat, move.code)
        self.at(at, lambda: self.table.put(wrong))
        new = at + self._soon()
        self.at(new, lambda: self.table.put(right))
        self.at(new + self.random.uniform(0.4, 2.5), lambda: self.table.take(wrong))

    def exchanged_twice(self, each: Round, move: Move, at: float) -> None:
        """The right card, another one, and the right one again."""
        right = self.table.front(move.seat, move.code)
        wrong = self.table.front(move.seat, self._wrong_code(each, move))
        wrong.sticker = self._near(right.sticker, 4.0)
        self.at(at, lambda: self.table.put(right))
        first = at + self._soon()
        self.at(first, lambda: self.table.take(right))
        self.at(first + 0.8, lambda: self.table.put(wrong))
        second = first + 0.8 + self._soon()
        self.at(second, lambda: self.table.take(wrong))
        self.at(second + 0.8, lambda: self.table.put(right))

    def neighbour_soon(self, each: Round, move: Move, at: float) -> None:
        """Laid in the neighbour's city and moved home soon."""
        there = self.table.front(self._neighbour(move.seat), move.code)
        home = self.table.front(move.seat, move.code)
        self.at(at, lambda: self.table.put(there))
        back = at + self._soon()
        self.at(back, lambda: self.table.take(there))
        self.at(back + 0.6, lambda: self.table.put(home))

    def two_and_one_back(self, each: Round, move: Move, at: float) -> None:
        """Two cards laid together, one taken back."""
        right = self.table.front(move.seat, move.code)
        wrong = self.table.front(move.seat, self._wrong_code(each, move))
        first, second = (right, wrong) if self.random.random() < 0.5 else (wrong, right)
        self.at(at, lambda: self.table.put(first))
        self.at(at + self.random.uniform(0.0, 0.8), lambda: self.table.put(second))
        self.at(at + 0.8 + self._soon(), lambda: self.table.take(wrong))

    def over_another(self, each: Round, move: Move, at: float) -> None:
        """The card is laid over the sticker of a card of an earlier turn, but not over the board's."""
        city = [card for card in self.table.city(move.seat) if not card.hidden]
        card = self.table.front(move.seat, move.code)
        for _ in range(TRIES):
            old = self.random.choice(city)
            card.sticker = old.sticker.at(self.random.uniform(12, 40), self.random.uniform(-60, -12))
            if not self.table.would_hide_board(card):
                self.at(at, lambda: self.table.lay_over(card))
                return
        self._play(each, move, at)

    def dropped(self, each: Round, move: Move, at: float) -> None:
        """The card falls in the middle of the table and is put in place."""
        spot = Pose(self.random.uniform(-120, 120), self.random.uniform(-90, 90), self.random.uniform(-3, 3))
        fallen = self.table.lost_front(move.code, spot)
        home = self.table.front(move.seat, move.code)
        self.at(at, lambda: self.table.put(fallen))
        up = at + self._soon()
        self.at(up, lambda: self.table.take(fallen))
        self.at(up + 0.6, lambda: self.table.put(home))

    def coins(self, each: Round, move: Move, at: float) -> None:
        """Coins lie on the new card's sticker for a while."""
        card = self.table.front(move.seat, move.code)
        self.at(at, lambda: self.table.put(card))
        self.at(at + self._soon(), lambda: self.table.hide([card], Cover.COINS))
        self.at(at + 8 + 2 * self._soon(), lambda: self.table.hide([card], None))

    def discarded_first(self, each: Round, move: Move, at: float) -> None:
        """Laid on the discard mat by mistake, taken back and built."""
        wrong: list[Card] = []
        laid = self._thrown_at(at)
        self.at(laid, lambda: wrong.append(self.table.put(self.table.discard(each.age))))
        away = laid + self._soon()
        self._is_lifted(away, away)
        self.at(away, lambda: self.table.take(wrong[0]))
        self.at(away + self.random.uniform(0.6, 2.0), lambda: self._lay(move.seat, move.code))

    def neighbour_left(self, each: Round, move: Move, at: float) -> None:
        """Laid in the city of a neighbour who builds, and it stays there.

        Nothing on the table tells whose card it is if that neighbour discards.
        """
        there = self.table.front(self.random.choice(self._building_neighbours(each, move)), move.code)
        self._strays[there] = move.seat
        self.at(at, lambda: self.table.put(there))

    # Troubles at discarding

    def on_a_discard(self, each: Round, move: Move, at: float) -> None:
        """Laid almost exactly on the last discard."""

        def lay() -> None:
            pile = self.table.pile()
            card = self.table.discard(each.age)
            if pile:
                top = max(pile, key=lambda each: each.order)
                angle = self.random.uniform(0, 6.3)
                far = self.random.uniform(0.3, 3.0)
                turn = self.random.uniform(-0.05, 0.05)
                card.sticker = Pose(*top.sticker.at(far, 0, angle).to_table((0, 0)), top.sticker.angle + turn)
            self.table.put(card)

        self.at(self._thrown_at(at), lay)

    def beside_the_mat(self, each: Round, move: Move, at: float) -> None:
        spot = Pose(self.random.choice((-1, 1)) * 180.0, self.random.uniform(-60, 60), self.random.uniform(-3, 3))
        self.at(at, lambda: self.table.put(self.table.lost_discard(each.age, spot)))

    def on_a_board(self, each: Round, move: Move, at: float) -> None:
        board = self.table.boards[move.seat]
        spot = board.at(-self.random.uniform(60, 150), self.random.uniform(30, 60), self.random.uniform(-0.5, 0.5))
        self.at(at, lambda: self.table.put(self.table.lost_discard(each.age, spot)))

    def face_up(self, each: Round, move: Move, at: float) -> None:
        spot = self.table.mat.sticker.at(self.random.uniform(-50, 0), self.random.uniform(0, 50))
        self.at(at, lambda: self.table.put(self.table.lost_front(move.code, spot)))

    # Troubles at any time

    def board_pushed(self, each: Round, move: Move, at: float) -> None:
        """Somebody pushes the board with the whole city by up to 10 cm, then plays."""
        pushes = [
            (seat, self.random.uniform(20, 100), self.random.uniform(-3, 3))
            for seat in self.random.sample(range(len(self.table.boards)), len(self.table.boards))
            for _ in range(5)
        ]
        push = next((push for push in pushes if self.table.may_be_pushed(*push)), None)
        if push is not None:
            self.at(at, lambda: self.table.push_board(*push))
        self._play(each, move, at + 1.5)

    def city_tidied(self, each: Round, move: Move, at: float) -> None:
        """All cards of a city change places, and none lies over another one any more."""
        seat = self.random.randrange(len(self.table.boards))
        self._play(each, move, at)

        def tidy() -> None:
            cards = self.table.city(seat)
            homes = [self.table.front(seat, card.code) if card.thing.z >= ON_TOP else card for card in cards]
            places = [(home.sticker, home.thing.z) for home in homes]
            self.random.shuffle(places)
            self.table.hand(self.table.boards[seat], 2.0, 300)
            for card, (place, z) in zip(cards, places, strict=True):
                card.sticker, card.thing = self._near(place, 5.0), replace(card.thing, z=z)
                card.cover = card.cover if card.cover is Cover.DAMAGED else None

        self.at(at + self.random.uniform(0.5, 2.0), tidy)

    def stages_swapped(self, each: Round, move: Move, at: float) -> None:
        seat = self.random.choice([seat for seat, built in enumerate(self._stages) if built > 1])

        def swap() -> None:
            cards = [card for card in self.table.cards if (card.place, card.seat) == (Place.STAGE, seat)]
            if len(cards) < 2:
                return
            one, other = self.random.sample(cards, 2)
            for card in (one, other):
                self.table.hand(card.sticker, 1.2)
            one.sticker, other.sticker = self._near(other.sticker, 4), self._near(one.sticker, 4)
            one.slot, other.slot = other.slot, one.slot

        self.at(at, swap)
        self._play(each, move, at + self.random.uniform(0.0, 2.0))

    def pile_looked_through(self, each: Round, move: Move, at: float) -> None:
        """The pile is lifted for a while and put back as a whole; the hand may stay over it for some seconds."""
        held: list[Card] = []
        stays = self.random.choice((0.7, self.random.uniform(0.7, 4.0)))

        def lift() -> None:
            held.extend(self.table.pile())
            self.table.hide([card for card in held if card.cover is Cover.COINS], None)
            for card in held:
                self.table.take(card)

        def put_back() -> None:
            mat = self.table.tabletop.mat.pose
            turned = Pose(mat.x + self.random.uniform(-15, 15), mat.y, mat.angle + self.random.uniform(-0.4, 0.4))
            for card in held:
                card.sticker = card.sticker.carried(mat, turned)
                self.table.put(card)
            self.table.hand(held[-1].sticker, stays)

        lifted = self._lifted_at(at)
        self.at(lifted, lift)
        back = lifted + self.random.uniform(3.0, 8.0)
        self.at(back, put_back)
        self._is_lifted(lifted, back + stays + 0.3)
        self._play(each, move, at)

    def coins_on_old_cards(self, each: Round, move: Move, at: float) -> None:
        cards = self.random.sample(self.table.cards, min(3, len(self.table.cards)))

        def lay_coins() -> None:
            self.table.hide([card for card in cards if self.table.lies_open(card)], Cover.COINS)

        def take_coins() -> None:
            self.table.hide([card for card in cards if card.cover is Cover.COINS], None)

        self.at(at, lay_coins)
        self.at(at + self.random.uniform(3, 20), take_coins)
        self._play(each, move, at)

    def glare(self, each: Round, move: Move, at: float) -> None:
        """A sleeve's glare hides some stickers for a while, the new card's now and then among them."""
        seat = self.random.randrange(len(self.table.boards))
        hidden: list[Card] = []

        def dazzle() -> None:
            hidden.extend(card for card in self.table.city(seat) if self.random.random() < 0.3 and not card.hidden)
            self.table.hide(hidden, Cover.GLARE)

        self.at(at, dazzle)
        self.at(at + self.random.uniform(3, 30), lambda: self.table.hide(hidden, None))
        self._play(each, move, at)

    def childs_hand(self, each: Round, move: Move, at: float) -> None:
        """A child touches a city here and there and pushes a card a little."""
        seat = self.random.randrange(len(self.table.boards))

        def touch(pushes: bool) -> None:
            board = self.table.boards[seat]
            self.table.hand(board.at(self.random.uniform(-200, 0), self.random.uniform(-90, 20)), 0.4)
            if pushes and (cards := self.table.city(seat)):
                card = self.random.choice(cards)
                card.sticker = self._near(card.sticker, 6.0)
                self.table.hand(card.sticker, 0.4)

        for number in range(4):
            self.at(at + 1.1 * number, lambda number=number: touch(number == 2))
        self._play(each, move, at + self.random.uniform(0.0, 3.0))

    def knocked(self, each: Round, move: Move, at: float) -> None:
        """Somebody knocks the camera while a card is laid."""
        self.at(at + self.random.uniform(-0.3, 0.8), self.table.knock)
        self._play(each, move, at)

    def lamp_switched(self, each: Round, move: Move, at: float) -> None:
        """Another lamp is switched on while a card is laid."""
        self.at(at + self.random.uniform(-0.3, 0.8), self.table.switch_lamp)
        self._play(each, move, at)

    def power_cut(self, each: Round, move: Move, at: float) -> None:
        """The program is killed while a card is laid, and starts again."""
        self.at(at + self.random.uniform(0.0, 2.0), self.cut_power)
        self._play(each, move, at)

    def hand_rests(self, each: Round, move: Move, at: float) -> None:
        """A hand rests on a city for a while."""
        seat = self.random.randrange(len(self.table.boards))
        spot = self.table.boards[seat].at(self.random.uniform(-150, 0), self.random.uniform(-80, 0))
        self.at(at, lambda: self.table.hand(spot, self.random.uniform(3, 20)))
        self._play(each, move, at)

    def _near(self, at: Pose, far: float) -> Pose:
        return Pose(at.x + self.random.uniform(-far, far), at.y + self.random.uniform(-far, far), at.angle)

    def _building_neighbours(self, each: Round, move: Move) -> list[int]:
        """The neighbours in whose city a card of this seat is one too many.

        If their own card lies elsewhere, or one of another seat lies in this city, nothing on the table is amiss.
        """
        if any(card.seat == move.seat for card in self._strays):
            return []
        beside = {self._beside(move.seat, step) for step in (-1, 1)} - set(self._strays.values())
        return [
            other.seat for other in each.moves if other.seat in beside and isinstance(other.action, Build | BuildStage)
        ]

    def _beside(self, seat: int, step: int) -> int:
        return (seat + step) % len(self.table.boards)

    def _neighbour(self, seat: int) -> int:
        return self._beside(seat, self.random.choice((-1, 1)))


Game = TroubledGame
AT_BUILD = (
    Game.exchanged,
    Game.new_card_first,
    Game.exchanged_twice,
    Game.neighbour_soon,
    Game.two_and_one_back,
    Game.over_another,
    Game.dropped,
    Game.coins,
    Game.discarded_first,
    Game.neighbour_left,
)
AT_MAT = (Game.another_from_the_mat,)
AT_DISCARD = (Game.on_a_discard, Game.beside_the_mat, Game.on_a_board, Game.face_up)
AT_ANY = (
    Game.board_pushed,
    Game.city_tidied,
    Game.stages_swapped,
    Game.pile_looked_through,
    Game.coins_on_old_cards,
    Game.glare,
    Game.hand_rests,
    Game.childs_hand,
    Game.knocked,
    Game.lamp_switched,
    Game.power_cut,
)
LEFT = (
    Game.neighbour_left,
    Game.beside_the_mat,
    Game.on_a_board,
    Game.face_up,
    Game.power_cut,
    *further_troubles.LEFT_LYING,
)
"""Hands leave it as it is. After a power cut nobody knows which cards came to the discard mat in this turn."""
UNTOUCHED = (Game.knocked, Game.lamp_switched, Game.power_cut)
"""Nothing on the table changes, but what is seen of it."""
REQUIRES = {
    Game.another_from_the_mat: lambda game, each, _: bool(game._discarded_before(each)),
    Game.over_another: lambda game, _, move: any(not card.hidden for card in game.table.city(move.seat)),
    Game.stages_swapped: lambda game, *_: any(built > 1 for built in game._stages),
    Game.pile_looked_through: lambda game, *_: len(game.table.pile()) > 1,
    Game.discarded_first: lambda _, each, __: each.phase is Phase.TURN,
    Game.on_a_discard: lambda game, *_: bool(game.table.pile()),
    Game.neighbour_left: lambda game, each, move: (
        each.phase is Phase.TURN and bool(game._building_neighbours(each, move))
    ),
}


def _same_but_for_time(one: Session, other: Session) -> bool:
    """True if two sessions differ by the time of their scenes only."""
    names = ("memory", "ruling", "ledger", "asked", "closed_itself", "idle_since")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _age_of(code: int | None) -> int:
    """The age of an age card."""
    entry = CODEBOOK.entry(code) if code is not None else None
    assert entry is not None
    assert entry.age is not None
    return entry.age


def _from_mat(move: Move) -> bool:
    return isinstance(move.action, BuildFromDiscard) and move.action.card is not None


def _at(each: Round) -> tuple[int, int, Phase]:
    return each.age, each.turn, each.phase


def _in_words(difference: GameDifference | None) -> str:
    """What was dealt and what is recorded instead."""
    if difference is None or difference.dealt is None or difference.booked is None:
        return str(difference)
    dealt, booked = difference.dealt, difference.booked
    ours = {action.seat: action for action in dealt.actions if hasattr(action, "seat")}
    theirs = {action.seat: action for action in booked.actions if hasattr(action, "seat")}
    differs = [f"{ours[seat]} as {theirs.get(seat)}" for seat in ours if ours[seat] != theirs.get(seat)]
    return f"{dealt.age} {dealt.turn} {dealt.phase}: " + ("; ".join(differs) or f"{dealt.coins} {booked.coins}")
