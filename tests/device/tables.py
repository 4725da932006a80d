"""Tables for tests: scenes as the tracker would report them, without pictures."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from vision.kit.codebook import Codebook
from vision.scene import Item, Place, Scene, SeatBoard

if TYPE_CHECKING:
    from device.umpire.discards.discard_mat import DiscardMat

LEADER_BACK, FREE_CITY, STAGE_TOKEN = 209, 211, 243

CODEBOOK = Codebook.load()


@cache
def code_of(card: str, age: int | None = None, copy: int = 0) -> int:
    found = [entry.code for entry in CODEBOOK if entry.kind == "card" and entry.id == card and age in (None, entry.age)]
    return found[copy]


@cache
def leader_code(leader: str) -> int:
    return next(entry.code for entry in CODEBOOK if entry.kind == "leader" and entry.id == leader)


@cache
def board_code(wonder: str, side: str = "A") -> int:
    return next(entry.code for entry in CODEBOOK if entry.kind == "board" and (entry.id, entry.side) == (wonder, side))


@dataclass
class FakeTable:
    """A table on which a test puts cards; `scene` moves its time on."""

    wonders: list[tuple[str, str]]
    now: float = 0.0
    items: list[Item] = field(default_factory=list)
    age: int = 1
    tracks: int = 0
    seen: bool = True
    """False if no camera sees the table."""
    pushed: dict[int, float] = field(default_factory=dict)
    """By seat: how far (mm) a board was pushed to the right."""
    hidden: set[int] = field(default_factory=set)
    """Seats whose board no camera sees: what lies there belongs to nobody."""

    def seen_anew(self) -> FakeTable:
        """The same table, as a camera sees it that has just been switched on."""
        items = [replace(item, since=0.0) for item in self.items]
        return replace(self, now=0.0, items=items)

    def scene(self, after: float = 0.0) -> Scene:
        self.now += after
        if not self.seen:
            return Scene(self.now)
        boards = tuple(
            SeatBoard(seat, board_code(*wonder), 300.0 * seat + self.pushed.get(seat, 0.0), 0.0, 0.0, 0.5 * seat, 0.0)
            for seat, wonder in enumerate(self.wonders)
            if seat not in self.hidden
        )
        items = (
            replace(item, place=Place.ELSEWHERE, seat=None) if item.seat in self.hidden else item for item in self.items
        )
        return Scene(self.now, boards, tuple(items), steady=True, px_per_mm=2.95)

    def lay(self, seat: int, card: str, *, age: int | None = None, copy: int = 0) -> Item:
        return self.front(seat, code_of(card, age or self.age, copy))

    def leader(self, seat: int, leader: str) -> Item:
        return self.front(seat, leader_code(leader))

    def front(self, seat: int, code: int) -> Item:
        return self._put(code, Place.CITY, seat, None, 300.0 * seat, -100.0 - 30 * self.tracks)

    def token(self, seat: int) -> Item:
        return self._put(FREE_CITY, Place.CITY, seat, None, 300.0 * seat - 90, 0.0)

    def stage(self, seat: int, slot: int, *, back: int | None = None) -> Item:
        return self._put(back or 205 + self.age, Place.STAGE, seat, slot, 300.0 * seat + 60 * slot, 80.0)

    def discard(self, *, at: tuple[float, float] | None = None, back: int | None = None) -> Item:
        x, y = at or (1000.0 + 20 * self.tracks, 500.0)
        return self._put(back or 205 + self.age, Place.DISCARD, None, None, x, y)

    def take(self, item: Item) -> None:
        self.items = [other for other in self.items if other.track != item.track]

    def move(self, item: Item, seat: int) -> Item:
        self.take(item)
        moved = replace(item, seat=seat, since=self.now)
        self.items.append(moved)
        return moved

    def push_board(self, seat: int, far: float) -> None:
        """Push a board with its whole city."""
        self.pushed[seat] = self.pushed.get(seat, 0.0) + far
        self.items = [replace(item, x=item.x + far) if item.seat == seat else item for item in self.items]

    def _put(self, code: int, place: Place, seat: int | None, slot: int | None, x: float, y: float) -> Item:
        self.tracks += 1
        item = Item(self.tracks, code, place, seat, slot, x, y, 0.0, self.now)
        self.items.append(item)
        return item


def count_old(mat: DiscardMat, back: int | None) -> int:
    """How many cards of earlier turns with this back are seen on the mat, or lie under others there."""
    return sum(one.counts and one.code == back and one.laid <= mat.since for one in mat.backs)


def taken_since(mat: DiscardMat, back: int | None) -> float | None:
    """Since when (camera time, s) the last card is missing that a hand has surely taken; None if there is none."""
    taken = [since for one, since in mat.taken if one.is_surely_taken and one.code == back]
    return taken[-1] if taken else None
