"""A seat is called by its player's name, and by its wonder if the player gave none."""

from __future__ import annotations

from display.facts.names import SeatName, seat_name
from display.words import Words
from engine import Game
from tests.display.sessions import board


def test_the_players_name_goes_before_the_wonder() -> None:
    game = Game.new([board(seat) for seat in range(3)], ("Ada", "", "Cleo"))
    assert [seat_name(game, seat) for seat in range(3)] == [
        SeatName("Ada", "giza", 0),
        SeatName("", "rhodes", 1),
        SeatName("Cleo", "olympia", 2),
    ]
    say = Words("it").say
    assert SeatName("Ada", "giza").text(say) == "Ada"
    assert SeatName("", "rhodes").text(say) == Words("it").say("wonder.rhodes") != "wonder.rhodes"
