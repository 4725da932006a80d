"""Setting the table: which wonders lie at which seats, before a game starts.

Two players lay a third board and the Free City's token on it; without the token three boards are three players.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from device.messages.questions import Question
from engine import Game, WondertableError
from vision.kit.codebook import StickerKind
from vision.scene import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vision.kit.codebook import Codebook
    from vision.scene import Item, Scene, SeatBoard

FEWEST, MOST = 3, 7
BOARDS_FOR_TWO = 3
FREE_CITY = "free_city"
"""The token's id in the codebook."""
NOBODY: Mapping[str, str] = MappingProxyType({})
STILL = 2.0
"""Seconds for which the boards have to lie as they are before a game starts by itself."""


@dataclass(frozen=True, slots=True)
class TableSetup:
    """The boards as they lie, or as somebody set them: (wonder, side) by seat, and since when they have been like this.

    `free_city` is the seat of the board with that token; `leaders`: the expansion is played with.
    `again`: a game was played here before; `littered`: its cards still lie in the cities or as stages.
    `by_hand`: the seats, and the Free City's, are not the camera's but somebody's word.
    `players`: the players' names by wonder; `sitting`: by seat, those of the last game.
    """

    seats: tuple[tuple[str, str], ...] = ()
    since: float = 0.0
    free_city: int | None = None
    leaders: bool = False
    again: bool = False
    littered: bool = False
    by_hand: bool = False
    players: Mapping[str, str] = field(default_factory=lambda: NOBODY)
    sitting: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, "" where nobody gave one."""
        known = self.sitting if len(self.sitting) == len(self.seats) else ("",) * len(self.seats)
        return tuple(self.players.get(wonder, name) for (wonder, _), name in zip(self.seats, known, strict=True))

    def rename(self, seat: int, name: str) -> TableSetup:
        """A player is called so, wherever the board comes to lie."""
        return replace(self, players=MappingProxyType({**self.players, self.seats[seat][0]: name}))

    def set_up(self, seats: tuple[tuple[str, str], ...], free_city: int | None, time: float) -> TableSetup:
        """Somebody says who sits where; with no seats the camera's word counts again. Players keep their seats."""
        changed = {
            new: self.players[old]
            for (old, _), (new, _) in zip(self.seats, seats, strict=False)
            if old in self.players and old not in dict(seats)
        }
        players = MappingProxyType({**self.players, **changed})
        if not seats:
            return replace(self, by_hand=False, players=players)
        return replace(self, seats=seats, free_city=free_city, since=time, by_hand=True, players=players)

    def anew(self, names: tuple[str, ...]) -> TableSetup:
        """The set-up for another game with the same people, by seat."""
        return TableSetup(sitting=names)

    def undo(self) -> TableSetup | None:
        """Without what was shown last; None where boards lie on a table for all to see."""
        return None

    def look(self, scene: Scene, codebook: Codebook) -> TableSetup:
        """The set-up that this scene shows."""
        seats = self.seats if self.by_hand else tuple(_wonder(board, codebook) for board in scene.seats)
        free_city = self.free_city
        if not self.by_hand:
            free_city = _free_city(scene, codebook) if len(seats) == BOARDS_FOR_TWO else None
        littered = self.again and any(_is_left(item, codebook) for item in scene.items)
        if (seats, free_city, littered) == (self.seats, self.free_city, self.littered):
            return self
        return replace(self, seats=seats, since=scene.time, free_city=free_city, littered=littered)

    def game(self, prefer: Literal["left", "right"] = "left") -> Game:
        """A game of these boards, before its first action; the engine's errors where the rules know no such game."""
        return Game.new(self.seats, self.names, prefer=prefer, free_city=self.free_city, leaders=self.leaders)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What keeps these boards from being a game."""
        twice = sorted({wonder for wonder, _ in self.seats if sum(wonder == other for other, _ in self.seats) > 1})
        found = [
            Question(self._last_seat(wonder), "wonder_twice", {"wonder": wonder}, ("take_back",)) for wonder in twice
        ]
        if len(self.seats) > MOST:
            found.append(Question(None, "too_many_boards", {"count": len(self.seats)}))
        if self.littered:
            found.append(Question(None, "clear_table"))
        if not found and len(self.seats) >= FEWEST:
            found.extend(self._refused())
        return tuple(found)

    def _refused(self) -> tuple[Question, ...]:
        """What the rules say against a game of these wonders, such as a wonder of an expansion that is not played."""
        try:
            self.game()
        except WondertableError as error:
            return (Question(None, "wonders_refused", {"reason": error.key, **error.placeholders}, ("take_back",)),)
        return ()

    def is_ready(self, scene: Scene) -> bool:
        """A game could start with these boards."""
        agreed = self.by_hand or len(scene.seats) == len(self.seats)
        return agreed and FEWEST <= len(self.seats) <= MOST and not self.questions

    def has_been_still(self, scene: Scene) -> bool:
        """The game may start by itself. What is set by hand is only complete when somebody says so."""
        settled = max([self.since, *(board.since for board in scene.seats)])
        return not self.by_hand and self.is_ready(scene) and scene.time - settled >= STILL

    def _last_seat(self, wonder: str) -> int:
        return max(seat for seat, (other, _) in enumerate(self.seats) if other == wonder)


def _is_left(item: Item, codebook: Codebook) -> bool:
    """A structure, a leader or a stage's card that would be taken for one of the next game."""
    entry = codebook.entry(item.code)
    return item.place is Place.STAGE or (
        item.place is Place.CITY and entry is not None and entry.kind in (StickerKind.CARD, StickerKind.LEADER)
    )


def _free_city(scene: Scene, codebook: Codebook) -> int | None:
    """The seat whose board the token lies at."""
    for item in scene.items:
        entry = codebook.entry(item.code)
        if entry and entry.kind is StickerKind.TOKEN and entry.id == FREE_CITY and item.place is Place.CITY:
            return item.seat
    return None


def _wonder(board: SeatBoard, codebook: Codebook) -> tuple[str, str]:
    entry = codebook.entry(board.code)
    return (entry.id, entry.side or "A") if entry else ("", "")
