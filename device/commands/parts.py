"""What `run` and `demo` are put together from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.events import Refused, as_line

if TYPE_CHECKING:
    from device.evening import Evening
    from device.events import Event
    from device.output import Output


class Reporter:
    """Prints what happens: JSON lines, or sentences for people."""

    def __init__(self, output: Output) -> None:
        self._output = output

    def __call__(self, event: Event, evening: Evening) -> None:
        """Say what has just happened."""
        if isinstance(event, Refused):
            self._output.say(event.key)
            return
        line = as_line(event)
        self._output.line(line)
        self._output.text(self._sentence(line, evening))

    def _sentence(self, line: dict[str, object], evening: Evening) -> str:
        seat = line.get("seat")
        wonder = evening.game.cities[seat].wonder.id if evening.game and isinstance(seat, int) else None
        return self._output.words.say(f"event.{line['event']}", **{**line, "wonder": wonder})
