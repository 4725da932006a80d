"""Every word on the screen, in the chosen language, from gettext catalogues read without a build step.

Cards, leaders and wonders are called as in the rulebooks (`engine.printed_names`); no catalogue repeats them.
"""

from __future__ import annotations

import gettext
import re
from functools import cache
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import polib

from engine import Payment, printed_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

FALLBACK = "en"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
RULEBOOK = ("card", "leader", "wonder", "token")
"""Families of keys whose words are names from the rulebooks."""
COUNTS = ("count", "coins", "missing", "players", "actions", "boards", "number")
"""Placeholders that choose the plural form; the first of them that is a whole number does."""
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
}
"""Placeholder -> the families of keys, one of which its value is a member of."""


class Words:
    """One language; what it lacks is said in English, what nobody knows is said as its key."""

    def __init__(self, language: str = FALLBACK) -> None:
        self.language = known_language(language) or FALLBACK
        self._entries, self._plural = _read(self.language)
        self._fallback = _read(FALLBACK)[0]

    def __contains__(self, key: str) -> bool:
        return key in self._entries or key in self._fallback

    def say(self, key: str, **placeholders: object) -> str:
        """The words for a key. A count chooses the plural form; names of cards and the like are said by name."""
        entry = self._entries.get(key) or self._fallback.get(key)
        if entry is None:
            return key
        words = entry[0] if len(entry) == 1 else entry[min(self._plural(_count(placeholders)), len(entry) - 1)]
        shown = {name: self._shown(name, value) for name, value in placeholders.items()}
        cause = placeholders.get("reason")
        if isinstance(cause, str) and self.error_key(cause) in self:
            others = {name: value for name, value in placeholders.items() if name != "reason"}
            shown["reason"] = self.say(self.error_key(cause), **others)
        return PLACEHOLDER.sub(lambda found: str(shown.get(found[1], found[0])), words)

    def question(self, kind: str, placeholders: Mapping[str, object]) -> str:
        """What is asked, in words: on the screen, in the terminal and by the voice."""
        return self.say(self.question_key(kind, placeholders), **placeholders).rstrip()

    def question_key(self, kind: str, placeholders: Iterable[str]) -> str:
        """The key of a question: a doubt about a stage may have words of its own."""
        of_stage = f"question.stage_{kind}"
        return of_stage if "stage" in placeholders and of_stage in self else f"question.{kind}"

    def error(self, error: Exception) -> str:
        """What an error with a key and placeholders says, all its reasons included; any other error's own text."""
        key = getattr(error, "key", None)
        if not isinstance(key, str):
            return str(error) or type(error).__name__
        what = self.say(self.error_key(key), **getattr(error, "placeholders", {}))
        line = getattr(error, "line", None)
        return what if line is None else self.say("error.at_line", line=line, what=what)

    def reason(self, reason: object) -> str:
        """What a reason (it has a key and placeholders) says."""
        key = getattr(reason, "key", str(reason))
        return self.say(f"reason.{key}", **getattr(reason, "placeholders", {}))

    def error_key(self, key: str) -> str:
        """The catalogue's key of an error's key: most are named without the family."""
        return key if "." in key else f"error.{key}"

    def listed(self, parts: Iterable[str]) -> str:
        """Several things in one line."""
        return self.say("list.separator").join(parts)

    def _shown(self, name: str, value: object) -> object:
        if name == "resources" and isinstance(value, str):
            return self.listed(self.say(f"resource.{letter}") for letter in value)
        if name == "wonders" and isinstance(value, tuple):
            return self.listed(self.say(f"wonder.{wonder}") for wonder in value)
        if isinstance(value, Payment):
            return self.say("payment", left=value.left, right=value.right, bank=value.bank)
        if name == "age" and isinstance(value, int):
            return self.say(f"age.{value}")
        if name == "reasons" and isinstance(value, tuple):
            return " ".join(self.reason(reason) for reason in value)
        keys = (f"{family}.{value}" for family in NAMES.get(name, ()))
        return next((self.say(key) for key in keys if key in self), value)


def languages() -> tuple[str, ...]:
    """The languages there are catalogues of."""
    folder = files("display") / "locale"
    return tuple(sorted(entry.name[:-3] for entry in folder.iterdir() if entry.name.endswith(".po")))


def known_language(asked: str) -> str | None:
    """The language there is a catalogue of that was meant: "pt", "pt-BR" and "pt_BR.UTF-8" are all "pt_BR"."""
    wanted = asked.partition(".")[0].replace("-", "_")
    same = (known for known in languages() if known.lower() == wanted.lower())
    alike = (known for known in languages() if known.partition("_")[0] == wanted.partition("_")[0].lower())
    return next(same, None) or next(alike, None)


def _count(placeholders: Mapping[str, object]) -> int:
    """The number that a sentence is about."""
    counts = (placeholders.get(name) for name in COUNTS)
    return next((abs(count) for count in counts if isinstance(count, int)), 1)


@cache
def _read(language: str) -> tuple[Mapping[str, tuple[str, ...]], Callable[[int], int]]:
    """Key -> its plural forms, and the rule that chooses one."""
    with as_file(files("display") / "locale" / f"{language}.po") as path:
        catalogue = polib.pofile(str(path))
    entries = dict(_rulebook(language))
    for entry in catalogue:
        forms = tuple(entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)) or (entry.msgstr,)
        if all(forms):
            entries[entry.msgid] = forms
    rule = catalogue.metadata.get("Plural-Forms", "nplurals=2; plural=n != 1;")
    return entries, gettext.c2py(rule.partition("plural=")[2].rstrip("; "))


def _rulebook(language: str) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The names of what is printed; Portuguese is Brazil's."""
    for family in RULEBOOK:
        for ident, name in printed_names(family, language.partition("_")[0]).items():
            yield f"{family}.{ident}", (name,)
