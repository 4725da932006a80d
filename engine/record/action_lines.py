"""The line of an action in a record and in a position's notation, written and read."""

from __future__ import annotations

from typing import Any

from engine.model.actions import (
    NOTHING,
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Fight,
    Pass,
    PayLoss,
    Payment,
    Recruit,
)


def line_of(action: Action) -> str:
    """An action's line."""
    match action:
        case Fight():
            return "fight"
        case CorrectCoins():
            return f"{action.seat} coins {action.coins}"
        case Build():
            words = f"build {action.card}{_flag(action, 'free')}{_pays(action.pays)}"
        case BuildStage():
            words = f"stage {action.stage}{_pays(action.pays)}"
        case BuildFromDiscard():
            words = f"build_from_discard {action.card or 'nothing'}"
        case Discard():
            words = f"discard {action.card}" if action.card else "discard"
        case Recruit():
            words = f"recruit {action.card}{_pays(action.pays)}"
        case ChooseLeader():
            words = f"court {action.card}"
        case Pass():
            words = "pass"
        case PayLoss():
            words = f"pay_loss {action.coins}"
    return f"{action.seat} {words}{_flag(action, 'exception')}"


def _flag(action: Action, name: str) -> str:
    return f" {name}" if getattr(action, name) else ""


def _pays(payment: Payment | None) -> str:
    if payment is None or payment == NOTHING:
        return ""
    parts = (("left", payment.left), ("right", payment.right), ("bank", payment.bank))
    return " pays" + "".join(f" {side} {coins}" for side, coins in parts if coins)


def read_line(line: str) -> Action:  # noqa: PLR0911  one for each word
    """The action of a line; ValueError or IndexError if it is none."""
    words = line.split(" ")
    if words == ["fight"]:
        return Fight()
    seat, word, *rest = words
    who = number(seat)
    values: dict[str, Any] = {}
    if rest and rest[-1] == "exception":
        values["exception"] = True
        rest.pop()
    match word:
        case "build":
            card, *rest = rest
            if rest[:1] == ["free"]:
                values["free"] = True
                rest = rest[1:]
            return Build(who, card, _read_pays(rest), **values)
        case "stage":
            return BuildStage(who, number(rest[0]), _read_pays(rest[1:]), **values)
        case "build_from_discard":
            (card,) = rest
            return BuildFromDiscard(who, None if card == "nothing" else card, **values)
        case "discard" if len(rest) <= 1:
            return Discard(who, rest[0] if rest else None, **values)
        case "recruit":
            card, *rest = rest
            return Recruit(who, card, _read_pays(rest), **values)
        case "court":
            (card,) = rest
            return ChooseLeader(who, card, **values)
        case "pass" if not rest:
            return Pass(who, **values)
        case "pay_loss":
            (coins,) = rest
            return PayLoss(who, number(coins), **values)
        case "coins" if not values:
            (coins,) = rest
            return CorrectCoins(who, number(coins))
    raise ValueError(word)


def number(word: str) -> int:
    """The number that a word of digits is; ValueError."""
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


def _read_pays(words: list[str]) -> Payment:
    if not words:
        return NOTHING
    pays, *pairs = words
    if pays != "pays" or len(pairs) % 2 or set(pairs[::2]) - {"left", "right", "bank"}:
        raise ValueError(words)
    return Payment(**{side: number(coins) for side, coins in zip(pairs[::2], pairs[1::2], strict=True)})
