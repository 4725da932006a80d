"""Positions for the tests: games set up in the middle, with the structures, stages and coins that a rule needs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine import Game, Phase, edition_of, with_card, with_leader, with_stage

if TYPE_CHECKING:
    from engine import Action, Catalogue, City

PLAIN = (("giza", "A"), ("rhodes", "A"), ("ephesus", "A"), ("babylon", "A"), ("alexandria", "A"), ("olympia", "A"))


def owning(
    city: City, printed: Catalogue, cards: str = "", stages: int = 0, leaders: str = "", **fields: object
) -> City:
    """A city with more structures (ids separated by blanks), stages built so far, and other fields."""
    for card in cards.split():
        city = with_card(city, printed.card(card))
    for _ in city.wonder.stages[city.stages : city.stages + stages]:
        city = with_stage(city)
    city = replace(city, **fields)
    for leader in leaders.split():
        city = with_leader(city, printed.leaders[leader])
    return city


def position(
    *cities: dict[str, object],
    age: int = 1,
    turn: int = 1,
    phase: Phase = Phase.TURN,
    players: int = 3,
    pile: tuple[str | None, ...] = (None,) * 9,
    **options: object,
) -> Game:
    """A game whose seats are described one after another: wonder=("giza", "A"), cards, stages, coins ...

    Some unknown cards lie in the discard pile.
    """
    described = list(cities) + [{}] * (players - len(cities))
    given = [city["wonder"] for city in described if "wonder" in city]
    side = edition_of(given).sides[0]
    spare = iter((wonder, side) for wonder, _ in PLAIN if wonder not in dict(given))
    boards = [city.get("wonder") or next(spare) for city in described]
    game = Game.new(boards, **options)
    owned = [
        owning(city, game.catalogue, **{name: value for name, value in wanted.items() if name != "wonder"})
        for city, wanted in zip(game.cities, described, strict=True)
    ]
    acting = game.player_seats if phase is Phase.RECRUIT else tuple(range(len(owned)))
    return replace(game, cities=tuple(owned), age=age, turn=turn, phase=phase, acting=acting, pile=pile)


def play(game: Game, *actions: Action) -> Game:
    """The game after the actions."""
    for action in actions:
        game = game.apply(action)
    return game


def keys(game: Game, action: Action) -> list[str]:
    """The keys of the reasons against an action."""
    return [reason.key for reason in game.verify(action)]


def coins(game: Game) -> list[int]:
    """The treasuries."""
    return [city.coins for city in game.cities]
