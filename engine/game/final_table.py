"""A finished game rebuilt from the cards on the table at its end.

Cards and the backs under the stages show their age. The shields of each age and so the conflicts follow from them,
except for what cannot be seen (see `possible_orders`). Coins and tokens that somebody counted replace those values.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product

from engine.game.game import Game
from engine.model.catalogue import BASE, Catalogue, Leader
from engine.model.city import DEFEAT, VICTORY, City, neighbours, new_city, with_card, with_leader, with_stage
from engine.model.editions import edition_of, known_card
from engine.model.effects import (
    Colour,
    CopyGuild,
    Counted,
    Effect,
    PassDefeats,
    Per,
    PointsIf,
    Shields,
    Side,
    StructureFromDiscard,
    TokenPairs,
    VictoryToken,
)
from engine.model.errors import ImpossibleSetup, UnknownName
from engine.model.frozen import evolve
from engine.model.setup import Setup, check
from engine.model.state import LAST_AGE, Phase
from engine.rules.conflict import fight


@dataclass(frozen=True, slots=True)
class FinalCity:
    """What lies in a city at the end. `cards` are structures, each with its printed age."""

    wonder: str
    side: str
    cards: tuple[tuple[str, int], ...] = ()
    stages: tuple[int, ...] = ()
    """The age of the card under each built stage, from the first stage."""
    leaders: tuple[tuple[str, int], ...] = ()
    """Each with the age in which it was recruited."""
    copied_leader: str | None = None
    """The neighbour's leader that the Courtesans Guild copies."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class CityCount:
    """The coins and conflict tokens that were counted in a city."""

    coins: int
    tokens: tuple[int, ...] = field(default=())


def finished_game(cities: Sequence[FinalCity], *, free_city: int | None = None) -> Game:
    """The game at its end, with the conflict tokens that follow from the shields of each age.

    Treasuries are empty; see `with_counts`. The record is empty, as the actions are unknown. Raises ImpossibleSetup or
    UnknownName.
    """
    catalogue = _printed(cities)
    _check_cards(cities, catalogue)
    _check_sets(cities, catalogue)
    leaders = any(_needs_leaders(city, catalogue) for city in cities)
    setup = Setup(
        tuple((city.wonder, city.side) for city in cities),
        tuple(city.name for city in cities),
        free_city=free_city,
        leaders=leaders,
        catalogue=catalogue,
    )
    check(setup)
    cities_now = tuple(_city_at_start(city, catalogue) for city in cities)
    for age in range(1, LAST_AGE + 1):
        at_end = (_city_after_age(city, final, age, catalogue) for city, final in zip(cities_now, cities, strict=True))
        cities_now = fight(tuple(at_end), age)
    emptied = tuple(evolve(city, coins=0) for city in cities_now)
    return Game(setup, emptied, age=LAST_AGE, turn=catalogue.last_turn, phase=Phase.OVER).begun_here()


def with_counts(game: Game, counts: Sequence[CityCount]) -> Game:
    """A finished game with the counted coins and tokens, by seat."""
    cities = (
        evolve(city, coins=count.coins, conflict=count.tokens) for city, count in zip(game.cities, counts, strict=True)
    )
    return evolve(game, cities=tuple(cities)).begun_here()


@cache
def token_sets(total: int, *, passed: bool = False, taken: int = 0) -> frozenset[tuple[int, ...]]:
    """Every possible set of conflict tokens, ascending, with this sum: two conflicts in each of three ages.

    With `passed`, a defeat may come with a victory (Tomyris); `taken`: so many victories of any age come on top
    (`tokens_taken`). Empty if no tokens give the sum.
    """
    fights: list[list[tuple[int, ...]]] = [[(victory,) for victory in VICTORY.values()]] * taken
    for victory in VICTORY.values():
        edge = [(), (DEFEAT,), (victory,), *([(victory, DEFEAT)] if passed else [])]
        fights += [edge, edge]
    sets = (tuple(sorted(sum(fought, ()))) for fought in product(*fights))
    return frozenset(tokens for tokens in sets if sum(tokens) == total)


def tokens_taken(city: FinalCity) -> int:
    """How many victory tokens the leaders of a city took (Nitocris)."""
    leaders = _printed([city]).leaders
    return sum(len(_tokens_of(leaders[leader])) for leader, _ in city.leaders)


def seats_needing_tokens(game: Game) -> frozenset[int]:
    """The seats whose single tokens matter, not only their sum: somebody scores them one by one."""
    seats = set()
    for seat in game.player_seats:
        left, right = neighbours(seat, len(game.cities))
        place = {Side.LEFT: left, Side.SELF: seat, Side.RIGHT: right}
        for effect in _scoring_effects(game, seat):
            if isinstance(effect, Per) and {Counted.DEFEATS, Counted.VICTORIES} & set(effect.what):
                seats |= {place[who] for who in effect.who}
            elif isinstance(effect, TokenPairs) or (isinstance(effect, PointsIf) and effect.what == Counted.DEFEATS):
                seats.add(seat)
    return frozenset(seats)


def possible_orders(cities: Sequence[FinalCity]) -> Iterator[tuple[FinalCity, ...]]:
    """The cities with every order of building that the table allows and that matters to conflicts; first as given.

    A stage that builds from the discard pile may have built any of the city's older military structures; a leader
    that matters to conflicts may have been recruited in any age.
    """
    printed = _printed(cities)
    yield from product(*(tuple(_city_orders(city, printed)) for city in cities))


def _check_cards(cities: Sequence[FinalCity], catalogue: Catalogue) -> None:
    """UnknownName if a card is not printed in this edition."""
    for card in (card for city in cities for card, _ in city.cards if card not in catalogue.cards):
        raise UnknownName("unknown_card" if known_card(card) is None else "card_of_another_edition", card=card)


def _check_sets(cities: Sequence[FinalCity], catalogue: Catalogue) -> None:
    """ImpossibleSetup if cards are of an expansion that leaves more on the table than can be seen (debts, for one)."""
    for card in (catalogue.cards[card] for city in cities for card, _ in city.cards):
        if card.set in catalogue.expansions:
            raise ImpossibleSetup("set_is_not_scored", card=card.id)


def _printed(cities: Sequence[FinalCity]) -> Catalogue:
    return edition_of((city.wonder, city.side) for city in cities)


def _city_orders(city: FinalCity, catalogue: Catalogue) -> Iterator[FinalCity]:
    stages = catalogue.wonder(city.wonder, city.side).stages
    discard_stages = [
        age
        for age, stage in zip(city.stages, stages, strict=False)
        if any(isinstance(effect, StructureFromDiscard) for effect in stage.effects)
    ]
    shields = [card for card, _ in city.cards if _is_military(catalogue, card)]
    fighting = [leader for leader, _ in city.leaders if _fights(catalogue.leaders[leader])]
    seen = set()
    for from_discard in product((None, *shields), repeat=len(discard_stages)):
        for ages in product(range(1, LAST_AGE + 1), repeat=len(fighting)):
            later = dict(zip(from_discard, discard_stages, strict=True))
            cards = tuple((card, max(age, later.get(card, age))) for card, age in city.cards)
            came = dict(zip(fighting, ages, strict=True))
            leaders = tuple((leader, came.get(leader, age)) for leader, age in city.leaders)
            if (cards, leaders) not in seen:
                seen.add((cards, leaders))
                yield replace(city, cards=cards, leaders=leaders)


def _is_military(catalogue: Catalogue, card: str) -> bool:
    return any(isinstance(effect, Shields) for effect in catalogue.card(card).effects)


def _fights(leader: Leader) -> bool:
    return any(isinstance(effect, (Shields, PassDefeats, VictoryToken)) for effect in leader.effects)


def _tokens_of(leader: Leader) -> list[VictoryToken]:
    return [effect for effect in leader.effects if isinstance(effect, VictoryToken)]


def _scoring_effects(game: Game, seat: int) -> Iterator[Effect]:
    city, cards = game.cities[seat], game.catalogue.cards
    yield from game.effects_of(seat)
    if city.estate.has(CopyGuild):
        beside = [cards[card] for side in game.beside(seat) for card in game.cities[side].cards]
        yield from (effect for card in beside if card.colour == Colour.PURPLE for effect in card.effects)


def _needs_leaders(city: FinalCity, catalogue: Catalogue) -> bool:
    cards = (catalogue.card(card) for card, _ in city.cards)
    wonder = catalogue.wonder(city.wonder, city.side)
    return bool(city.leaders) or wonder.set != BASE or any(card.set != BASE for card in cards)


def _city_at_start(final: FinalCity, catalogue: Catalogue) -> City:
    for leader in (*(leader for leader, _ in final.leaders), *([final.copied_leader] if final.copied_leader else [])):
        if leader not in catalogue.leaders:
            raise UnknownName("unknown_leader", leader=leader)
    return new_city(catalogue.wonder(final.wonder, final.side), final.name, 0)


def _city_after_age(city: City, final: FinalCity, age: int, catalogue: Catalogue) -> City:
    for leader, came in final.leaders:
        if came == age:
            city = with_leader(city, catalogue.leaders[leader])
            tokens = tuple(VICTORY[effect.age or age] for effect in _tokens_of(catalogue.leaders[leader]))
            city = evolve(city, conflict=city.conflict + tokens)
    for card, printed in final.cards:
        if printed == age:
            city = with_card(city, catalogue.card(card))
    for number, printed in enumerate(final.stages):
        if number == city.stages and printed <= age:
            city = with_stage(city)
    if final.copied_leader and age == LAST_AGE:
        city = with_leader(city, catalogue.leaders[final.copied_leader], copied=True)
    return city
