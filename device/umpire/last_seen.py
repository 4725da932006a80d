"""Where cards and boards were seen last, and whether a hand took a card away."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.umpire.times import GONE_AFTER, HAND_AWAY, PASSED_ON, STILL
from engine import Game
from vision.kit.sizes import KitSizes
from vision.scene import Item, Place, Scene, SeatBoard
from vision.table.pose import Pose, front_area

SAME_SPOT = 10.0
"""mm; a card that is laid nearer than this to where another one was lies there instead of it."""
MEASURED_TO, MEASURED_TO_TURN = 2.0, 0.01
"""mm and radians; a board that seems to lie elsewhere by less has not been pushed."""
TUCKED_ASIDE, TUCKED_BY = 10.0, (14.0, 34.0)
"""mm; a card whose sticker lies so far aside of and above another one's was pushed under that one, as cards of a colour
are: the top strip of the upper card, 24 mm, stays in sight."""


@dataclass(frozen=True, slots=True)
class LastSeen:
    """A card in a city: its sticker's pose, when a hand was over it last, and since when it is not seen there.

    Times are camera times in seconds. `unseen_since` is None while the card is seen or covered. `covered_since`: when
    the hand came that is over it, or that was over it when it was not seen any more. `missed`: its place has been in
    plain sight without it since it was read last, although a hand may be there now. `board`: where its city's board
    lay when the card was read last. `shown_at`: when it was read again after it had been hidden since `hidden_since`.
    """

    pose: Pose
    covered_at: float | None = None
    unseen_since: float | None = None
    covered_since: float | None = None
    missed: bool = False
    board: SeatBoard | None = None
    hidden_since: float = math.inf
    shown_at: float = -math.inf

    def with_board(self, scene: Scene) -> LastSeen:
        """Where the card would lie in this scene if it had been pushed with its city's board."""
        seat = self.board.seat if self.board else None
        board = next((board for board in scene.seats if board.seat == seat), None)
        if self.board is None or board is None or not _is_pushed(self.board, board):
            return self
        before, after = (Pose(one.x, one.y, one.angle) for one in (self.board, board))
        return replace(self, pose=self.pose.carried(before, after), board=board)

    @property
    def was_taken(self) -> bool:
        """True if the card has not been seen since a hand left its place."""
        return (
            self.unseen_since is not None
            and self.covered_at is not None
            and self.unseen_since - self.covered_at <= PASSED_ON
        )

    def is_spot_of(self, pose: Pose) -> bool:
        """True if a card with its sticker there lies in this card's place."""
        return self.pose.distance(pose) <= SAME_SPOT

    def is_as(self, item: Item, covered_at: float | None, board: SeatBoard | None) -> bool:
        """True if it lies as this item does: most cards do not change from one scene to the next."""
        if board is not self.board and (board is None or self.board is None or _is_pushed(self.board, board)):
            return False
        same = (self.covered_at, self.unseen_since) == (covered_at, item.unseen_since) and (
            self.covered_since is None or item.covered or item.unseen_since is not None
        )
        return same and (self.pose.x, self.pose.y, self.pose.angle) == (item.x, item.y, item.angle)

    def may_be_hidden_by(self, pose: Pose, since: float, sizes: KitSizes) -> bool:
        """True if a card that lies there `since` may lie over this card's sticker, but beside this card's place."""
        under_hand = self.covered_since is not None and self.covered_since - STILL < since
        at_once = self.unseen_since is not None and (
            -STILL < self.unseen_since - since < (HAND_AWAY if under_hand else STILL)
        )
        over = front_area(pose, sizes).contains((self.pose.x, self.pose.y))
        return at_once and over and not self.is_spot_of(pose) and not self._has_under_it(pose)

    def _has_under_it(self, pose: Pose) -> bool:
        """True if a card with its sticker there is tucked under this one, as the next one of the same colour is."""
        aside, below = self.pose.to_own((pose.x, pose.y))
        return abs(aside) <= TUCKED_ASIDE and TUCKED_BY[0] <= -below <= TUCKED_BY[1]


def _is_pushed(before: SeatBoard, after: SeatBoard) -> bool:
    """True if a board lies elsewhere, by more than it is measured to."""
    far = max(abs(before.x - after.x), abs(before.y - after.y)) > MEASURED_TO
    return far or abs(before.angle - after.angle) > MEASURED_TO_TURN


def under_hands(last_seen: Mapping[int, LastSeen], booked: Mapping[int, int], time: float) -> frozenset[int]:
    """The seats of the cities over which a hand is, or has just been: a card that is not seen may lie under it."""
    return frozenset(
        booked[code]
        for code, last in last_seen.items()
        if last.covered_at is not None and time - last.covered_at < GONE_AFTER and code in booked
    )


NOTHING_SEEN: Mapping[int, LastSeen] = MappingProxyType({})


def see(before: Mapping[int, LastSeen], scene: Scene) -> Mapping[int, LastSeen]:
    """Code of every front that lies or lay in a city -> where it was seen last."""
    if not scene.seats:
        return before
    boards = {board.seat: board for board in scene.seats}
    now = {
        item.code: _seen(item, before.get(item.code), boards, scene.time)
        for item in scene.items
        if item.place is Place.CITY
    }
    gone = {
        code: last if last.unseen_since is not None else replace(last, unseen_since=scene.time)
        for code, last in before.items()
        if code not in now
    }
    return MappingProxyType(gone | now)


def _seen(item: Item, known: LastSeen | None, boards: Mapping[int, SeatBoard], time: float) -> LastSeen:
    """A card as this item shows it; just as it was `known` if nothing has changed."""
    pose = Pose(item.x, item.y, item.angle)
    before, in_sight = known or LastSeen(pose), not item.covered and item.unseen_since is None
    covered = time if item.covered else before.covered_at
    since = None if in_sight else before.covered_since
    if item.covered and since is None:
        since = time
    is_read = in_sight or known is None
    board = boards.get(item.seat) if is_read and item.seat is not None else before.board
    if known and known.is_as(item, covered, board):
        return known
    missed = item.unseen_since is not None or (item.covered and before.missed)
    hidden = _hidden(before, time, is_read=is_read)
    return LastSeen(pose, covered, item.unseen_since, since, missed, board, *hidden)


def _hidden(before: LastSeen, time: float, *, is_read: bool) -> tuple[float, float]:
    """Since when a card had been hidden until it was read again, and when that was (s)."""
    begun = [since for since in (before.covered_since, before.unseen_since) if since is not None]
    return (min(begun), time) if is_read and begun else (before.hidden_since, before.shown_at)


def boards_unseen_since(scene: Scene, game: Game, before: Mapping[int, float]) -> Mapping[int, float]:
    """Seats whose board is not seen although others are -> since when (camera time, s). `scene` is in game seats.

    What lies there belongs to nobody, as after a restart with a hand over the board.
    """
    if not scene.seats:
        return before
    seen = {board.seat for board in scene.seats}
    return MappingProxyType(
        {seat: before.get(seat, scene.time) for seat in range(len(game.cities)) if seat not in seen}
    )
