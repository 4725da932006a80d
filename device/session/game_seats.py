"""A scene in the game's seats: the wonders say who sits where, whichever board the camera counts first."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine import Game
    from vision.kit.codebook import Codebook
    from vision.scene import Scene


def in_game_seats(scene: Scene, game: Game, codebook: Codebook) -> Scene:
    """The scene with the game's seat numbers.

    What lies at a board that is not in the game belongs to no seat. If all other boards lie as they sit in the game,
    that board stands for the one that was set up by hand.
    """
    seat_of_wonder = {city.wonder.id: seat for seat, city in enumerate(game.cities)}
    seats = {
        board.seat: seat_of_wonder[entry.id]
        for board in scene.seats
        if (entry := codebook.entry(board.code)) and entry.id in seat_of_wonder
    }
    rotations = {(seat - seen) % len(game.cities) for seen, seat in seats.items()} or {0}
    if len(scene.seats) == len(game.cities) and len(rotations) == 1:
        seats |= {board.seat: (board.seat + min(rotations)) % len(game.cities) for board in scene.seats}
    if all(seen == seat for seen, seat in seats.items()) and len(seats) == len(scene.seats):
        return scene
    boards = sorted(
        (replace(board, seat=seats[board.seat]) for board in scene.seats if board.seat in seats),
        key=lambda board: board.seat,
    )
    items = (item if item.seat is None else replace(item, seat=seats.get(item.seat)) for item in scene.items)
    return replace(scene, seats=tuple(boards), items=tuple(items))
