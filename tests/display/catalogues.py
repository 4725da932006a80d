"""The catalogues against the English one. `make words` lists what has to be translated."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import polib

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parents[2] / "display" / "locale"
TRANSLATED = ("de", "es", "fr", "it", "pt_BR", "uk")


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(FOLDER / f"{language}.po"), wrapwidth=0)


def forms(entry: polib.POEntry) -> list[str]:
    """The plural forms in their order, or the only form."""
    return [entry.msgstr_plural[form] for form in sorted(entry.msgstr_plural)] or [entry.msgstr]


def english(entry: polib.POEntry) -> str:
    """What a translated entry keeps as a comment, so that it is found out when the English changes."""
    return "\n".join(forms(entry))


def filled(text: str) -> set[str]:
    """The placeholders of a text."""
    return set(re.findall(r"\{(\w+)\}", text))


def to_translate(language: str) -> Iterator[tuple[str, str, str]]:
    """The problem, the key and the English text of each entry that is missing, outdated or unused."""
    theirs = {entry.msgid: entry for entry in catalogue(language)}
    source = {entry.msgid: entry for entry in catalogue("en")}
    for key, entry in source.items():
        if key not in theirs:
            yield "missing", key, english(entry)
        elif theirs[key].comment.strip() != english(entry).strip():
            yield "changed", key, english(entry)
    for key in theirs.keys() - source.keys():
        yield "dropped", key, ""


if __name__ == "__main__":
    for language in TRANSLATED:
        for why, key, words in to_translate(language):
            sys.stdout.write(f"{language}  {why}  {key} = {words!r}\n")
