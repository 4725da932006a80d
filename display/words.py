"""Every word on the screen, in the chosen language, from gettext catalogues read without a build step."""

from __future__ import annotations

import gettext
import re
from importlib.resources import as_file, files
from typing import TYPE_CHECKING

import polib

from engine import Payment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FALLBACK = "en"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
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
        self.language = language if language in languages() else FALLBACK
        self._entries, self._plural = _read(self.language)
        self._fallback = self._entries if self.language == FALLBACK else _read(FALLBACK)[0]

    def __contains__(self, key: str) -> bool:
        return key in self._entries or key in self._fallback

    def say(self, key: str, **placeholders: object) -> str:
        """The words for a key. `count` chooses the plural form; names of cards and the like are said by name."""
        entry = self._entries.get(key) or self._fallback.get(key)
        if entry is None:
            return key
        if len(entry) == 1:
            words = entry[0]
        else:
            count = placeholders.get("count", 1)
            form = self._plural(count if isinstance(count, int) else 1)
            words = entry[min(form, len(entry) - 1)]
        shown = {name: self._shown(name, value) for name, value in placeholders.items()}
        cause = placeholders.get("reason")
        if isinstance(cause, str) and self.error_key(cause) in self:
            others = {name: value for name, value in placeholders.items() if name != "reason"}
            shown["reason"] = self.say(self.error_key(cause), **others)
        return PLACEHOLDER.sub(lambda found: str(shown.get(found[1], found[0])), words)

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


def _read(language: str) -> tuple[dict[str, tuple[str, ...]], Callable[[int], int]]:
    """Key -> its plural forms, and the rule that chooses one."""
    with as_file(files("display") / "locale" / f"{language}.po") as path:
        catalogue = polib.pofile(str(path))
    entries = {}
    for entry in catalogue:
        forms = tuple(entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)) or (entry.msgstr,)
        if all(forms):
            entries[entry.msgid] = forms
    rule = catalogue.metadata.get("Plural-Forms", "nplurals=2; plural=n != 1;")
    return entries, gettext.c2py(rule.partition("plural=")[2].rstrip("; "))
