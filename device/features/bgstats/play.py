"""A finished game as a play for the app BG Stats, as data or as a link.

The format is described by BG Stats ("Linking and pushing to BG Stats from other apps or websites"). The app asks before
it saves the play, and remembers by `sourcePlayerId` which of its players was meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from device.errors import ExportError

if TYPE_CHECKING:
    from datetime import datetime

    from device.journal.archive import PlayedGame
    from display.words import Words
    from engine import Outcome

Play = dict[str, object]

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Wondertable"
BOARD_GAME_GEEK = {"first": 68448, "second": 316377}
"""The number of each edition at boardgamegeek.com."""
TIME = "%Y-%m-%d %H:%M:%S"
"""UTC."""
LONGEST = 24 * 60
"""Minutes; a longer time means that the clock was set during the game. A Raspberry Pi has no clock of its own."""


def play(played: PlayedGame, words: Words) -> Play:
    """The play, with the fields that the format requires and no others, so that the link fits into a QR code.

    Raises `ExportError` if the game is not over.
    """
    game = played.game
    outcome = game.outcome()
    if outcome is None:
        raise ExportError("export_not_over", game=played.stored.id)
    data: Play = {
        "sourceName": SOURCE,
        "sourcePlayId": _identity(played),
        "playDate": (played.finished or played.started).strftime(TIME),  # the time at which it ended
        "game": {
            "name": words.say("game.name"),
            "sourceGameId": "7-wonders",
            "bggId": BOARD_GAME_GEEK[game.setup.edition],
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


def as_json(played: PlayedGame, words: Words) -> str:
    """The play as text."""
    return msgspec.json.format(msgspec.json.encode(play(played, words)), indent=2).decode() + "\n"


def as_link(played: PlayedGame, words: Words) -> str:
    """The link on a line."""
    return link(play(played, words)) + "\n"


def _players(played: PlayedGame, outcome: Outcome, words: Words) -> list[Play]:
    """The players by seat. A player without a name is named after the wonder, and is a new player in every play."""
    game = played.game
    found: list[Play] = []
    for sheet in outcome.sheets:
        name = game.setup.names[sheet.seat]
        wonder, side = game.setup.seats[sheet.seat]
        found.append(
            {
                "name": name or words.say(f"wonder.{wonder}"),
                "sourcePlayerId": name or f"{_identity(played)}-{sheet.seat}",
                "startPlayer": False,  # no player begins: turns are simultaneous
                "role": words.say("history.seat", wonder=wonder, side=side),
                "score": sheet.total,
                "rank": outcome.ranks[sheet.seat],
                "winner": sheet.seat in outcome.winners,
            }
        )
    return found


def _identity(played: PlayedGame) -> str:
    """An identity that no other game has. Its number is not enough: every appliance counts from 1."""
    return f"{played.started.strftime('%Y%m%d%H%M%S')}-{played.stored.id}"


def _minutes(started: datetime, finished: datetime | None) -> int:
    return round((finished - started).total_seconds() / 60) if finished else 0
