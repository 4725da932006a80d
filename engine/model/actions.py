"""What players do, as frozen values, and their form as plain dictionaries for journals and other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.model.errors import WondertableError


class ActionError(WondertableError, ValueError):
    """What does not describe an action: a dictionary, or a value of a wrong type."""


class Payment(NamedTuple):
    """Coins to the left neighbour (the next seat clockwise), to the right neighbour, and to the bank."""

    left: int = 0
    right: int = 0
    bank: int = 0

    @property
    def total(self) -> int:
        """All coins together."""
        return self.left + self.right + self.bank

    def capped(self, coins: int) -> Payment:
        """The part of the payment that so many coins cover: first to the left, then to the right, then to the bank."""
        left = min(self.left, coins)
        right = min(self.right, coins - left)
        return Payment(left, right, min(self.bank, coins - left - right))


NOTHING = Payment()


@dataclass(frozen=True, slots=True)
class Build:
    """Build a structure from the hand. `pays` None: the default payment; `free`: Olympia A's once per age.

    `exception`: book it although the rules forbid it, as far as that has a meaning.
    """

    seat: int
    card: str
    pays: Payment | None = None
    free: bool = False
    exception: bool = False


@dataclass(frozen=True, slots=True)
class BuildStage:
    """Build a stage of the wonder, numbered from 1; None: the next one."""

    seat: int
    stage: int | None = None
    pays: Payment | None = None
    exception: bool = False


@dataclass(frozen=True, slots=True)
class Discard:
    """Put a card on the discard pile for 3 coins. The card is usually unknown."""

    seat: int
    card: str | None = None
    exception: bool = False


@dataclass(frozen=True, slots=True)
class Recruit:
    """Recruit a leader; `pays` None: its price, which goes to the bank (Leaders)."""

    seat: int
    card: str
    pays: Payment | None = None
    exception: bool = False


@dataclass(frozen=True, slots=True)
class ChooseLeader:
    """Choose the neighbour's leader that the Courtesans Guild copies (Leaders)."""

    seat: int
    card: str
    exception: bool = False


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave an offer: the seventh card goes to the discard pile unpaid, or no extra leader is recruited."""

    seat: int
    exception: bool = False


@dataclass(frozen=True, slots=True)
class BuildFromDiscard:
    """Build a card of the discard pile for nothing; None: take none."""

    seat: int
    card: str | None
    exception: bool = False


@dataclass(frozen=True, slots=True)
class PayLoss:
    """Pay so many of the coins that the city loses, and take a debt token for each of the others (Cities)."""

    seat: int
    coins: int
    exception: bool = False


@dataclass(frozen=True, slots=True)
class CorrectCoins:
    """Say how many coins a treasury really holds, at any time; the actions already given this turn are not yet paid."""

    seat: int
    coins: int


@dataclass(frozen=True, slots=True)
class Fight:
    """Resolve the conflicts at the end of the age."""


Action = (
    Build | BuildStage | Discard | Recruit | ChooseLeader | Pass | BuildFromDiscard | PayLoss | CorrectCoins | Fight
)
SeatAction = Build | BuildStage | Discard | Recruit | ChooseLeader | Pass | BuildFromDiscard | PayLoss
"""The actions by which a seat acts when it is due."""

WORDS: dict[str, type[Action]] = {
    "build": Build,
    "stage": BuildStage,
    "discard": Discard,
    "recruit": Recruit,
    "court": ChooseLeader,
    "pass": Pass,
    "build_from_discard": BuildFromDiscard,
    "pay_loss": PayLoss,
    "coins": CorrectCoins,
    "fight": Fight,
}
WORD_OF = {kind: word for word, kind in WORDS.items()}
_EMPTY = ("seat", "card", "stage", "pays")
"""The fields of a dictionary that may be None, as if they were not there."""


def action_to_dict(action: Action) -> dict[str, Any]:
    """A plain dictionary: seat, do, card, stage, pays; `free` and `exception` only when set."""
    row: dict[str, Any] = {"seat": None, "do": WORD_OF[type(action)], "card": None, "stage": None, "pays": None}
    for name in action.__slots__:
        value = getattr(action, name)
        if isinstance(value, Payment):
            value = {"left": value.left, "right": value.right, "bank": value.bank}
        if value is not False:
            row[name] = value
    return row


def action_from_dict(row: Mapping[str, Any]) -> Action:
    """The action a dictionary says; ActionError names the first thing that does not fit."""
    word = row.get("do") if isinstance(row, Mapping) else row
    kind = WORDS.get(word) if isinstance(word, str) else None
    if kind is None:
        raise ActionError("unknown_action", do=word)
    values = {name: value for name, value in row.items() if name != "do" and not (name in _EMPTY and value is None)}
    unknown = values.keys() - set(kind.__slots__)
    if unknown:
        raise ActionError("unknown_field", field=min(unknown), do=row["do"])
    if "pays" in values:
        try:
            values["pays"] = Payment(**values["pays"])
        except TypeError:
            raise ActionError("bad_field", field="pays", value=values["pays"]) from None
    if kind is BuildFromDiscard:
        values.setdefault("card", None)
    try:
        action = kind(**values)
    except TypeError:
        raise ActionError("missing_field", do=row["do"]) from None
    check_action(action)
    return action


def check_action(action: object) -> None:
    """Refuse what is no action, and the first field that has another type than it should; ActionError."""
    if type(action) not in WORD_OF:
        raise ActionError("unknown_action", do=repr(action))
    names: tuple[str, ...] = getattr(action, "__slots__", ())
    for name in names:
        value = getattr(action, name)
        if value is None and name in {"stage", "pays"}:
            continue
        if name == "pays" and isinstance(value, Payment):
            for side in Payment._fields:
                _check(side, getattr(value, side))
        _check(name, value)


def _check(name: str, value: object) -> None:
    if name in {"seat", "stage", "coins", "left", "right", "bank"}:
        fits = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    elif name == "card":
        fits = value is None or isinstance(value, str)
    elif name in {"free", "exception"}:
        fits = isinstance(value, bool)
    else:
        fits = isinstance(value, Payment)
    if not fits:
        raise ActionError("bad_field", field=name, value=value)
