"""A finished game in the format in which the app BG Stats takes plays from others, as data or as a link.

The format is BG Stats' own ("Linking and pushing to BG Stats from other apps or websites"): the app asks before it
keeps the play, and remembers which of its players, by `sourcePlayerId`, it was told was whom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from device.errors import DeviceError, ExportError
from device.journal import archive
from display.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from device.journal.archive import PlayedGame
    from device.journal.journal import Journal
    from engine import Outcome

Play = dict[str, object]

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Wondertable"
BOARD_GAME_GEEK = 68448
"""The game's number at boardgamegeek.com."""
TIME = "%Y-%m-%d %H:%M:%S"
"""UTC."""
LONGEST = 24 * 60
"""Minutes; who measures more has set the clock meanwhile. A Raspberry Pi has none that goes on without power."""


def play(played: PlayedGame, words: Words) -> Play:
    """The play; all that the format asks for, and nothing that would make the link longer than a QR code takes.

    Raises `ExportError` for a game that is not over.
    """
    game = played.game
    outcome = game.outcome()
    if outcome is None:
        raise ExportError("export_not_over", game=played.stored.id)
    data: Play = {
        "sourceName": SOURCE,
        "sourcePlayId": _identity(played),
        "playDate": (played.finished or played.started).strftime(TIME),  # the moment at which it ended
        "game": {
            "name": words.say("game.name"),
            "sourceGameId": "7-wonders",
            "bggId": BOARD_GAME_GEEK,
            "highestWins": True,
            "noPoints": False,
        },
        "players": _players(played, outcome, words),
    }
    minutes = _minutes(played.started, played.finished)
    if 0 < minutes < LONGEST:
        data["durationMin"] = minutes
    return data


def link(data: Play) -> str:
    """An address that opens the app with this play filled in."""
    return LINK + quote(msgspec.json.encode(data).decode(), safe="")


def linker(journal: Journal | None, language: Callable[[], str]) -> Callable[[int], str]:
    """The address for a finished game by its number; "" where no journal knows it."""

    def address(game_id: int) -> str:
        try:
            return link(play(archive.played(journal, game_id), Words(language()))) if journal else ""
        except DeviceError:  # nobody's scoring waits for that; it can still be exported, or that says why not
            return ""

    return address


def _players(played: PlayedGame, outcome: Outcome, words: Words) -> list[Play]:
    """By seat. Who has no name is called by the wonder, and is somebody else in every play."""
    game = played.game
    found: list[Play] = []
    for sheet in outcome.sheets:
        name = game.setup.names[sheet.seat]
        wonder, side = game.setup.seats[sheet.seat]
        found.append(
            {
                "name": name or words.say(f"wonder.{wonder}"),
                "sourcePlayerId": name or f"{_identity(played)}-{sheet.seat}",
                "startPlayer": False,  # nobody begins: all turns are simultaneous
                "role": f"{words.say(f'wonder.{wonder}')} {side}",
                "score": sheet.total,
                "rank": outcome.ranks[sheet.seat],
                "winner": sheet.seat in outcome.winners,
            }
        )
    return found


def _identity(played: PlayedGame) -> str:
    """The same for this game for ever, and for no other: ids count from 1 on every appliance."""
    return f"{played.started.strftime('%Y%m%d%H%M%S')}-{played.stored.id}"


def _minutes(started: datetime, finished: datetime | None) -> int:
    return round((finished - started).total_seconds() / 60) if finished else 0
