"""What was done in a game as plain values, and in words: telephones read the whole record."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from display.words import Words
from engine import CorrectCoins, Fight, action_to_dict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


@lru_cache(maxsize=16)
def words_of(language: str, edition: str = "first", players: tuple[tuple[str, str], ...] = ()) -> Words:
    """The words of a language and edition, read once; `players` as for `Words`."""
    return Words(language, edition, players)


def turn_row(action: Any) -> list[Any]:
    """[seat, do, card, stage, coins to the left, to the right, to the bank]; an age that ends is ["fight"].

    Nobody learns which card was discarded. Corrections of coins have the coins in the last place.
    """
    if isinstance(action, Fight):
        return ["fight"]
    if isinstance(action, CorrectCoins):
        return [action.seat, "coins", None, None, 0, 0, action.coins]
    row = action_to_dict(action)
    pays: Mapping[str, int] = row["pays"] or {}
    card = None if row["do"] in ("discard", "pass") else row["card"]
    return [row["seat"], row["do"], card, row["stage"], *(pays.get(side, 0) for side in ("left", "right", "bank"))]


def turn_text(row: list[Any], names: Sequence[str], words: Words) -> str:
    """An action of the record in words; `names` by seat."""
    if row == ["fight"]:
        return words.say("event.action.fight")
    seat, do, card, stage, *pays = row
    if do == "coins":
        return words.action({"do": do, "coins": pays[-1], "wonder": names[seat]})
    beside = (names[(seat + 1) % len(names)], names[seat - 1], words.say("phones.bank"))
    paid = [words.say("phones.pay", coins=coins, name=name) for coins, name in zip(pays, beside, strict=True) if coins]
    record = {"do": do, "card": card, "stage": stage, "wonder": names[seat]}
    return words.action(record, f"({words.listed(paid)})" if paid else "")
