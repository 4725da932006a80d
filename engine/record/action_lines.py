"""The line of an action in a record and in a position's notation, written and read.

A seat and a word, as in the dictionary of the action (`engine.model.actions`); then a card, a stage or coins, `free`,
`pays` with the coins for each side, and `exception`.
"""

from typing import Any

from engine.model.actions import NOTHING, WORD_OF, WORDS, Action, Build, BuildFromDiscard, Discard, Fight, Payment

FIGHT = "fight"
TAKEN_NOTHING = "nothing"
"""Instead of the card of the discard pile."""


def line_of(action: Action) -> str:
    """An action's line."""
    if isinstance(action, Fight):
        return FIGHT
    words = [str(action.seat), WORD_OF[type(action)]]
    what = [getattr(action, name, None) for name in ("card", "stage", "coins")]
    words += [str(one) for one in what if one is not None]
    if isinstance(action, BuildFromDiscard) and action.card is None:
        words.append(TAKEN_NOTHING)
    if isinstance(action, Build) and action.free:
        words.append("free")
    pays = getattr(action, "pays", None) or NOTHING
    if pays != NOTHING:
        words.append("pays")
        words += [f"{side} {coins}" for side, coins in pays._asdict().items() if coins]
    if getattr(action, "exception", False):
        words.append("exception")
    return " ".join(words)


def read_line(line: str) -> Action:
    """The action of a line; ValueError if it is none."""
    if line == FIGHT:
        return Fight()
    seat, word, *rest = line.split(" ")
    if word not in WORDS or word == FIGHT:
        raise ValueError(word)
    kind = WORDS[word]
    fields, values = kind.__slots__, dict[str, Any](seat=number(seat))
    if rest[-1:] == ["exception"] and "exception" in fields:
        values["exception"] = True
        rest.pop()
    if "card" in fields and (rest or kind is not Discard):
        card, *rest = rest
        values["card"] = None if kind is BuildFromDiscard and card == TAKEN_NOTHING else card
    for name in {"stage", "coins"}.intersection(fields):
        count, *rest = rest
        values[name] = number(count)
    if kind is Build and rest[:1] == ["free"]:
        values["free"] = True
        rest = rest[1:]
    if "pays" in fields:
        values["pays"] = _read_pays(rest)
    elif rest:
        raise ValueError(rest)
    return kind(**values)


def number(word: str) -> int:
    """The number that a word of digits is; ValueError."""
    if not (word.isascii() and word.isdigit()):
        raise ValueError(word)
    return int(word)


def _read_pays(words: list[str]) -> Payment:
    if not words:
        return NOTHING
    pays, *pairs = words
    if pays != "pays" or len(pairs) % 2 or set(pairs[::2]) - set(Payment._fields):
        raise ValueError(words)
    return Payment(**{side: number(coins) for side, coins in zip(pairs[::2], pairs[1::2], strict=True)})
