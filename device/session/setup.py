"""Setting up: which wonders lie at which seats before a game starts, at a table or at a station."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Self

from device.umpire.station.station_umpire import CARDS, new_item
from display.messages.questions import Question
from engine.bots import Chair
from vision.kit.codebook import Codebook, StickerKind
from vision.scene import Item, Place, Scene, SeatBoard

FEWEST_BOARDS, MOST_BOARDS = 3, 7
BOARDS_FOR_TWO = 3
"""Two players lay a third board for the Free City, with its token on it. Without the token they are three players."""
FREE_CITY = "free_city"
"""The token's id in the codebook."""
NO_NAMES: Mapping[str, str] = MappingProxyType({})
BOARDS_STILL = 2.0
"""s; boards that have not changed for this long may start a game by themselves."""


@dataclass(frozen=True, slots=True)
class SeatSetup(ABC):
    """The boards as they are known so far; a subclass for each rig says how they become known.

    `seats`: (wonder, side) by seat. `free_city`: the seat with that token.
    `again`: another game was played before, and is `littered` while its cards lie there.
    `by_hand`: somebody entered the seats, so the camera has no say.
    `players`: the players' names by wonder; `previous_names`: by seat, those of the game before.
    `empty`: the wonder at which nobody sits, and the seed of the cards with which the appliance plays for it.
    `twice`: wonders of which two equal boards lie there; the camera accepts one at most.
    """

    seats: tuple[tuple[str, str], ...] = ()
    free_city: int | None = None
    again: bool = False
    littered: bool = False
    by_hand: bool = False
    players: Mapping[str, str] = field(default_factory=lambda: NO_NAMES)
    previous_names: tuple[str, ...] = ()
    empty: tuple[str, int] | None = None
    twice: frozenset[str] = frozenset()

    @abstractmethod
    def look(self, scene: Scene, codebook: Codebook) -> Self:
        """The set-up with what this scene shows."""

    @abstractmethod
    def starts_by_itself(self, time: float) -> bool:
        """True if at this camera time (s) nobody need press ADVANCE to start a game that can start."""

    @abstractmethod
    def next_game(self, names: tuple[str, ...]) -> Self:
        """The set-up for another game with the same people, by seat."""

    def undo(self) -> Self | None:
        """The set-up without what was shown last; None if it is not shown step by step."""
        return None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat, "" where nobody gave one."""
        before = self.previous_names
        known = before if len(before) == len(self.seats) else ("",) * len(self.seats)
        return tuple(self.players.get(wonder, name) for (wonder, _), name in zip(self.seats, known, strict=True))

    @property
    def chair(self) -> Chair | None:
        """The seat at which nobody sits, if its board is there."""
        if self.empty is None:
            return None
        wonder, seed = self.empty
        return next((Chair(seat, seed) for seat, (name, _) in enumerate(self.seats) if name == wonder), None)

    def of_game(self, seats: tuple[tuple[str, str], ...], chair: Chair | None) -> Self:
        """The set-up of a game that goes on."""
        return replace(self, seats=seats, empty=(seats[chair.seat][0], chair.seed) if chair else None)

    def rename(self, seat: int, name: str) -> Self:
        """The set-up with a player's name; it stays with the board."""
        return replace(self, players=MappingProxyType({**self.players, self.seats[seat][0]: name}))

    def enter(self, seats: tuple[tuple[str, str], ...], free_city: int | None) -> Self:
        """The set-up as somebody entered it; with no seats the camera decides again. Players keep their seats."""
        if not seats:
            return replace(self, by_hand=False)
        changed = {
            new: self.players[old]
            for (old, _), (new, _) in zip(self.seats, seats, strict=False)
            if old in self.players and old not in dict(seats)
        }
        players = MappingProxyType({**self.players, **changed})
        return replace(self, seats=seats, free_city=free_city, by_hand=True, players=players)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is wrong with these boards, whatever is played with them."""
        wonders = [wonder for wonder, _ in self.seats]
        last = {wonder: seat for seat, wonder in enumerate(wonders)}
        found = [
            Question(last.get(wonder), "wonder_twice", {"wonder": wonder}, ("take_back",))
            for wonder in sorted({*last, *self.twice})
            if wonders.count(wonder) > 1 or wonder in self.twice
        ]
        if len(self.seats) > MOST_BOARDS:
            found.append(Question(None, "too_many_boards", {"count": len(self.seats)}))
        if self.littered:
            found.append(Question(None, "clear_table"))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class TableSetup(SeatSetup):
    """The boards that lie on the table. `settled`: camera time (s) since which none of them has moved."""

    settled: float = 0.0

    def look(self, scene: Scene, codebook: Codebook) -> TableSetup:
        """The set-up with the boards and the Free City's token that lie there."""
        seats, free_city, twice = self.seats, self.free_city, frozenset[str]()
        if not self.by_hand:
            entries = map(codebook.entry, scene.doubts)
            twice = frozenset(entry.id for entry in entries if entry and entry.kind is StickerKind.BOARD)
            seats = tuple(_wonder(board, codebook) for board in scene.seats)
            free_city = _free_city(scene, codebook) if len(seats) == BOARDS_FOR_TWO else None
        littered = self.again and any(_is_left_over(item, codebook) for item in scene.items)
        same = (seats, free_city, littered, twice) == (self.seats, self.free_city, self.littered, self.twice)
        settled = max([self.settled if same else scene.time, *(board.since for board in scene.seats)])
        return replace(self, seats=seats, free_city=free_city, littered=littered, twice=twice, settled=settled)

    def starts_by_itself(self, time: float) -> bool:
        """True once the boards have not moved for a while. Seats entered by hand wait for ADVANCE."""
        return not self.by_hand and time - self.settled >= BOARDS_STILL

    def next_game(self, names: tuple[str, ...]) -> TableSetup:
        """The set-up for another game with the same people, by seat."""
        return TableSetup(previous_names=names, again=True)


@dataclass(frozen=True, slots=True)
class StationSetup(SeatSetup):
    """The boards that were shown at a station so far, clockwise.

    The Free City's token belongs to the board shown before it. `shown`: the number of the last thing that was dealt
    with. `card_shown`: a card is shown, so everybody has a board.
    """

    shown: int = 0
    card_shown: bool = False

    def look(self, scene: Scene, codebook: Codebook) -> StationSetup:
        """The set-up with the board, token or card that is shown now."""
        item = new_item(scene, self.shown)
        doubtful = item is not None and item.by_picture is not None and not item.by_picture.sure
        entry = codebook.entry(item.code) if item and not doubtful else None
        if item is None or entry is None:
            return replace(self, card_shown=False)
        if entry.kind is StickerKind.BOARD and not self.by_hand:
            seats = self._with_board(entry.id, entry.side or "A")
            return replace(self, seats=seats, shown=item.track)
        if entry.id == FREE_CITY and self.seats and not self.by_hand:
            return replace(self, free_city=len(self.seats) - 1, shown=item.track)
        return replace(self, card_shown=entry.kind in CARDS | {StickerKind.MAT})

    def undo(self) -> StationSetup | None:
        """The set-up without the board that was shown last; None if there is none."""
        if not self.seats or self.by_hand:
            return None
        kept = self.seats[:-1]
        free_city = self.free_city if self.free_city is not None and self.free_city < len(kept) else None
        return replace(self, seats=kept, free_city=free_city)

    def starts_by_itself(self, time: float) -> bool:  # noqa: ARG002  a table has to lie still
        """True if somebody shows a card."""
        return self.card_shown

    def next_game(self, names: tuple[str, ...]) -> StationSetup:
        """The set-up for another game; what is still shown is not its first board."""
        return StationSetup(previous_names=names, shown=self.shown, again=True)

    def _with_board(self, wonder: str, side: str) -> tuple[tuple[str, str], ...]:
        """The seats with one more, or with the other side of a board that was shown before."""
        if wonder in dict(self.seats):
            return tuple((seat, side if seat == wonder else before) for seat, before in self.seats)
        return (*self.seats, (wonder, side))


def _is_left_over(item: Item, codebook: Codebook) -> bool:
    """True for a structure, a leader or a stage's card, which would count for the next game."""
    entry = codebook.entry(item.code)
    return item.place is Place.STAGE or (
        item.place is Place.CITY and entry is not None and entry.kind in (StickerKind.CARD, StickerKind.LEADER)
    )


def _free_city(scene: Scene, codebook: Codebook) -> int | None:
    """The seat whose board the token lies at."""
    for item in scene.items:
        entry = codebook.entry(item.code)
        if entry and entry.id == FREE_CITY and item.place is Place.CITY:
            return item.seat
    return None


def _wonder(board: SeatBoard, codebook: Codebook) -> tuple[str, str]:
    entry = codebook.entry(board.code)
    return (entry.id, entry.side or "A") if entry else ("", "")
