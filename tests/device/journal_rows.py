"""What a program knows of a game that starts again: the rows of its journal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from display.messages.events import event_from_row, event_to_row

if TYPE_CHECKING:
    from collections.abc import Iterable

    from display.messages.events import StoredEvent


def read_back(events: Iterable[StoredEvent]) -> list[StoredEvent]:
    """These events, written and read again."""
    rows = map(event_to_row, events)
    return [event_from_row(kind, json.loads(json.dumps(body))) for kind, body in rows]
