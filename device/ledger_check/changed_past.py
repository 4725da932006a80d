"""What becomes of a game if some of its past actions were others: everything later is played again by the rules."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from display.messages.events import Booked
from display.messages.questions import Question
from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Fight,
    IllegalAction,
    Phase,
    Recruit,
    action_to_dict,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine import Action, Game, SeatAction

CHANGE_PAST = "change_past"
"""The kind of the question whether past actions are changed although later ones no longer fit."""
CHANGE, KEEP = "change", "leave"
"""Its answers."""
PHASES = tuple(Phase)
"""In the order in which they are played."""


@dataclass(frozen=True, slots=True)
class UnfitAction:
    """A later action that the rules no longer allow; `do` is its word in the record."""

    age: int
    turn: int
    wonder: str
    do: str
    card: str = ""
    stage: int | None = None

    def as_text(self) -> str:
        """As the placeholder of a question carries it: fields with commas."""
        return ",".join((str(self.age), str(self.turn), self.wonder, self.do, self.card, str(self.stage or "")))


@dataclass(frozen=True, slots=True)
class ChangedPast:
    """A ledger with other past actions: the first `keep` actions stay, `entries` follow.

    `unfit`: later actions that no longer fit. They become exceptions, or discards where that is not possible either, or
    are left out if there is no such phase any more.
    """

    keep: int
    entries: tuple[Booked, ...]
    unfit: tuple[UnfitAction, ...] = ()

    @property
    def question(self) -> Question:
        """Shows what no longer fits before anything is changed; to leave everything as it is is the default."""
        unfit = ";".join(one.as_text() for one in self.unfit)
        return Question(None, CHANGE_PAST, {"unfit": unfit}, (CHANGE, KEEP), chosen=1)


def changed_past(game: Game, entries: Sequence[Booked], changes: Mapping[int, SeatAction]) -> ChangedPast:
    """The ledger if the actions with these numbers were others.

    Raises:
        IllegalAction: the rules forbid one of the other actions itself.
        LookupError: there is no action with such a number.
    """
    keep = min(changes)
    states = tuple(game.states())
    replayed = _Replayed(states[keep])
    codes = _codes(entries[number] for number in changes)
    for number, entry in enumerate(entries[keep:], keep):
        before = states[number]
        if number in changes:
            replayed.change(replace(entry, action=changes[number], code=codes.get(_card(changes[number]))))
        else:
            replayed.repeat(entry, before)
    return ChangedPast(keep, tuple(replayed.booked), tuple(replayed.unfit))


def swapped(first: Action, second: Action) -> tuple[Action, ...]:
    """Both actions, each done by the other's seat and paid anew; none if they are no actions of seats."""
    if isinstance(first, CorrectCoins | Fight) or isinstance(second, CorrectCoins | Fight):
        return ()
    return _of_seat(second, first.seat), _of_seat(first, second.seat)


def _of_seat(action: SeatAction, seat: int) -> SeatAction:
    action = replace(action, seat=seat)
    if isinstance(action, Build):
        return replace(action, pays=None, free=False, exception=False)
    if isinstance(action, BuildStage):
        return replace(action, stage=None, pays=None, exception=False)
    return replace(action, pays=None, exception=False) if isinstance(action, Recruit) else action


def _codes(entries: Iterable[Booked]) -> Mapping[str, int]:
    """Card -> the sticker that was seen of it."""
    return {card: entry.code for entry in entries if entry.code is not None and (card := _card(entry.action))}


def _card(action: Action) -> str:
    return str(getattr(action, "card", None) or "") if isinstance(action, (Build, BuildFromDiscard, Recruit)) else ""


def _when(game: Game) -> tuple[int, int, int]:
    return game.age, game.turn, PHASES.index(game.phase)


@dataclass(slots=True)
class _Replayed:
    """Plays actions again, one after the other."""

    game: Game
    booked: list[Booked] = field(default_factory=list)
    unfit: list[UnfitAction] = field(default_factory=list)

    def change(self, entry: Booked) -> None:
        """Play another action than was booked."""
        self._add(entry, entry.action)

    def repeat(self, entry: Booked, before: Game) -> None:
        """Play what was booked in the game `before`, as far as that fits now."""
        action = entry.action
        if isinstance(action, CorrectCoins):
            self._add(entry, action)
            return
        while _when(self.game) < _when(before) and self.game.acting:
            for seat in self.game.to_act:  # a phase that was not played before
                idle = self.game.idle_action(seat)
                self._add(Booked(idle), idle)
        here = _when(self.game) == _when(before)
        fits = here if isinstance(action, Fight) else here and action.seat in self.game.to_act
        if not fits:
            self._say(entry, before)
            return
        allowed = self.game.as_allowed(action)
        if allowed is None:
            self._insist(entry, before)
        else:
            self._add(entry, allowed)

    def _insist(self, entry: Booked, before: Game) -> None:
        """Book as an exception, or as a discard, what the rules do not allow any more."""
        assert not isinstance(entry.action, (CorrectCoins, Fight))
        if not getattr(entry.action, "exception", False):
            self._say(entry, before)
        for action in (replace(entry.action, exception=True), self.game.idle_action(entry.action.seat)):
            with suppress(IllegalAction):
                self._add(entry, action)
                return

    def _say(self, entry: Booked, before: Game) -> None:
        wonder = before.cities[entry.seat].wonder.id if entry.seat is not None else ""
        do, stage = str(action_to_dict(entry.action)["do"]), getattr(entry.action, "stage", None)
        self.unfit.append(UnfitAction(before.age, before.turn, wonder, do, _card(entry.action), stage))

    def _add(self, entry: Booked, action: Action) -> None:
        self.game = self.game.apply(action)
        played = self.game.actions[-1]
        code = entry.code if _card(played) == _card(entry.action) else None
        self.booked.append(replace(entry, action=played, code=code))
