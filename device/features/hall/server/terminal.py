"""The hall in a terminal: all tables and the standings, drawn anew when something has changed."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any, TextIO

from device.for_features.reports.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from device.for_features.hall.messages import SheetMessage

CLEAR = "\033[H\033[2J\033[3J"
"""Erases a terminal and goes to its first line (ECMA-48)."""
LONG = 180.0
"""s for which a table waits for the same players until it is said for how long; as on the page."""


def hall_text(shown: dict[str, Any], now: float) -> str:
    """What `Hall.shown` says, as lines. `now`: Unix time, s."""
    return "".join(f"{_printable(line)}\n" for line in _lines(shown, now))


def _printable(text: str) -> str:
    """Names come from tables of strangers: what would steer the terminal becomes a blank."""
    return "".join(sign if sign.isprintable() else " " for sign in text)


def _lines(shown: dict[str, Any], now: float) -> Iterator[str]:
    yield "  ".join(filter(None, (shown["title"], shown["counts"], _clock(shown["round"], now), shown["trouble"])))
    yield ""
    for table in shown["tables"]:
        points = "; ".join(f"{', '.join(filter(None, named))} {points}" for *named, points, _ in table["rows"])
        waits = 0.0 if table["since"] is None else now - table["since"]
        awaited = f"{table['said']} \N{BLACK HOURGLASS} {_minutes(waits)}" if waits > LONG else table["said"]
        said = ". ".join(filter(None, (table["moment"], awaited, points)))
        yield f"{table['name']}: {table['badge']}. {said}".rstrip(". ")
    yield ""
    yield shown["heading"]
    if shown["heads"]:
        rows = [[f"{place}. {name}", *rest] for place, name, *rest in shown["rows"]]
        yield from text_table(["", *shown["heads"]], rows)
    else:
        yield from (f"{table}: {', '.join(cities)}" for table, *cities in shown["rows"][:10])
    yield from filter(None, (shown["note"], *shown["named"]))


def _clock(found: dict[str, Any] | None, now: float) -> str:
    if found is None:
        return ""
    if found["ends"] is None:
        return str(found["text"])
    left = max(0, round(found["ends"] - now))
    return f"{found['text']}: {_minutes(left) if left else found['over']}"


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


class Terminal:
    """Draws on a terminal; anywhere else it writes a line for each new result, and to `errors` what is in the way."""

    def __init__(self, stream: TextIO = sys.stdout, errors: TextIO = sys.stderr) -> None:
        self._stream, self._errors, self._is_screen = stream, errors, stream.isatty()
        self._drawn = self._trouble = ""

    def draw(self, shown: dict[str, Any]) -> None:
        """Draw what is shown, if it is another than before."""
        if not self._is_screen:
            self._tell_trouble(shown["trouble"])
            return
        text = hall_text(shown, time.time())
        if text != self._drawn:
            self._drawn = text
            self._stream.write(CLEAR + text)
            self._stream.flush()

    def _tell_trouble(self, trouble: str) -> None:
        if trouble and trouble != self._trouble:
            self._errors.write(f"wondertable: {_printable(trouble)}\n")
            self._errors.flush()
        self._trouble = trouble

    def tell(self, sheet: SheetMessage) -> None:
        """A new result has come in."""
        if not self._is_screen:
            cities = ", ".join(f"{city.name or city.wonder} {city.total}" for city in sheet.cities)
            self._stream.write(_printable(f"{sheet.table}: {'-' if sheet.withdrawn else ''}{cities}") + "\n")
            self._stream.flush()
