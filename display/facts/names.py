"""What a seat is called: by its wonder, after its player's name if there is one."""

from collections.abc import Callable
from dataclasses import dataclass

from display.words import Line, Words, city_name, line
from engine import Game

TWO = 2


@dataclass(frozen=True, slots=True)
class SeatName:
    """A player's name (may be empty), the wonder's id, and the seat's number, by which its banner has its colour."""

    player: str
    wonder: str
    seat: int | None = None

    def text(self, say: Callable[..., str]) -> str:
        """The name in the language of `say`, which turns a key into words."""
        return city_name(say, self.player, self.wonder)

    def short_text(self, words: Words) -> str:
        """The name for a narrow place: a long wonder's name is shortened."""
        if not self.wonder:
            return self.player
        wonder = words.short(words.say(f"wonder.{self.wonder}"))
        return words.say("city.named", name=self.player, wonder=wonder) if self.player else wonder


def seat_name(game: Game, seat: int) -> SeatName:
    """What a seat of a game is called."""
    city = game.cities[seat]
    return SeatName(city.name, city.wonder.id, seat)


def named_players(game: Game | None) -> tuple[tuple[str, str], ...]:
    """(wonder, player's name) of every city whose player has one, for `Words`."""
    return tuple((city.wonder.id, city.name) for city in game.cities if city.name) if game is not None else ()


def players_line(count: int) -> Line:
    """How many play: two have the Free City between them."""
    return line("players.two") if count == TWO else line("screen.seats.players", count=count)


def spoken(said: Line, words: Words) -> str:
    """A line in words. Names, lines and several of them among its placeholders are said, too."""
    return words.say(said.key, **{name: _filled(value, words) for name, value in said.placeholders})


def _filled(value: object, words: Words) -> object:
    if isinstance(value, Line):
        return spoken(value, words)
    if isinstance(value, SeatName):
        return value.text(words.say)
    if isinstance(value, tuple) and value and all(isinstance(part, (Line, SeatName)) for part in value):
        return words.listed(str(_filled(part, words)) for part in value)
    return value
