"""What the command line prints: machine-readable lines on standard output, sentences for people, errors apart."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import msgspec

from display.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.messages.questions import Notice


class Output:
    """The two streams of a command. With `json`, standard output holds nothing but one JSON object a line."""

    def __init__(self, language: str = "en", *, json: bool = False) -> None:
        self.json = json
        self.words = Words(language)
        self._encoder = msgspec.json.Encoder()

    def line(self, line: Mapping[str, object]) -> None:
        """One machine-readable line, at once; nothing without `--json`."""
        if self.json:
            sys.stdout.write(self._encoder.encode(line).decode() + "\n")
            sys.stdout.flush()

    def text(self, text: str) -> None:
        """A line for people; nothing with `--json`."""
        if not self.json:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()

    def say(self, key: str, **placeholders: object) -> None:
        """A sentence of the catalogue for people; nothing with `--json`."""
        self.text(self.words.say(key, **placeholders))

    def complain(self, key: str, **placeholders: object) -> None:
        """A sentence of the catalogue on standard error."""
        sys.stderr.write(f"wondertable: {self.words.say(key, **placeholders)}\n")

    def print_notice(self, notice: Notice) -> None:
        """A notice as a sentence on standard error."""
        self.complain(self.words.error_key(notice.key), **notice.placeholders)

    def fail(self, error: Exception) -> None:
        """What went wrong, as a sentence on standard error."""
        sys.stderr.write(f"wondertable: {self.words.error(error)}\n")
