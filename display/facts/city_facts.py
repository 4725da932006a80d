"""What the screens show of a city and of the open turn."""

from dataclasses import dataclass
from enum import StrEnum

from display.facts.action_summary import ActionSummary, latest_action
from display.facts.names import SeatName, seat_name
from display.messages.questions import Notice
from display.table_state import TableState
from display.words import Line, line
from engine import RESOURCES, Game, for_sale, production, shields

SIDE_ICONS = {"day": "sun", "night": "moon"}
"""The icons of the sides of the second edition's boards; the first edition's have letters."""


class TurnProgress(StrEnum):
    """How far a seat is with its turn."""

    IDLE = "idle"
    WAITED = "waited"
    ACTED = "acted"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class CityFacts:
    """A city as its panel shows it. `units` are what it produces each turn, choices as several letters.

    `summary`: what the seat does or did last. `played_by`: the name of the seat that acts for the Free City this turn.
    """

    name: SeatName
    side: str
    coins: int
    shields: int
    built: int
    stages: int
    units: tuple[str, ...]
    progress: TurnProgress
    debt: int = 0
    """Debt tokens (Cities)."""
    absent: bool = False
    """It has a diplomacy token, so it takes no part in the next conflicts (Cities)."""
    summary: ActionSummary | None = None
    notice: Line | None = None
    played_by: SeatName | None = None


def city_facts(state: TableState, game: Game, seat: int) -> CityFacts:
    """What the panel of a seat shows."""
    city, player = game.cities[seat], game.controller
    return CityFacts(
        name=seat_name(game, seat),
        side=city.wonder.side,
        coins=city.coins,
        shields=shields(city),
        built=city.stages,
        stages=len(city.wonder.stages),
        units=sorted_units(production(city)),
        progress=turn_progress(state, game, seat),
        debt=city.debt,
        absent=city.diplomacy > 0,
        summary=latest_action(state, game, seat),
        notice=next((notice_text(notice) for notice in state.notices if notice.seat == seat), None),
        played_by=seat_name(game, player) if seat == game.setup.free_city and player is not None else None,
    )


def only_named(facts: CityFacts) -> CityFacts:
    """The same city as if nothing were known of it but its name, its side, and that it is waited for."""
    return CityFacts(facts.name, facts.side, 0, 0, 0, 1, (), TurnProgress.WAITED)


def shows_notice(state: TableState, game: Game, seat: int) -> bool:
    """True if the seat's panel has room for a notice: nothing is known of this turn yet."""
    done = latest_action(state, game, seat)
    return done is None or done.past


def turn_progress(state: TableState, game: Game, seat: int) -> TurnProgress:
    """How far a seat is with its turn."""
    if any(question.seat == seat for question in state.questions):
        return TurnProgress.ASKED
    if seat in state.plans or seat in game.pending or seat in state.acted_in_secret:
        return TurnProgress.ACTED
    return TurnProgress.WAITED if seat in game.to_act else TurnProgress.IDLE


def still_to_act(state: TableState, game: Game) -> tuple[int, ...]:
    """The seats everybody waits for."""
    return game.to_act_without({*state.plans, *state.acted_in_secret})


def acts_without_card(state: TableState) -> tuple[int, ...]:
    """The seats that discard, or take nothing, if somebody ends the turn now; at a station the one that is next."""
    if state.game is None or state.questions:
        return ()
    waited = still_to_act(state, state.game)
    return tuple(seat for seat in waited if not state.station or seat == state.shows)


def sorted_units(units: tuple[str, ...]) -> tuple[str, ...]:
    """Units in the rulebook's order of resources, choices last."""
    letters = ["".join(sorted(unit, key=RESOURCES.index)) for unit in units]
    return tuple(sorted(letters, key=lambda unit: (len(unit), [RESOURCES.index(letter) for letter in unit])))


def units_for_sale(game: Game, seat: int) -> tuple[str, ...]:
    """What the neighbours can buy from a seat."""
    return sorted_units(for_sale(game.cities[seat]))


def notice_text(notice: Notice) -> Line:
    """A notice, ready to be said."""
    return line(notice.key, **dict(sorted(notice.placeholders.items())))


def passing_notice(state: TableState) -> Line | None:
    """What has just happened to the whole table, such as an undo, for as long as it is said."""
    return next((notice_text(one) for one in state.notices if one.seat is None and not one.lasting), None)


def leaders_left(game: Game) -> tuple[str, ...]:
    """The leaders of this game, the blank one too, that nobody has recruited."""
    taken = {leader for city in game.cities for leader in city.leaders}
    blank = (game.setup.blank.id,) if game.setup.blank else ()
    known = (leader.id for leader in game.catalogue.leaders.values() if leader.set in game.sets)
    return tuple(leader for leader in (*known, *blank) if leader not in taken)
