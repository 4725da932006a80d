"""A position: a moment between two turns as plain values, and every reason against it at once.

Between turns means that leaders are recruited, a turn begins, conflicts are due, or the game is over. A moment within a
turn is such a position and the actions that were given since.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from engine.game.audit import Status, faults
from engine.model.city import City, with_card, with_leader, with_stage
from engine.model.editions import known_card
from engine.model.effects import CopyLeader, FreeStructure
from engine.model.errors import ImpossiblePosition, Reason, reason
from engine.model.frozen import evolve
from engine.model.state import LAST_AGE, AnyState, GameState, Phase

BETWEEN_TURNS = frozenset({Phase.RECRUIT, Phase.TURN, Phase.CONFLICTS, Phase.OVER})
"""The phases of a position."""
NEVER = Status.TOO_MANY_CARDS | Status.TOKENS
"""The faults that not even exceptions and corrections of coins can cause."""
FIELDS = frozenset(
    {"coins", "stages", "conflict", "cards", "before", "raised", "leaders", "copies", "free_used", "debt", "diplomacy"}
)
"""What a position may say of a city."""
Description = dict[str, Any]
"""What `Game.position` takes besides the options of a new game: age, turn, phase, cities and pile."""


def description(state: GameState) -> Description:
    """A moment between turns as plain values for JSON."""
    return {
        "age": state.age,
        "turn": state.turn,
        "phase": str(state.phase),
        "cities": [_described(city) for city in state.cities],
        "pile": list(state.pile),
    }


def _described(city: City) -> Description:
    return {
        "coins": city.coins,
        "stages": city.stages,
        "conflict": list(city.conflict),
        "cards": list(city.cards),
        "before": city.cards_before,
        "raised": sorted(city.raised),
        "leaders": list(city.leaders),
        "copies": city.copied_leader,
        "free_used": city.free_used,
        "debt": city.debt,
        "diplomacy": city.diplomacy,
    }


def set_up(
    state: AnyState,
    cities: Sequence[Mapping[str, Any]] = (),
    *,
    age: int | None = None,
    turn: int | None = None,
    phase: str = Phase.TURN,
    pile: Sequence[str | None] = (),
) -> AnyState:
    """The state of a new game at another moment; ImpossiblePosition with every reason against it."""
    against: list[Reason] = []
    now = _moment(state, age, turn, phase, against)
    found = list(now.cities)
    if not isinstance(cities, (list, tuple)) or len(cities) > len(found):
        against.append(_bad("cities", cities))
        cities = ()
    for seat, said in enumerate(cities):
        if not isinstance(said, dict):
            against.append(_bad(f"cities {seat}", said))
            continue
        reader = _CityReader(now, seat, said)
        found[seat] = reader.city()
        against += reader.against
    now = evolve(now, cities=tuple(found), pile=_pile(now, pile, against))
    against += [why for fault, why in faults(now) if fault in NEVER]
    if against:
        raise ImpossiblePosition(tuple(against))
    return now


def _moment(state: AnyState, age: int | None, turn: int | None, phase: str, against: list[Reason]) -> AnyState:
    """The state at this age, turn and phase; what is not given is the first possible."""
    if phase not in BETWEEN_TURNS or (phase == Phase.RECRUIT and not state.setup.leaders):
        against.append(_bad("phase", phase))
        phase = Phase.TURN
    known = Phase(phase)
    last = 0 if known is Phase.RECRUIT else state.last_turn
    first = 1 if known is Phase.TURN else last
    oldest = LAST_AGE if known is Phase.OVER else 1
    age, turn = oldest if age is None else age, first if turn is None else turn
    if not _is_number(age, oldest, LAST_AGE):
        against.append(_bad("age", age))
        age = oldest
    if not _is_number(turn, first, last):
        against.append(_bad("turn", turn))
        turn = first
    seats = state.player_seats if known is Phase.RECRUIT else tuple(range(state.players))
    acting = seats if known in {Phase.RECRUIT, Phase.TURN} else ()
    return evolve(state, age=age, turn=turn, phase=known, acting=acting)


class _CityReader:
    """Reads what a position says of one city, and keeps every reason against it."""

    def __init__(self, state: GameState, seat: int, said: Mapping[str, Any]) -> None:
        self.state, self.seat, self.said = state, seat, said
        self.against = [_bad(f"{field} {seat}", said[field]) for field in sorted(set(said) - FIELDS)]

    def value(self, field: str, fits: Callable[[Any], bool], default: Any) -> Any:
        """What is said in this field, or the default if that is nothing or does not fit."""
        said = self.said.get(field, default)
        said = tuple(said) if isinstance(said, list) else said
        if said == default or fits(said):
            return said
        self.against.append(_bad(f"{field} {self.seat}", said))
        return default

    def city(self) -> City:
        """The city, as far as nothing is against it."""
        state, city = self.state, self.state.cities[self.seat]
        names: tuple[str, ...] = self.value("cards", _are_ids, ())
        for card in names:
            known = state.catalogue.cards.get(card)
            if known is not None:
                city = with_card(city, known)
        self.against += _unknown_cards(state, names)
        stages = len(city.wonder.stages)
        for _ in range(self.value("stages", lambda said: _is_number(said, 0, stages), 0)):
            city = with_stage(city)
        for leader in self.value("leaders", lambda said: _are_ids(said) and state.setup.leaders, ()):
            city = self._with_leader(city, leader)
        if copies := self.value("copies", lambda said: _copies_leader(state, city) and isinstance(said, str), None):
            city = self._with_leader(city, copies, copied=True)
        raised = frozenset(self.value("raised", lambda said: self._are_raised(said, city), ()))
        fewest, most = _since_ages_began(state, len(names))
        first = max(fewest, min(_older(state, names, raised), most))
        return evolve(
            city,
            coins=self.value("coins", _is_number, city.coins),
            conflict=self.value("conflict", _are_tokens, ()),
            raised=raised,
            cards_before=self.value(
                "before", lambda said: _is_number(said, fewest, most) and raised <= {*names[said:]}, first
            ),
            free_used=self.value("free_used", lambda said: said is True and city.estate.has(FreeStructure), False),
            debt=self.value("debt", _is_number, 0),
            diplomacy=self.value("diplomacy", _is_number, 0),
        )

    def _are_raised(self, said: Any, city: City) -> bool:
        """Nothing raised in an age stays so once its conflicts are fought."""
        fits = _are_ids(said) and city.built.issuperset(said)
        return fits and self.state.phase is not Phase.OVER

    def _with_leader(self, city: City, leader: str, *, copied: bool = False) -> City:
        known = self.state.leader(leader)
        if known is None:
            self.against.append(reason("unknown_leader", leader=leader))
            return city
        return with_leader(city, known, copied=copied)


def _pile(state: GameState, pile: object, against: list[Reason]) -> tuple[str | None, ...]:
    """The discard pile, if all its cards are known and it is not larger than what was dealt."""
    if not isinstance(pile, (list, tuple)) or len(pile) > state.age * (state.last_turn + 1) * state.players:
        against.append(_bad("pile", pile))
        return ()
    against += _unknown_cards(state, (card for card in pile if card is not None))
    return tuple(pile)


def _unknown_cards(state: GameState, names: Iterable[Any]) -> list[Reason]:
    found = []
    for name in names:
        if not isinstance(name, str) or name not in state.catalogue.cards:
            elsewhere = isinstance(name, str) and known_card(name) is not None
            found.append(reason("card_of_another_edition" if elsewhere else "unknown_card", card=name))
    return found


def _copies_leader(state: GameState, city: City) -> bool:
    return any(isinstance(effect, CopyLeader) for card in city.cards for effect in state.catalogue.cards[card].effects)


def _since_ages_began(state: GameState, cards: int) -> tuple[int, int]:
    """How many of so many structures can have stood there when the age began."""
    if state.phase is Phase.OVER:
        return cards, cards
    return 0, cards if state.age > 1 else 0


def _older(state: GameState, names: Sequence[str], raised: frozenset[str]) -> int:
    """How many structures come before the first that is printed in this age or was raised in it."""
    cards = state.catalogue.cards
    new = (name in raised or (name in cards and state.age in cards[name].ages) for name in names)
    return next((place for place, one in enumerate(new) if one), len(names))


def _are_ids(said: object) -> bool:
    return isinstance(said, tuple) and all(isinstance(one, str) for one in said)


def _are_tokens(said: object) -> bool:
    return isinstance(said, tuple) and all(isinstance(one, int) for one in said)


def _is_number(said: object, fewest: int = 0, most: int | None = None) -> bool:
    number = isinstance(said, int) and not isinstance(said, bool)
    return number and fewest <= said and (most is None or said <= most)  # type: ignore[operator]


def _bad(field: str, value: object) -> Reason:
    return reason("bad_field", field=field, value=value)
