"""The umpire of a camera over the table: a turn is a plan for each seat, read from the table with every scene.

Nothing is booked until the turn closes, so that everything can be changed on the table itself.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.ledger_check.age_log import ALL, AgeLog
from device.times import GESTURE, PUT_RIGHT_WITHIN, READ_WITHIN
from device.umpire.contradictions import (
    booked_missing,
    compare,
    correction_question,
    discard_is_missing,
    may_wait,
    too_many_discards,
    unexplained_cards,
)
from device.umpire.expectations import entered_discards
from device.umpire.new_cards import (
    NewCard,
    backs_built,
    cards_elsewhere,
    cards_that_came,
    cards_that_lie,
    find_new_cards,
    signature,
    without_exchanged,
)
from device.umpire.next_turn import without_later
from device.umpire.open_turn import NOTHING_LOST, OpenTurn, proposed
from device.umpire.proposals import entered_plan
from device.umpire.questions import entered_otherwise, not_acted, too_many_cards
from device.umpire.rereading import reread
from device.umpire.ruling import Ruling, Situation, UmpireMemory, supposed_lately
from device.umpire.secret_entries import questions_where_cards_differ, questions_where_discards_differ
from display.messages.choices import choice_questions
from display.messages.events import Booked
from display.messages.questions import Notice, Question
from engine import Discard, Game, Phase
from vision.kit.codebook import Codebook
from vision.kit.sizes import KitSizes
from vision.scene import Scene

SUPPOSED = "notice.discard_supposed"
"""The notice that a seat's discard was recorded although nothing shows it."""
NOT_RECORDED = "notice.card_not_recorded"
"""The notice that a card lies in a city that nobody has built by the record."""
UNCLEAR = "notice.action_supposed"
"""The notice that something of a seat was recorded as it seemed, since nobody waited for an answer."""


@dataclass(frozen=True, slots=True)
class TableUmpire:
    """Rules on everything that lies on the table at once."""

    codebook: Codebook
    sizes: KitSizes = KitSizes()

    def judge(self, situation: Situation, memory: UmpireMemory, *, close: bool) -> Ruling:
        """Rule on what lies on the table now. `close`: close the turn unless a question is open."""
        turn = self._read(situation, memory)
        turn, questions = _while_held(turn, _about_cards(turn, at_once=close), close=close)
        may_close = turn.may_close()
        over = may_close and turn.is_over()
        questions += _where_discards_differ(turn, over=over)
        closes = over or close
        if may_close and not closes and turn.waits_in_vain():
            closes = turn.game.phase in NOTHING_LOST
            questions += () if closes else _who_has_not_acted(turn)
        if correction := correction_question(turn.memory, situation):
            questions += (correction,)
        closing = _closing(turn, questions, closes=closes and all(map(may_wait, questions)), by_hand=close)
        entered = {seat: entered_plan(turn.game, action) for seat, action in turn.game.pending.items()}
        return Ruling(
            _after_turn(turn, closing) if closing else turn.memory,
            MappingProxyType(turn.plans | entered),
            questions + choice_questions(turn.game),
            self._notices(situation, turn.memory),
            closing,
        )

    def card_in_question(self, situation: Situation, memory: UmpireMemory, seat: int) -> int | None:
        """The code of the seat's card in the open turn."""
        playable = self._read(situation, memory).playable.get(seat, ())
        return playable[0].code if playable else None

    def hold(self, situation: Situation, memory: UmpireMemory) -> UmpireMemory:
        """The memory after an undo: the cards that lie there now are held."""
        held = signature(find_new_cards(situation, memory, self.codebook))
        return replace(memory, held=held, closed=-math.inf)

    def _read(self, situation: Situation, memory: UmpireMemory) -> OpenTurn:
        """What the table shows of the open turn."""
        memory, ever = self._look(situation, memory)
        came = cards_that_lie(ever, situation.scene.time)
        lying = without_exchanged(came)
        if memory.waiting and memory.waiting_with != signature(lying):
            memory = replace(memory, waiting=frozenset())
        memory = reread(situation, compare(situation, memory, lying, self.codebook), ever, self.codebook)
        memory, new_cards, later = without_later(situation, memory, ever, self.codebook)
        return OpenTurn.read(situation, memory, came, new_cards, later, codebook=self.codebook)

    def _look(
        self, situation: Situation, memory: UmpireMemory
    ) -> tuple[UmpireMemory, Mapping[int, tuple[NewCard, ...]]]:
        """The memory with what this scene shows, and the new cards of every seat."""
        time, mat = situation.scene.time, memory.mat.look(situation.scene, self.sizes)
        log = AgeLog(ALL) if memory.log.unseen is None else memory.log
        if memory.mat.resumed:  # nobody has looked for a while, or ever
            log = replace(log, begun=time + GESTURE, hands=(*log.hands, time))
        memory = replace(
            memory,
            log=log.look(situation.scene),
            mat=mat,
            boards_unseen_since=_boards_unseen_since(situation.scene, situation.game, memory.boards_unseen_since),
        )
        new_cards = cards_that_came(situation, memory, self.codebook)
        present = signature(cards_that_lie(new_cards, situation.scene.time))
        return replace(memory, exceptions=memory.exceptions & present, confirmed=memory.confirmed & present), new_cards

    def _notices(self, situation: Situation, memory: UmpireMemory) -> tuple[Notice, ...]:
        time, game = situation.scene.time, situation.game
        notices = [card_notice(self.codebook, game, *what) for what in _odd_cards(situation, memory, self.codebook)]
        if discard_is_missing(situation, memory, self.codebook):
            notices.append(Notice("notice.discard_missing"))
        notices += too_many_discards(situation, memory)
        supposed = {one.seat: one for one in supposed_lately(situation.entries) if one.seat is not None}
        notices += [
            Notice(
                SUPPOSED if isinstance(one.action, Discard) else UNCLEAR,
                {"wonder": game.cities[seat].wonder.id},
                seat,
            )
            for seat, one in sorted(supposed.items())
        ]
        unseen = [seat for seat, since in memory.boards_unseen_since.items() if time - since >= READ_WITHIN]
        notices += [Notice("notice.board_not_seen", seat=seat) for seat in unseen]
        return (*notices, *_turned_boards(situation.scene, game, self.codebook))


def _odd_cards(situation: Situation, memory: UmpireMemory, codebook: Codebook) -> list[tuple[int, str, int | None]]:
    """Cards that do not lie where the record says: the code, the notice and the seat that it is about."""
    scene, booked = situation.scene, situation.booked
    missing = [code for code, since in booked_missing(situation, memory).items() if scene.time - since >= READ_WITHIN]
    moved = [item.code for item in scene.items if item.seat not in (None, booked.get(item.code, item.seat))]
    keys = dict.fromkeys(missing, "notice.card_missing") | dict.fromkeys(moved, "notice.card_moved")
    return [
        *((code, key, booked[code]) for code, key in sorted(keys.items())),
        *((code, "notice.seen_twice", booked.get(code)) for code in scene.doubts),
        *((one.code, NOT_RECORDED, one.seat) for one in unexplained_cards(situation, memory, codebook)),
    ]


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


def _boards_unseen_since(scene: Scene, game: Game, before: Mapping[int, float]) -> Mapping[int, float]:
    """Seats whose board is not seen although others are -> since when (camera time, s). `scene` is in game seats.

    What lies there belongs to nobody, as after a restart with a hand over the board.
    """
    if not scene.seats:
        return before
    seen = {board.seat for board in scene.seats}
    return MappingProxyType(
        {seat: before.get(seat, scene.time) for seat in range(len(game.cities)) if seat not in seen}
    )


def _while_held(
    turn: OpenTurn, questions: tuple[Question, ...], *, close: bool
) -> tuple[OpenTurn, tuple[Question, ...]]:
    """After an undo, questions about the held cards wait until the cards change or somebody presses ADVANCE.

    That a card is not seen any more, and no hand was there, is no change.
    """
    held = turn.memory.held
    if held is None:
        return turn, questions
    present, cities = signature(without_exchanged(turn.came)), turn.memory.log.cities.items()
    missed = {(seat, came.code) for (seat, *_), came in cities if came.gone is not None and not came.was_taken}
    if held - missed != present - missed:
        held = present if turn.memory.mat.is_arriving(turn.scene) else None
    if held is not None and questions:
        held, questions = (None, questions) if close else (held, ())
    return replace(turn, memory=replace(turn.memory, held=held)), questions


# What is asked


def _about_cards(turn: OpenTurn, *, at_once: bool) -> tuple[Question, ...]:
    """The questions about single cards. `at_once`: do not wait, for somebody wants to go on."""
    played = {seat: cards for seat, cards in turn.played.items() if seat not in turn.beside.values()}
    otherwise = turn.otherwise | entered_otherwise(turn.game, turn.playable, turn.entered, turn.memory.confirmed)
    return (
        _about_rules(turn, at_once=at_once)
        + too_many_cards(turn.scene, turn.game, played)
        + questions_where_cards_differ(turn.scene, otherwise, turn.playable, at_once=at_once)
    )


def _about_rules(turn: OpenTurn, *, at_once: bool) -> tuple[Question, ...]:
    """The questions of proposals whose card has lain still for a while.

    They wait for that, while a card that is missed may lie there, too, and while the record is about to change, unless
    somebody wants to go on (`at_once`). A card that the rules forbid and that came after others' is the next turn's if
    the seat has `thrown` its last one: so people get the time to lay theirs, too.
    """
    if turn.record_changes and not at_once:
        return ()
    later = frozenset(turn.beside.values()) | (frozenset() if at_once else turn.hidden)
    cards = {seat: turn.playable[seat][0] for seat in turn.proposals if seat not in later}
    first = min((card.since for card in cards.values()), default=math.inf)
    questions = []
    for seat, card in cards.items():
        late = turn.thrown and card.since - first >= GESTURE
        asked_after = PUT_RIGHT_WITHIN if late or not card.sure else GESTURE
        question = turn.proposals[seat].question
        lies_still = at_once or card.since + asked_after <= turn.scene.time
        if question and card.unseen_since is None and lies_still:
            questions.append(question)
    return tuple(questions)


def _where_discards_differ(turn: OpenTurn, *, over: bool) -> tuple[Question, ...]:
    """Whether seats have discarded, as the table shows if the turn is `over`, or what they entered in secret counts."""
    shown = turn.missing if over and turn.game.phase not in NOTHING_LOST else ()
    discarding = (turn.memory.discarded | set(shown)) - turn.accepted.keys()
    return questions_where_discards_differ(turn.game, turn.situation.in_secret, discarding)


def _who_has_not_acted(turn: OpenTurn) -> tuple[Question, ...]:
    """What the missing seats have done, unless somebody has said that they are waited for."""
    game, known = turn.game, turn.memory.waiting | turn.situation.in_secret.keys()
    asked = [seat for seat in turn.beside or turn.asked if seat not in known]
    own = [  # its next card may be this turn's, read so late
        (cards[0], seat) for seat in asked if (cards := turn.later.cards.get(seat)) and cards[0].slot is None
    ]
    beside = cards_elsewhere(game, asked, turn.came) if game.phase is Phase.TURN else ()
    elsewhere = [(card.name, seat) for card, seat in (*own, *beside) if proposed(game, seat, card, turn.memory).action]
    return not_acted(game, asked, elsewhere)


def _closing(turn: OpenTurn, questions: tuple[Question, ...], *, closes: bool, by_hand: bool) -> tuple[Booked, ...]:
    """The actions that close the turn, with what is supposed of them; none if it stays open.

    If nothing `closes` it, these are the likeliest once the others have left it behind. `by_hand`: somebody asked for
    its end.
    """
    closing = turn.closing_actions() if closes else ()
    supposed = set[int | None]() if by_hand else _unseen(turn, closing)
    if not closing and turn.is_left_behind():
        closing = turn.likeliest_actions()
        supposed = {question.seat for question in questions} | turn.unclear
    supposed |= (turn.later.unclear - turn.situation.in_secret.keys()) | _guessed_just_now(turn)
    return tuple(replace(one, supposed=one.seat in supposed) for one in closing)


# What is remembered


def _after_turn(turn: OpenTurn, closing: Sequence[Booked]) -> UmpireMemory:
    """The memory once the turn has closed with these actions."""
    game, built = turn.game, backs_built(turn.game, closing, turn.codebook)
    return turn.memory.after_turn(game, turn.scene.time, turn.back, _discards_until(turn, closing), built=built)


def _discards_until(turn: OpenTurn, closing: Sequence[Booked]) -> float:
    """When (camera time, s) a card was thrown that is for the next turn: this one had fewer, and all were laid.

    Where nobody discards all are, unless somebody took cards from the pile and may have put them back, or built one:
    then others have come to light until it lay in the city.
    """
    game, mat, thrown = turn.game, turn.memory.mat, turn.memory.mat.laid(turn.back)
    laid = max((cards[0].since for cards in turn.played.values()), default=math.inf)
    if game.phase not in NOTHING_LOST:
        discards = entered_discards(game) + sum(isinstance(booked.action, Discard) for booked in closing)
        thrown, after = thrown[discards:], laid + GESTURE
    elif any(back.is_surely_taken and since >= turn.memory.closed for back, since in mat.taken):
        return math.inf
    else:
        after = laid if game.phase is Phase.FROM_DISCARD and turn.played else -math.inf
    return min((time for time in thrown if time > after), default=math.inf)


def _guessed_just_now(turn: OpenTurn) -> set[int | None]:
    """The seats of which a turn was recorded as it seemed just now, so that the record only catches up with them.

    What is left of their cards is a guess as well; and nobody could read in so short a time what was said.
    """
    just_now = turn.scene.time - turn.memory.closed < GESTURE
    return {one.seat for one in supposed_lately(turn.situation.entries) if just_now}


def _unseen(turn: OpenTurn, closing: Sequence[Booked]) -> set[int | None]:
    """The seats that act in the turn that closes although nothing of it is seen."""
    if turn.game.phase in NOTHING_LOST:
        return set() if turn.later.cards or turn.leaves_empty_pile else set(turn.missing)
    unseen = {one.seat for one in closing if isinstance(one.action, Discard) and one.seat in turn.missing}
    return set() if turn.shows_all_discards(len(unseen)) else unseen
