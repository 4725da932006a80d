"""What one telephone is told: the public state with the price list of its own seat, in its language; and changes of it.

A telephone gets only the lists of the seat that it has, which keeps a change short; nothing in them is a secret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from device.features.telephones.game.turn_words import turn_text, words_of
from display.words import Words, city_name

if TYPE_CHECKING:
    from collections.abc import Iterator

Json = dict[str, Any]


def view_of(state: Json, wonder: str, language: str) -> Json:
    """The state for the telephone of this wonder; "" for one that only watches."""
    players = tuple((city["wonder"], city["name"]) for city in state["seats"] if city["name"])
    words = words_of(language, state.get("edition", "first"), players)
    view = state | {"questions": [_question(question, words) for question in state["questions"]]}
    if state["stage"] == "setup":
        return view
    own = next((seat for seat, city in enumerate(state["seats"]) if city["wonder"] == wonder), None)
    played_for = state["free_city"] if own is not None and own == state["controller"] else None
    shown = {str(seat) for seat in (own, played_for) if seat is not None}
    for name in ("prices", "recruits"):
        view[name] = {str(seat): row for seat, row in enumerate(state[name]) if str(seat) in shown}
    names = [city_name(words.say, city["name"], city["wonder"]) for city in state["seats"]]
    view["turns"] = [turn_text(row, names, words) for row in state["turns"]]
    view["last"] = [_short(row) for row in state["turns"][-len(names) :]]
    view["story"] = [story_text(key, values, words) for key, values in state.get("story", ())]
    return view


def _short(row: list[Any]) -> list[Any]:
    """A row of the record without the nothings at its end."""
    while len(row) > 1 and not row[-1]:
        row = row[:-1]
    return row


def story_text(key: str, values: Json, words: Words) -> str:
    """A sentence of a game's story in words; names are lists of [player, wonder]."""
    said = {
        name: words.listed(city_name(words.say, player, wonder) for player, wonder in value)
        if isinstance(value, list)
        else value
        for name, value in values.items()
    }
    return words.say(key, **said)


def changes(before: Json, after: Json) -> Json | None:
    """What turns one state into another, as an object with the same keys; None if only the whole state says it.

    A value replaces what was there. An object goes on inside an object or, by index, inside an array; "+" lists what is
    appended to an array, "-" the keys that are gone, "*" the keys that get the same word, as in most price lists.
    """
    found: Json = {}
    gone = [name for name in before if name not in after]
    if gone:
        found["-"] = gone
    for name, value in after.items():
        if name not in before or before[name] != value:
            change = _change(before.get(name), value)
            if change is None and value is not None:
                return None
            found[name] = change
    return _grouped(found, after)


def _grouped(found: Json, after: Json) -> Json:
    """The changes of a price list, with each word once; those of any other object as they are."""
    if not all(isinstance(value, str) for value in after.values()):
        return found
    keys: dict[str, list[str]] = {}
    for name in found.keys() - {"-"}:
        keys.setdefault(found[name], []).append(name)
    shared = {word: " ".join(sorted(names)) for word, names in keys.items() if len(names) > 1}
    alone = {name: value for name, value in found.items() if name == "-" or value not in shared}
    return alone | ({"*": shared} if shared else {})


def _change(before: Any, after: Any) -> Any:
    """The change of one value; None also if there is none that says it."""
    if isinstance(before, dict) and isinstance(after, dict):
        return changes(before, after)
    if isinstance(before, list) and isinstance(after, list):
        return _list_change(before, after)
    return None if isinstance(before, list) and isinstance(after, dict) else after


def _list_change(before: list[Any], after: list[Any]) -> Any:
    """Lists grow at their end, or change in some places; anything else is sent anew."""
    kept = len(before)
    if before and before == after[:kept]:
        return {"+": after[kept:]}
    if kept == len(after) and any(isinstance(item, dict) for item in after):
        return changes(dict(_numbered(before)), dict(_numbered(after)))
    return after


def _numbered(items: list[Any]) -> Iterator[tuple[str, Any]]:
    return ((str(index), item) for index, item in enumerate(items))


def _question(question: Json, words: Words) -> Json:
    text = words.question(question["kind"], question["with"])
    return {
        "seat": question["seat"],
        "kind": question["id"],
        "text": text,
        "words": [words.choice(choice) for choice in question["choices"]],
    }
