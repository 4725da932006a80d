"""A seat is called by its wonder, after its player's name if there is one; everywhere the same."""

from __future__ import annotations

from display.facts.names import SeatName, players_line, seat_name, spoken
from display.words import Words, languages
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
    assert SeatName("Ada", "giza").text(say) == "Ada, Giza"
    assert SeatName("", "rhodes").text(say) == Words("it").say("wonder.rhodes") != "wonder.rhodes"


def test_sentences_about_a_wonder_name_its_player_too() -> None:
    words = Words("en", players=[("giza", "Ada")])
    assert words.say("event.action.discard", wonder="giza", paid="") == words.say(
        "event.action.discard", wonder="Ada, Giza", paid=""
    )
    assert (words.city("giza"), words.city("rhodes")) == ("Ada, Giza", "Rhodes")
    assert words.say("wonder.giza") == "Giza"


def test_several_named_cities_are_told_apart_by_semicolons() -> None:
    words = Words("en")
    assert words.listed(["Ada, Giza", "Rhodes"]) == "Ada, Giza; Rhodes"
    assert words.listed(["Giza", "Rhodes"]) == "Giza, Rhodes"


def test_two_play_with_the_free_city() -> None:
    words = Words("en")
    assert [spoken(players_line(count), words) for count in (2, 3)] == ["2 players and the Free City", "3 players"]


def test_where_there_is_little_room_a_long_wonder_is_shortened_by_hand() -> None:
    for language in languages():
        words = Words(language)
        short = SeatName("Ada", "halicarnassus").short_text(words)
        assert short.startswith("Ada, ")
        assert len(short) < len(SeatName("Ada", "halicarnassus").text(words.say))
