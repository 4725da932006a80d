"""Pages that change a past action: the pages of an entry, as they would have been at that moment."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from display.facts.names import seat_name
from display.menu.entry.payment import CoinsPage
from display.menu.entry.turn import SeatCorrectionsPage, SeatTurnPage
from display.menu.page import Menu, Option, Page, Tile
from display.menu.seat import seat_line
from display.messages.intents import ChangePast, Enter, SwapPast
from display.table_state import TableState
from display.words import Line, line
from engine import (
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Fight,
    Game,
    PayLoss,
    Recruit,
)

SWAPPED = (Build, BuildStage, Discard, Recruit)
"""Actions that may have been another city's."""


@dataclass(frozen=True, slots=True)
class ChangeTurnPage(Page):
    """Asks which of the actions numbered from `first` to before `end` was another one."""

    first: int
    end: int

    def menu(self, state: TableState) -> Menu:
        game = state.playing
        options = []
        for number, action in enumerate(game.actions[self.first : self.end], self.first):
            if not isinstance(action, (CorrectCoins, Fight)):
                tile = Tile(seat_line(game, action.seat), note=_said(action), icon="pencil")
                options.append(Option(tile, leads_to=PastPage(number, action, SeatTurnPage(action.seat))))
        return Menu(line("menu.change"), tuple(options))

    def current(self, state: TableState) -> Page | None:
        return self if state.game is not None and len(state.game.actions) >= self.end else None


@dataclass(frozen=True, slots=True)
class PastPage(Page):
    """A page of an entry, for the action numbered `number`, which was `action`: what was it really?"""

    number: int
    action: Action
    page: Page

    def menu(self, state: TableState) -> Menu:
        """The options of that page; each changes the action, or leads on."""
        past = _past_state(state, self.number)
        menu = self.page.menu(past)
        options = [changed for option in menu.options if (changed := self._changed(option)) is not None]
        swap = SwapPage(self.number, self.action)
        if isinstance(self.page, SeatTurnPage) and isinstance(self.action, SWAPPED) and swap.menu(state).options:
            options.append(Option(Tile(line("menu.change.swap"), icon="redo"), leads_to=swap))
        others = sum(not option.tile.colour for option in options)
        return replace(menu, options=tuple(options), apart=others if menu.apart else 0)

    def current(self, state: TableState) -> Page | None:
        if not _stands(state, self.number, self.action):
            return None
        page = self.page.current(_past_state(state, self.number))
        return None if page is None else replace(self, page=page)

    def _changed(self, option: Option) -> Option | None:
        """The option for the past; None if it is about something else than this action."""
        if isinstance(option.intent, Enter):
            if isinstance(option.intent.action, CorrectCoins):
                return None
            return Option(option.tile, intent=ChangePast(self.number, option.intent.action), group=option.group)
        if option.leads_to is None or isinstance(option.leads_to, (CoinsPage, SeatCorrectionsPage)):
            return None
        return Option(option.tile, leads_to=replace(self, page=option.leads_to), group=option.group)


@dataclass(frozen=True, slots=True)
class SwapPage(Page):
    """Asks with which city of the same turn an action was mixed up."""

    number: int
    action: Action

    def menu(self, state: TableState) -> Menu:
        """One option per other city that acted at the same time."""
        game = state.playing
        now = _moment(_past_game(game, self.number))
        options = []
        for number, action in _near(game, self.number):
            if isinstance(action, SWAPPED) and number != self.number and _moment(_past_game(game, number)) == now:
                tile = Tile(seat_line(game, action.seat), note=_said(action), seat=seat_name(game, action.seat))
                options.append(Option(tile, intent=SwapPast(self.number, number)))
        return Menu(line("menu.change.swap_with"), tuple(options))

    def current(self, state: TableState) -> Page | None:
        return self if _stands(state, self.number, self.action) else None


def _near(game: Game, number: int) -> tuple[tuple[int, Action], ...]:
    """The actions of a phase that contains the one numbered `number` are among these."""
    first, last = max(0, number - len(game.cities)), number + len(game.cities)
    return tuple(enumerate(game.actions[first : last + 1], first))


def _moment(game: Game) -> tuple[object, ...]:
    return game.age, game.turn, game.phase


def _said(action: Action) -> Line:
    """What was done, as short as it goes: the card, the stage, that it was discarded."""
    match action:
        case Recruit(card=card) | ChooseLeader(card=card):
            return line(f"leader.{card}")
        case Build(card=card) | BuildFromDiscard(card=str(card)):
            return line(f"card.{card}")
        case BuildStage(stage=stage):
            return line("menu.turn.stage", stage=stage)
        case Discard():
            return line("menu.turn.discard")
        case PayLoss(coins=coins):
            return line("choice.pays", coins=coins)
    return line("screen.station.nothing")


def _stands(state: TableState, number: int, action: Action) -> bool:
    game = state.game
    return game is not None and len(game.actions) > number and game.actions[number] == action


def _past_state(state: TableState, number: int) -> TableState:
    """The table before the action numbered `number`."""
    return replace(state, game=_past_game(state.playing, number), plans={}, questions=(), entered=frozenset())


@lru_cache(maxsize=16)
def _past_game(game: Game, number: int) -> Game:
    return next(islice(game.states(), number, None))
