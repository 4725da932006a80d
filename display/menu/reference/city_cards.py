"""The page with a city's cards: structures by colour, stages, leaders, and the points so far."""

from dataclasses import dataclass
from functools import lru_cache

from display.facts.city_details import score_sheets_of
from display.menu.addition import options_for_city
from display.menu.entry.turn import SeatTurnPage
from display.menu.page import Menu, Option, PageOfCity, Tile
from display.menu.seat import seat_line
from display.messages.intents import Choose
from display.table_state import TableState
from display.words import Line, line
from engine import COLOURS, Build, BuildStage, Game, Phase, Recruit


@dataclass(frozen=True, slots=True)
class BuiltThing:
    """A structure, a stage or a leader; `exception`: it was recorded against the rules."""

    name: Line
    exception: bool = False


@dataclass(frozen=True, slots=True)
class CityCards:
    """Everything that lies open in a city: of each kind the icon, its colour's word, and the things in building order.

    `points`: by category, empty while hidden.
    """

    groups: tuple[tuple[str, str, tuple[BuiltThing, ...]], ...]
    points: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class CityCardsPage(PageOfCity):
    """Shows the cards in a seat's city. LEFT and RIGHT lead to the neighbouring cities."""

    def menu(self, state: TableState) -> Menu:
        """The city before, what can be done for this one, the city after, and what features offer instead.

        People enter something for the city, or pay otherwise.
        """
        game = state.playing
        count = len(game.cities)
        before, after, acts = (self.seat - 1) % count, (self.seat + 1) % count, self.seat in game.acting
        what = "by_hand" if acts else "names" if state.is_review else "coins"
        own: tuple[Option, ...] = (Option(Tile(line(f"menu.main.{what}")), leads_to=SeatTurnPage(self.seat)),)
        plan = state.plans.get(self.seat)
        if plan is not None and plan.ways > 1:
            other = Choose(self.seat, (plan.chosen + 1) % plan.ways)
            own = (Option(Tile(line("button.pay")), leads_to=self, intent=other), *own)
        offered = options_for_city(state, self.seat, own)
        select, *others = offered or own
        options = (
            Option(Tile(seat_line(game, before)), leads_to=CityCardsPage(before)),
            select,
            Option(Tile(seat_line(game, after)), leads_to=CityCardsPage(after)),
            *others,
        )
        body, headline = city_cards(state, game, self.seat), line("menu.built", name=seat_line(game, self.seat))
        return Menu(headline, options, body=body, large_body=True, touched=1 if offered else None)


def city_cards(state: TableState, game: Game, seat: int) -> CityCards:
    """The cards in a seat's city; points only if they may be shown."""
    city = game.cities[seat]
    actions = (action for action in game.actions if isinstance(action, (Build, Recruit)) and action.seat == seat)
    exceptions = {action.card for action in actions if action.exception}
    groups = []
    for colour in COLOURS:
        cards = (card for card in city.cards if game.catalogue.card(card).colour == colour)
        groups.append(
            (f"mark.{colour}", colour, tuple(BuiltThing(line(f"card.{one}"), one in exceptions) for one in cards))
        )
    leaders = [BuiltThing(line(f"leader.{leader}"), leader in exceptions) for leader in city.leaders]
    if city.copied_leader:
        leaders.append(BuiltThing(line("menu.built.courted", leader=city.copied_leader)))
    groups += [("stage", "brown", _stages(game, seat)), ("mark.white", "white", tuple(leaders))]
    sheets = score_sheets_of(game) if state.live_scores or state.finished else ()
    points = next((tuple(sheet.points.items()) for sheet in sheets if sheet.seat == seat), ())
    return CityCards(tuple(group for group in groups if group[2]), points)


@lru_cache(maxsize=16)
def _stages(game: Game, seat: int) -> tuple[BuiltThing, ...]:
    """The seat's stages, each with the age in which it was built, or with a leader under it."""
    found: list[BuiltThing] = []
    for before, action in zip(game.states(), game.actions, strict=False):
        if isinstance(action, BuildStage) and action.seat == seat:
            number = len(found) + 1
            name = line("menu.built.stage", stage=number, age=before.age)
            if before.phase is Phase.RECRUIT:
                name = line("menu.built.stage_leader", stage=number)
            found.append(BuiltThing(name, action.exception))
    return tuple(found[: game.cities[seat].stages])
