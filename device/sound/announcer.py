"""Announces what is new on the screen, by tones and sentences. It uses only what everybody at the table may see."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace

from device.settings.preferences import Preferences
from device.sound.speaker import Speaker
from display.facts.action_summary import ActionSummary, latest_action
from display.facts.chair_facts import told_for_chair
from display.facts.edition import shown_edition
from display.facts.names import named_players, seat_name
from display.menu.addition import added_tone
from display.messages.questions import Question
from display.table_state import TableState
from display.words import Line, Words
from engine import NOTHING, Fight, Game, Phase, score_sheets, winners

SAY_WITHIN = 8.0
"""Seconds; a question or an exception that cannot be said by then is dropped."""
PLAY_WITHIN = 2.5
"""Seconds; the same for what is played. Seven cards may be laid at once: then some of them are not said."""
CHAIR = "chair"
"""What sentences about an empty chair are about."""
RESULTS_WITHIN = 60.0
"""Seconds; the same for the conflicts and the final scoring, which take many sentences."""


class Announcer:
    """Watches the state that the screen shows and announces what is new in it."""

    def __init__(self, output: Speaker, preferences: Preferences) -> None:
        self._output, self._preferences = output, preferences
        self._words = Words(preferences.settings.screen.language)
        self._acted: frozenset[Hashable] = frozenset()
        self._asked: tuple[Question, ...] = ()
        self._played: Mapping[int, ActionSummary] = {}
        self._added: tuple[int, str] | None = None
        self._actions = -1
        self._told: Line | None = None
        self._announced: tuple[int, Phase] | None = None

    def problems(self) -> Mapping[str, str]:
        """Setting -> the catalogue key of why it does not work."""
        return self._output.problems()

    def try_sound(self) -> None:
        """Play a tone, so that somebody hears whether the loudspeaker is the right one."""
        self._output.tone("question")

    def watch(self, state: TableState, *, revealing: bool) -> None:
        """Announce what is new in `state`; `revealing`: the screen has still to reveal conflicts or scoring."""
        settings = self._preferences.settings
        self._output.volume = settings.sound.volume
        if self._output.output != settings.sound.output:
            self._output.output = settings.sound.output
            self.try_sound()
        wanted, players = (settings.screen.language, shown_edition(state).edition), named_players(state.game)
        if wanted != (self._words.language, self._words.edition) or dict(players) != self._words.players:
            self._words = Words(*wanted, players)
        self._tones(state, wanted=settings.sound.effects)
        self._plays(state, wanted=settings.sound.voice == "plays")
        self._sentences(state, revealing=revealing, wanted=bool(settings.sound.voice))
        self._asked = state.questions

    def _tones(self, state: TableState, *, wanted: bool) -> None:
        acted = frozenset(_actions_of_turn(state))
        new, self._acted = acted - self._acted, acted
        before, self._added = self._added, added_tone(state)
        if not wanted:
            return
        if self._added and (before is None or self._added[0] != before[0]):
            self._output.tone(self._added[1])
        elif any(question not in self._asked for question in state.questions):
            self._output.tone("question")
        elif new:
            self._output.tone("booked")

    def _plays(self, state: TableState, *, wanted: bool) -> None:
        """Say what each seat does in the open turn once it is seen or entered; what is taken back is not said."""
        before, self._played = self._played, _open_plays(state) if wanted else {}
        game = state.game
        if game is None:
            return
        for seat, summary in before.items():
            if self._played.get(seat) != summary:
                self._output.retract(("play", seat))
        for seat, summary in self._played.items():
            if before.get(seat) != summary:
                self._say(self._play_words(game, seat, summary), ("play", seat), PLAY_WITHIN)

    def _play_words(self, game: Game, seat: int, summary: ActionSummary) -> str:
        name = _seat_name(game, seat, self._words)
        key = f"voice.play.{summary.do}"
        if key in self._words:
            return self._words.say(key, name=name, card=summary.card, stage=summary.stage)
        return self._words.say("screen.table.at_seat", name=name, words=self._words.say(f"deed.{summary.do}"))

    def _sentences(self, state: TableState, *, revealing: bool, wanted: bool) -> None:
        game = state.game
        before, self._actions = self._actions, len(game.actions) if game else -1
        if self._actions < before:  # another game, or an undo
            self._output.silence()
            self._announced = None
        for question in self._asked:
            if question not in state.questions:
                self._output.retract(_subject(question))
        told, self._told = self._told, told_for_chair(state.chair, game) if game is not None else None
        if wanted:
            if self._told is not None and self._told != told:
                self._say(self._words.say(self._told.key, **dict(self._told.placeholders)), CHAIR, SAY_WITHIN)
            self._questions(state)
            if game is not None and before >= 0 and not state.is_review:
                self._exceptions(game, before)
        if game is not None and not revealing:
            self._results(game, wanted=wanted)

    def _questions(self, state: TableState) -> None:
        for question in state.questions:
            if question not in self._asked:
                text = self._words.question(question.kind, question.placeholders)
                if question.seat is not None and state.game is not None:
                    text = self._with_seat(state.game, question.seat, text)
                self._say(text, _subject(question), SAY_WITHIN)

    def _exceptions(self, game: Game, before: int) -> None:
        for action in game.actions[before:]:
            if getattr(action, "exception", False):
                text = self._words.say("voice.exception")
                self._say(self._with_seat(game, getattr(action, "seat", 0), text), action, SAY_WITHIN)

    def _results(self, game: Game, *, wanted: bool) -> None:
        """Announce the conflicts and the final scoring, once each, after the screen has shown them."""
        if game.phase not in {Phase.CONFLICTS, Phase.OVER} or (game.age, game.phase) == self._announced:
            return
        self._announced = (game.age, game.phase)
        for text in (_conflicts if game.phase is Phase.CONFLICTS else _scores)(game, self._words) if wanted else ():
            self._say(text, self._announced, RESULTS_WITHIN)

    def _say(self, text: str, about: Hashable, within: float) -> None:
        self._output.say(text, self._words.language, about, within)

    def _with_seat(self, game: Game, seat: int, text: str) -> str:
        return self._words.say("screen.table.at_seat", name=_seat_name(game, seat, self._words), words=text)


def _open_plays(state: TableState) -> Mapping[int, ActionSummary]:
    """What each seat does in the open turn, as far as everybody may see it, without what it pays."""
    if state.game is None:
        return {}
    latest = {seat: latest_action(state, state.game, seat) for seat in range(len(state.game.cities))}
    return {seat: replace(one, pays=NOTHING) for seat, one in latest.items() if one is not None and not one.past}


def _actions_of_turn(state: TableState) -> Iterator[Hashable]:
    """Keys of the actions seen or entered in the open turn; at a station also of every board and booked action."""
    turn = (state.game.age, state.game.turn, state.game.phase) if state.game else None
    for seat, plan in state.plans.items():
        yield turn, seat, plan.do, plan.card, plan.stage
    for seat in state.entered | state.acted_in_secret:
        yield turn, seat
    if state.station:  # everything that is shown gets a tone, also a board and the last card of a turn
        yield from ((mark.wonder, mark.side) for mark in state.seats)
        yield from range(len(state.game.actions) if state.game else 0)


def _subject(question: Question) -> Hashable:
    return question.seat, question.kind, str(question.placeholders.get("card"))


def _seat_name(game: Game, seat: int, words: Words) -> str:
    return seat_name(game, seat).text(words.say)


def _conflicts(game: Game, words: Words) -> Iterator[str]:
    """Sentences: what each city wins or loses in the conflicts of this age."""
    yield words.say("voice.conflicts", number=game.age)
    after = game.apply(Fight())
    for seat, (old, new) in enumerate(zip(game.cities, after.cities, strict=True)):
        points = sum(new.conflict[len(old.conflict) :])
        key = "voice.loses" if points < 0 else "voice.wins"
        yield words.say(key, name=_seat_name(game, seat, words), count=abs(points))


def _scores(game: Game, words: Words) -> Iterator[str]:
    """Sentences: who has won, then everybody's points, the most first."""
    best = winners(game)
    sheets = sorted(score_sheets(game), key=lambda sheet: sheet.total, reverse=True)
    if len(best) > 1:
        yield words.say("screen.scoring.shared", names=words.listed(_seat_name(game, seat, words) for seat in best))
    for sheet in sheets:
        key = "screen.scoring.winner" if best == (sheet.seat,) else "voice.points"
        yield words.say(key, name=_seat_name(game, sheet.seat, words), count=sheet.total)
