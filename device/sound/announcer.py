"""What is worth a sound or a sentence: only what everybody at the table may see, as it is on the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from display.words import Words
from engine import Fight, Phase, score_sheets, winners

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from device.messages.questions import Question
    from device.settings.preferences import Preferences
    from display.table_state import TableState
    from engine import Game

SOON = 8.0
"""s within which a question or an exception must be said, or it is of no interest any more."""
AT_LENGTH = 60.0
"""The same for the conflicts and the final scoring, which are many sentences."""


class Voice(Protocol):
    """Something that can be heard: a `Speaker`."""

    volume: float

    def amiss(self) -> Mapping[str, str]:
        """What keeps it from being heard."""

    def tone(self, name: str) -> None:
        """Play a tone."""

    def say(self, text: str, language: str, about: Hashable, patience: float) -> None:
        """Say a sentence."""

    def retract(self, about: Hashable) -> None:
        """Do not say it any more."""

    def hush(self) -> None:
        """Break off."""


class Announcer:
    """Watches what the screen shows and announces what is new in it."""

    def __init__(self, mouth: Voice, preferences: Preferences) -> None:
        self._mouth, self._preferences = mouth, preferences
        self._words = Words(preferences.settings.screen.language)
        self._acted: frozenset[Hashable] = frozenset()
        self._asked: tuple[Question, ...] = ()
        self._actions = -1
        self._told: tuple[int, Phase] | None = None

    def amiss(self) -> Mapping[str, str]:
        """Setting -> the catalogue's key of what keeps it from working."""
        return self._mouth.amiss()

    def watch(self, state: TableState, *, revealing: bool) -> None:
        """Take in what is shown now; `revealing`: conflicts or scoring are still being told by the screen."""
        settings = self._preferences.settings
        self._mouth.volume = settings.sound.volume
        if settings.screen.language != self._words.language:
            self._words = Words(settings.screen.language)
        self._tones(state, wanted=settings.sound.effects)
        self._sentences(state, revealing=revealing, wanted=settings.sound.voice)
        self._asked = state.questions

    def _tones(self, state: TableState, *, wanted: bool) -> None:
        acted = frozenset(_deeds(state))
        new, self._acted = acted - self._acted, acted
        if not wanted:
            return
        if any(question not in self._asked for question in state.questions):
            self._mouth.tone("question")
        elif new:
            self._mouth.tone("booked")

    def _sentences(self, state: TableState, *, revealing: bool, wanted: bool) -> None:
        game = state.game
        before, self._actions = self._actions, len(game.actions) if game else -1
        if self._actions < before:  # another game, or something was taken back
            self._mouth.hush()
            self._told = None
        for question in self._asked:
            if question not in state.questions:
                self._mouth.retract(_about(question))
        if wanted:
            self._questions(state)
            if game is not None and before >= 0:
                self._exceptions(game, before)
        if game is not None and not revealing:
            self._account(game, wanted=wanted)

    def _questions(self, state: TableState) -> None:
        for question in state.questions:
            if question not in self._asked:
                text = self._words.question(question.kind, question.placeholders)
                if question.seat is not None and state.game is not None:
                    text = self._at(state.game, question.seat, text)
                self._say(text, _about(question), SOON)

    def _exceptions(self, game: Game, before: int) -> None:
        for action in game.actions[before:]:
            if getattr(action, "exception", False):
                text = self._words.say("voice.exception")
                self._say(self._at(game, getattr(action, "seat", 0), text), action, SOON)

    def _account(self, game: Game, *, wanted: bool) -> None:
        """The conflicts and the final scoring, once each, when the screen has shown them."""
        if game.phase not in {Phase.CONFLICTS, Phase.OVER} or (game.age, game.phase) == self._told:
            return
        self._told = (game.age, game.phase)
        for text in (_conflicts if game.phase is Phase.CONFLICTS else _scores)(game, self._words) if wanted else ():
            self._say(text, self._told, AT_LENGTH)

    def _say(self, text: str, about: Hashable, patience: float) -> None:
        self._mouth.say(text, self._words.language, about, patience)

    def _at(self, game: Game, seat: int, text: str) -> str:
        return self._words.say("screen.table.at_seat", name=_name(game, seat, self._words), words=text)


def _deeds(state: TableState) -> Iterator[Hashable]:
    """What has been seen or entered of the open turn; at a station, all that was taken in."""
    turn = (state.game.age, state.game.turn, state.game.phase) if state.game else None
    for seat, plan in state.plans.items():
        yield turn, seat, plan.do, plan.card, plan.stage
    for seat in state.entered:
        yield turn, seat
    if state.station:  # each thing that is shown is answered, the last card of a turn and a board, too
        yield from ((mark.wonder, mark.side) for mark in state.seats)
        yield from range(len(state.game.actions) if state.game else 0)


def _about(question: Question) -> Hashable:
    return question.seat, question.kind, str(question.placeholders.get("card"))


def _name(game: Game, seat: int, words: Words) -> str:
    city = game.cities[seat]
    return city.name or words.say(f"wonder.{city.wonder.id}")


def _conflicts(game: Game, words: Words) -> Iterator[str]:
    """What each city wins or loses in the conflicts of this age."""
    yield words.say("voice.conflicts", number=game.age)
    after = game.apply(Fight())
    for seat, (old, new) in enumerate(zip(game.cities, after.cities, strict=True)):
        points = sum(new.conflict[len(old.conflict) :])
        key = "voice.loses" if points < 0 else "voice.wins"
        yield words.say(key, name=_name(game, seat, words), count=abs(points))


def _scores(game: Game, words: Words) -> Iterator[str]:
    """Who has won, and everybody's points from the most to the fewest."""
    best = winners(game)
    sheets = sorted(score_sheets(game), key=lambda sheet: sheet.total, reverse=True)
    if len(best) > 1:
        yield words.say("screen.scoring.shared", names=words.listed(_name(game, seat, words) for seat in best))
    for sheet in sheets:
        key = "screen.scoring.winner" if best == (sheet.seat,) else "voice.points"
        yield words.say(key, name=_name(game, sheet.seat, words), count=sheet.total)
