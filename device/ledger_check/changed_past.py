"""What becomes of a game if some of its past actions were others: everything later is played again by the rules."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TypeVar

from display.messages.events import Booked
from display.messages.questions import Question
from engine import (
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Fight,
    Game,
    IllegalAction,
    Phase,
    Recruit,
    SeatAction,
    action_to_dict,
)

CHANGE_PAST = "change_past"
"""The kind of the question whether past actions are changed although later ones no longer fit."""
CHANGE, KEEP = "change", "leave"
"""Its answers."""
Done = TypeVar("Done", bound=Action)
PHASES = tuple(Phase)
"""In the order in which they are played."""


@dataclass(frozen=True, slots=True)
class ChangedPast:
    """A ledger with other past actions: the first `keep` actions stay, `entries` follow.

    `changes`: by number, what the actions were instead. `unfit`: later actions that no longer fit, each as a question
    carries it: age, turn, wonder, the record's word, card and stage with commas. They become exceptions, or discards
    where that is not possible either, or are left out if there is no such phase any more.
    """

    keep: int
    entries: tuple[Booked, ...]
    changes: Mapping[int, Booked] = field(default_factory=dict)
    unfit: tuple[str, ...] = ()

    @property
    def question(self) -> Question:
        """Shows what no longer fits before anything is changed; to leave everything as it is is the default."""
        return Question(None, CHANGE_PAST, {"unfit": ";".join(self.unfit)}, (CHANGE, KEEP), chosen=1)

    def as_text(self, game: Game, entries: Sequence[Booked]) -> str:
        """The changes as a question's placeholder carries them. `entries`: what stands, with which `game` came here.

        They are separated by semicolons; each has age (empty in the open one), turn, wonder, what was done with its
        card, and what is booked with its card.
        """
        said = []
        for number, now in sorted(self.changes.items()):
            was = entries[number]
            age = "" if was.age == game.age else str(was.age)
            wonder = game.cities[now.seat].wonder.id if now.seat is not None else ""
            done = (*_said(now.action), *_said(was.action))
            said.append(",".join((age, str(was.turn), wonder, *done)))
        return ";".join(said)


def changed_past(
    game: Game, entries: Sequence[Booked], changes: Mapping[int, Booked], *, insist: bool = False
) -> ChangedPast:
    """The ledger if the actions with these numbers were others.

    `insist`: what the rules forbid becomes an exception, and is said to be unfit.

    Raises:
        IllegalAction: the rules forbid one of the other actions itself, or without `insist` any exception of it.
        LookupError: there is no action with such a number.
    """
    keep = min(changes, default=len(entries))
    states = tuple(game.states())
    replayed = _Replayed(states[keep], insist)
    for number, entry in enumerate(entries[keep:], keep):
        if number in changes:
            replayed.change(changes[number], states[number])
        else:
            replayed.repeat(entry, states[number])
    return ChangedPast(keep, tuple(replayed.booked), changes, tuple(replayed.unfit))


def with_actions(entries: Sequence[Booked], actions: Mapping[int, SeatAction]) -> Mapping[int, Booked]:
    """The entries with these numbers if these were their actions; cards that change places keep their stickers."""
    codes = {_card(one.action): one.code for number in actions if (one := entries[number]).code is not None}
    return {
        number: replace(was, action=action, code=was.code if _card(was.action) == card else codes.get(card))
        for number, action in actions.items()
        for was, card in ((entries[number], _card(action)),)
    }


def swapped(first: Action, second: Action) -> tuple[SeatAction, ...]:
    """Both actions, each done by the other's seat and paid anew; none if they are no actions of seats."""
    if isinstance(first, CorrectCoins | Fight) or isinstance(second, CorrectCoins | Fight):
        return ()
    return _of_seat(second, first.seat), _of_seat(first, second.seat)


def _of_seat(action: SeatAction, seat: int) -> SeatAction:
    action = replace(unpaid(action), seat=seat, exception=False)
    return replace(action, stage=None) if isinstance(action, BuildStage) else action


def unpaid(action: Done) -> Done:
    """The action without what was paid for it."""
    if isinstance(action, Build):
        return replace(action, pays=None, free=False)
    return replace(action, pays=None) if isinstance(action, BuildStage | Recruit) else action


def _card(action: Action) -> str:
    return (action.card or "") if isinstance(action, Build | BuildFromDiscard | Recruit) else ""


def when(game: Game) -> tuple[int, int, int]:
    """Age, turn and phase, as they follow one another."""
    return game.age, game.turn, PHASES.index(game.phase)


def _said(action: Action) -> tuple[str, str]:
    """What was done in a word, and its card."""
    return str(action_to_dict(action)["do"]), _card(action)


@dataclass(slots=True)
class _Replayed:
    """Plays actions again, one after the other."""

    game: Game
    insists: bool
    booked: list[Booked] = field(default_factory=list)
    unfit: list[str] = field(default_factory=list)

    def change(self, entry: Booked, before: Game) -> None:
        """Play another action than was booked in the game `before`."""
        self._catch_up(before, entry.seat)
        action = self.game.as_allowed(entry.action) if self.insists else entry.action
        if action is None:
            self._say(entry, before)
        self._add(entry, action or insisted(entry.action))

    def repeat(self, entry: Booked, before: Game) -> None:
        """Play what was booked in the game `before`, as far as that fits now."""
        action = entry.action
        if isinstance(action, CorrectCoins):
            self._add(entry, action)
            return
        self._catch_up(before, entry.seat)
        if when(self.game) != when(before) or not (isinstance(action, Fight) or action.seat in self.game.to_act):
            self._say(entry, before)
        elif (allowed := self.game.as_allowed(action)) is not None:
            self._add(entry, allowed)
        else:
            self._insist(entry, before)

    def _catch_up(self, before: Game, seat: int | None) -> None:
        """Let nobody do anything in phases that were not played before this seat acted in the game `before`."""
        while self.game.acting and (when(self.game) < when(before) or self._acts_later(before, seat)):
            for acting in self.game.to_act:
                idle = self.game.idle_action(acting)
                self._add(Booked(idle), idle)

    def _acts_later(self, before: Game, seat: int | None) -> bool:
        """True if the open phase is another seat's, and this one acts in the next one of that kind."""
        phase, is_open = self.game.phase, when(self.game) == when(before)
        return is_open and any(each is phase and seat in seats for each, seats in self.game.remaining)

    def _insist(self, entry: Booked, before: Game) -> None:
        """Book as an exception, or as a discard, what the rules do not allow any more."""
        assert entry.seat is not None
        if not getattr(entry.action, "exception", False):
            self._say(entry, before)
        for action in (insisted(entry.action), self.game.idle_action(entry.seat)):
            with suppress(IllegalAction):
                self._add(entry, action)
                return

    def _say(self, entry: Booked, before: Game) -> None:
        wonder = before.cities[entry.seat].wonder.id if entry.seat is not None else ""
        stage = getattr(entry.action, "stage", None) or ""
        self.unfit.append(f"{before.age},{before.turn},{wonder},{','.join(_said(entry.action))},{stage}")

    def _add(self, entry: Booked, action: Action) -> None:
        self.game = self.game.apply(action)
        played = self.game.actions[-1]
        code = entry.code if _card(played) == _card(entry.action) else None
        self.booked.append(replace(entry, action=played, code=code))


def insisted(action: Action) -> Action:
    """The action as an exception, which only people who insist can record."""
    if isinstance(action, CorrectCoins | Fight):
        return action
    if isinstance(action, BuildStage):
        return replace(action, stage=None, exception=True)
    return replace(action, exception=True)
