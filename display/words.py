"""Every word on the screen in the chosen language, from gettext catalogues that need no build step.

The names of cards, leaders and wonders come from `engine.printed_names`, not from the catalogues: those of the edition
that is played. `locale/short_names.json` has shorter ones for places where a name does not fit.
"""

import gettext
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from itertools import groupby

import polib

from engine import Payment, printed_names

FALLBACK = "en"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
FRENCH_ELISION = re.compile(r"\b([dD]|[qQ]u)e (?=[aeiouàâéèêëîïôûAEIOUÀÂÉÈÊËÎÏÔÛ]|Halicarnasse)")
"""In French, "de" and "que" lose their e before a vowel, and before the one wonder whose h is silent."""
RULEBOOK = ("card", "leader", "wonder", "token")
"""Families of keys whose words are names from the rulebook."""
COUNTS = ("count", "coins", "missing", "players", "actions", "boards", "number")
"""Placeholders that choose the plural form: the first one that is a whole number does."""
CHANGE_FIELDS = 7
"""Fields of a correction of a past action."""
UNFIT_FIELDS = 6
"""Fields of a later action that no longer fits."""
MOST_CHANGES = 3
"""Corrections that are said; more do not fit on the screen."""
NAMES = {
    "card": ("card", "leader"),
    "other": ("card", "leader"),
    "wonder": ("wonder",),
    "leader": ("leader",),
    "resource": ("resource",),
    "colour": ("colour",),
    "category": ("category",),
    "symbol": ("symbol",),
    "guild": ("card",),
    "phase": ("phase",),
    "side": ("board_side",),
}
"""Placeholder -> the families of keys to which its value may belong."""


@dataclass(frozen=True)
class Line:
    """Words to show later: a catalogue key and its placeholders. A `SeatName` among them becomes the seat's name.

    Compared by all of it, hashed by its key only, since placeholders may be anything.
    """

    key: str
    placeholders: tuple[tuple[str, object], ...] = field(default=(), hash=False)


def line(key: str, **placeholders: object) -> Line:
    """A `Line` from keyword arguments."""
    return Line(key, tuple(placeholders.items()))


LONGEST_CITY_NAME = 28
"""Letters of a player's and a wonder's name together."""


def city_name(say: Callable[..., str], player: str, wonder: str) -> str:
    """What a city is called everywhere: "Ann, Alexandria", or the wonder alone if its player has no name.

    A player with a long name is called by that alone: screens have no room for more. `say` turns a key into words; a
    board that nobody knows has no `wonder`.
    """
    if not wonder:
        return player
    name = say(f"wonder.{wonder}")
    both = say("city.named", name=player, wonder=name) if player else name
    return both if len(both) <= LONGEST_CITY_NAME else player


class Words:
    """The words of one language and edition. A missing key is said in English; an unknown one is returned as it is."""

    def __init__(
        self, language: str = FALLBACK, edition: str = "first", players: Iterable[tuple[str, str]] = ()
    ) -> None:
        """`players`: (wonder, player's name) of a game, so that sentences about its wonders name their players, too."""
        self.language, self.edition = known_language(language) or FALLBACK, edition
        self.players = dict(players)
        self._entries, self._plural = _read(self.language, edition)
        self._fallback = _read(FALLBACK, edition)[0]

    def __contains__(self, key: str) -> bool:
        return key in self._entries or key in self._fallback

    def say(self, key: str, **placeholders: object) -> str:
        """The words for a key. A count chooses the plural form; ids of cards and the like become their names."""
        entry = self._entries.get(key) or self._fallback.get(key)
        if entry is None:
            return key
        words = entry[0] if len(entry) == 1 else entry[min(self._plural(_count(placeholders)), len(entry) - 1)]
        shown = {name: self._shown(name, value) for name, value in placeholders.items()}
        cause = placeholders.get("reason")
        if isinstance(cause, str) and self.error_key(cause) in self:
            others = {name: value for name, value in placeholders.items() if name != "reason"}
            shown["reason"] = self.say(self.error_key(cause), **others)
        said = PLACEHOLDER.sub(lambda found: str(shown.get(found[1], found[0])), words)
        return FRENCH_ELISION.sub("\\1’", said) if self.language == "fr" else said

    def short(self, name: str) -> str:
        """A card's name for a narrow place; the name itself if it is short."""
        return _short_names(self.language).get(name, name)

    def question(self, kind: str, placeholders: Mapping[str, object]) -> str:
        """The words of a question, for the screen, the terminal and the voice."""
        return self.say(self.question_key(kind, placeholders), **placeholders).rstrip()

    def question_key(self, kind: str, placeholders: Iterable[str]) -> str:
        """The catalogue key of a question; a question about a stage may have its own."""
        of_stage = f"question.stage_{kind}"
        return of_stage if "stage" in placeholders and of_stage in self else f"question.{kind}"

    def error(self, error: Exception) -> str:
        """The words of an error with a key and placeholders, including its reasons; any other error's own text."""
        key = getattr(error, "key", None)
        if not isinstance(key, str):
            return str(error) or type(error).__name__
        what = self.say(self.error_key(key), **getattr(error, "placeholders", {}))
        line = getattr(error, "line", None)
        return what if line is None else self.say("error.at_line", line=line, what=what)

    def reason(self, reason: object) -> str:
        """The words of a reason, which has a key and placeholders."""
        key = getattr(reason, "key", str(reason))
        return self.say(f"reason.{key}", **getattr(reason, "placeholders", {}))

    def error_key(self, key: str) -> str:
        """The catalogue key for an error's key; most errors leave out the family."""
        return key if "." in key else f"error.{key}"

    def changes(self, text: str) -> str:
        """Corrections of past actions in words, from the text in which a question carries them.

        They are separated by semicolons; each has age, turn, wonder, what was done with its card, what was booked with
        its card (`device.ledger_check.changed_past.ChangedPast.as_text`). Only `MOST_CHANGES` are said,
        the others counted.
        """
        rows = [row.split(",") for row in text.split(";") if row.count(",") == CHANGE_FIELDS - 1]
        said = []
        for when, of_turn in groupby(rows[:MOST_CHANGES], key=lambda row: (row[0], row[1])):
            age, turn = when
            changes = self.say("list.semicolon").join(self._change(*row[2:]) for row in of_turn)
            key = "change.when_age" if age else "change.when"
            said.append(self.say(key, age=int(age or 0), turn=turn, change=changes))
        if len(rows) > MOST_CHANGES:
            said.append(self.say("change.more", count=len(rows) - MOST_CHANGES))
        return " ".join(said)

    def _change(self, wonder: str, did: str, card: str, was: str, other: str) -> str:
        kind = "card" if did == was == "build" else "other"
        done, booked = self.say(f"change.did_{did}", card=card), self.say(f"change.was_{was}", card=other)
        return self.say(f"change.{kind}", wonder=wonder, card=card, other=other, did=done, was=booked)

    def choice(self, choice: str) -> str:
        """A choice in words. Choices are keys (`take_back`), or a family and a member (`card:palace`, `way:2:0`).

        A `card` may be a leader, too. In `owner:palace:giza` the card is that wonder's.
        """
        family, _, chosen = choice.partition(":")
        first, _, second = chosen.partition(":")
        match family:
            case "way" if chosen:
                return self.say("choice.way", left=first, right=second)
            case "pays" if chosen:
                return self.say("choice.pays", coins=int(chosen))
            case "card" if chosen:
                return str(self._named(family, chosen))
            case "owner" if chosen:
                return self.say("choice.owner", card=first, wonder=second)
        return self.say(f"{family}.{chosen}" if chosen else f"choice.{choice}")

    def _unfit(self, text: str) -> str:
        """Actions that no longer fit, from the text in which a question carries them. Only a few are said.

        They are separated by semicolons; each has age, turn, wonder, the word of the record, card, stage
        (`device.ledger_check.changed_past.UnfitAction`).
        """
        rows = [row.split(",") for row in text.split(";") if row.count(",") == UNFIT_FIELDS - 1]
        said = []
        for age, turn, wonder, do, card, stage in rows[:MOST_CHANGES]:
            done = self.action({"do": do, "wonder": wonder, "card": card or None, "stage": stage}).rstrip(" .")
            said.append(self.say("change.when_age", age=int(age), turn=turn, change=done))
        if len(rows) > MOST_CHANGES:
            said.append(self.say("change.more", count=len(rows) - MOST_CHANGES))
        return " ".join(said)

    def action(self, record: Mapping[str, object], paid: str = "") -> str:
        """A recorded action in words, from its dictionary and the acting city's `wonder`."""
        nothing = record["do"] == "build_from_discard" and record.get("card") is None
        key = f"event.action.{'take_nothing' if nothing else record['do']}"
        return self.say(key, **{**record, "paid": paid}).rstrip()

    def listed(self, parts: Iterable[str]) -> str:
        """Several parts joined in one line; by semicolons if there are commas in them."""
        parts, comma = tuple(parts), self.say("list.separator")
        return self.say("list.semicolon" if any(comma in part for part in parts) else "list.separator").join(parts)

    def city(self, wonder: str) -> str:
        """What the city with that wonder is called."""
        return city_name(self.say, self.players.get(wonder, ""), wonder)

    def _shown(self, name: str, value: object) -> object:
        """A placeholder's value in words: by the name of the placeholder, else by the value's type."""
        match name, value:
            case "resources", str(letters):
                return self.listed(self.say(f"resource.{letter}") for letter in letters)
            case "changes", str(changes):
                return self.changes(changes)
            case "wonder_ids", str(wonders):
                return self.listed(map(self.city, wonders.split(",")))
            case "undone" | "did", Mapping():
                actions = (value,) if name == "undone" else value.values()
                return "; ".join(self.action(one).rstrip(" .") for one in actions)
            case "reasons", tuple():
                return " ".join(self.reason(reason) for reason in value)
        return self._named(name, value)

    def _named(self, name: str, value: object) -> object:
        """A payment, an age, actions that no longer fit, seats (player, wonder), or the name of a card or the like."""
        if isinstance(value, str) and name in {"unfit", "wonder"} and (name == "unfit" or value in self.players):
            return self._unfit(value) if name == "unfit" else self.city(value)
        if name == "seats" and isinstance(value, tuple):
            return self.listed(city_name(self.say, player, wonder) for player, wonder in value)
        if isinstance(value, Payment):
            return self.say("payment", left=value.left, right=value.right, bank=value.bank)
        if name == "age" and isinstance(value, int):
            return self.say(f"age.{value}")
        keys = (f"{family}.{value}" for family in NAMES.get(name, ()))
        return next((self.say(key) for key in keys if key in self), value)


def languages() -> tuple[str, ...]:
    """The languages with a catalogue."""
    folder = files("display") / "locale"
    return tuple(sorted(entry.name[:-3] for entry in folder.iterdir() if entry.name.endswith(".po")))


def known_language(asked: str) -> str | None:
    """The language with a catalogue that fits: "pt", "pt-BR" and "pt_BR.UTF-8" all give "pt_BR"; None if none fits."""
    wanted = asked.partition(".")[0].replace("-", "_")
    same = (known for known in languages() if known.lower() == wanted.lower())
    alike = (known for known in languages() if known.partition("_")[0] == wanted.partition("_")[0].lower())
    return next(same, None) or next(alike, None)


def _count(placeholders: Mapping[str, object]) -> int:
    """The number that chooses the plural form; 1 if there is none."""
    counts = (placeholders.get(name) for name in COUNTS)
    return next((abs(count) for count in counts if isinstance(count, int)), 1)


_PACKAGES: list[str] = []


def add_catalogues(*packages: str) -> None:
    """The catalogues (`en.po`, ...) in these packages count from now on, after the program's own."""
    _PACKAGES.extend(package for package in packages if package not in _PACKAGES)
    _catalogue.cache_clear()
    _read.cache_clear()


@cache
def _short_names(language: str) -> Mapping[str, str]:
    names: dict[str, dict[str, str]] = json.loads((files("display") / "locale" / "short_names.json").read_text("utf-8"))
    return names.get(language, {})


@cache
def _read(language: str, edition: str) -> tuple[Mapping[str, tuple[str, ...]], Callable[[int], int]]:
    """Key -> its plural forms, and the rule that chooses one (a count -> an index)."""
    entries, plural = _catalogue(language)
    return {**dict(_rulebook(language, edition)), **entries}, plural


@cache
def _catalogue(language: str) -> tuple[Mapping[str, tuple[str, ...]], Callable[[int], int]]:
    with as_file(files("display") / "locale" / f"{language}.po") as path:
        catalogue = polib.pofile(str(path))
    entries = {**_words_of_features(language), **_entries(catalogue)}
    rule = catalogue.metadata.get("Plural-Forms", "nplurals=2; plural=n != 1;")
    return entries, gettext.c2py(rule.partition("plural=")[2].rstrip("; "))


def _entries(catalogue: Iterable[polib.POEntry]) -> dict[str, tuple[str, ...]]:
    found = {}
    for entry in catalogue:
        forms = tuple(entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)) or (entry.msgstr,)
        if all(forms):
            found[entry.msgid] = forms
    return found


def _words_of_features(language: str) -> dict[str, tuple[str, ...]]:
    """Those of features that have catalogues of their own, in this language; a key of this program is never theirs."""
    found: dict[str, tuple[str, ...]] = {}
    for package in _PACKAGES:
        if (own := files(package) / f"{language}.po").is_file():
            found |= _entries(polib.pofile(own.read_text("utf-8")))
    return found


def _rulebook(language: str, edition: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The names of printed things; for "pt_BR" those of "pt"."""
    for family in RULEBOOK:
        for ident, name in printed_names(family, language.partition("_")[0], edition).items():
            yield f"{family}.{ident}", (name,)
