"""What cards, wonders, leaders, tokens and so on are called in the languages of the rulebooks.

`engine/data/names.json` holds them by kind and id; its `source` says of each language whose name is not from a rulebook
where it comes from, its `second` what the second edition calls a thing otherwise (in German many cards).
"""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from engine.model.errors import DataError, UnknownName

LANGUAGES = ("de", "en", "es", "fr", "it", "pt", "uk")
"""German, English, Spanish, French, Italian, Portuguese as in Brazil, Ukrainian."""
KINDS = ("card", "wonder", "monument", "leader", "token", "category", "colour", "resource")
"""`wonder` is the city that a board is named after, `monument` the wonder itself."""
RULEBOOK = "rulebook"
FIRST, SECOND = "first", "second"
"""The editions."""
Rows = dict[str, dict[str, dict[str, str]]]


def printed_name(kind: str, ident: str, language: str, edition: str = FIRST) -> str:
    """The name of a thing in a language and edition; UnknownName if kind, id or language is none of ours."""
    try:
        return _row(kind, ident, edition)[language]
    except KeyError:
        raise UnknownName("bad_field", field="language", value=language) from None


def printed_names(kind: str, language: str, edition: str = FIRST) -> Mapping[str, str]:
    """All names of a kind in a language and edition, by id; UnknownName."""
    return MappingProxyType({ident: printed_name(kind, ident, language, edition) for ident in _rows(kind)})


def name_source(kind: str, ident: str, language: str) -> str:
    """Where a name comes from: rulebook, printed, published, translated or transliterated; UnknownName."""
    printed_name(kind, ident, language)
    sources = _read()[1]
    return sources[kind][ident].get(language, RULEBOOK)


def _row(kind: str, ident: str, edition: str) -> Mapping[str, str]:
    try:
        return _rows(kind, edition)[ident]
    except KeyError:
        raise UnknownName(f"unknown_{kind}", **{kind: ident}) from None


def _rows(kind: str, edition: str = FIRST) -> Mapping[str, Mapping[str, str]]:
    try:
        return _read()[0][edition if edition == SECOND else FIRST][kind]
    except KeyError:
        raise UnknownName("bad_field", field="kind", value=kind) from None


@cache
def _read() -> tuple[dict[str, Rows], Rows]:
    """The names by edition, and their sources, by kind, id and language; DataError."""
    path = files(__name__.partition(".")[0]) / "data" / "names.json"
    try:
        kinds = {kind: rows for kind, rows in json.loads(path.read_text("utf-8")).items() if kind in KINDS}
        found = {edition: _of_edition(kinds, edition) for edition in (FIRST, SECOND)}
        sources = {kind: {ident: row["source"] for ident, row in rows.items()} for kind, rows in kinds.items()}
    except (OSError, ValueError, KeyError, AttributeError) as problem:
        raise DataError("bad_data", folder=str(path), problem=repr(problem)) from problem
    return found, sources


def _of_edition(kinds: Mapping[str, Mapping[str, Mapping[str, Any]]], edition: str) -> Rows:
    return {kind: {ident: _in_all(row, edition) for ident, row in rows.items()} for kind, rows in kinds.items()}


def _in_all(row: Mapping[str, Any], edition: str) -> dict[str, str]:
    otherwise = row.get(edition, {})
    return {language: otherwise.get(language, row[language]) for language in LANGUAGES}
