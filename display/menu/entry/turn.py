"""Pages that enter a turn by hand: the seat, then its action."""

from dataclasses import dataclass

from display.facts.city_facts import still_to_act
from display.menu.entry.cards import CopyLeaderPage, FromDiscardPage, RecruitPage, from_hand
from display.menu.entry.payment import CoinsPage, default_price, entry_option
from display.menu.page import Menu, Option, Page, PageOfCity, Tile
from display.menu.seat import chosen_seat_tile, next_waited_seat, payees, seat_line, seat_side, seat_tile
from display.menu.setup.player_names import PlayerNamePage
from display.table_state import TableState
from display.words import line
from engine import BuildFromDiscard, BuildStage, Discard, Game, Pass, PayLoss, Phase

BUILDING = frozenset({Phase.TURN, Phase.SEVENTH})
DISCARDING = BUILDING | {Phase.RECRUIT}
RECRUITING = frozenset({Phase.RECRUIT, Phase.EXTRA_LEADER})


@dataclass(frozen=True, slots=True)
class EnterTurnPage(Page):
    """Asks whose action is entered. Until the turn closes, an entered action can be replaced."""

    def menu(self, state: TableState) -> Menu:
        game = state.playing
        options = (Option(seat_tile(state, game, seat), leads_to=SeatTurnPage(seat)) for seat in game.acting)
        return Menu(line("menu.by_hand"), tuple(options))

    def current(self, state: TableState) -> Page | None:
        """If only one seat has yet to act, its page."""
        game = state.game
        if game is None or not game.acting:
            return None
        waited = still_to_act(state, game)
        return SeatTurnPage(waited[0]) if len(waited) == 1 else self


@dataclass(frozen=True, slots=True)
class SeatsPage(Page):
    """Asks whose coins or name to correct."""

    def menu(self, state: TableState) -> Menu:
        """One option per seat; before a game only names can be entered."""
        page = PlayerNamePage if state.game is None else SeatCorrectionsPage
        options = (Option(seat_side(state, seat), leads_to=page(seat)) for seat in range(len(state.seats)))
        return Menu(line("menu.seats"), tuple(options))

    def current(self, state: TableState) -> Page | None:
        return self if state.seats else None


@dataclass(frozen=True, slots=True)
class SeatTurnPage(Page):
    """Asks what a seat does in this phase of the game."""

    seat: int

    def menu(self, state: TableState) -> Menu:
        """The actions of this phase: every structure of the age, and what else there is, in a column of its own.

        Illegal ones are dim and lead to the reasons.
        """
        game = state.playing
        then = NextSeatPage(self.seat, game.age, game.turn)
        game = game.without_pending(self.seat)
        cards = from_hand(game, self.seat, then) if game.phase in BUILDING else ()
        more = Option(Tile(line("menu.turn.more"), icon="person"), leads_to=SeatCorrectionsPage(self.seat))
        others = (*_actions(game, self.seat, then), more)
        headline, about = line("menu.turn", name=seat_line(game, self.seat)), (chosen_seat_tile(game, self.seat),)
        return Menu(headline, (*cards, *others), about, apart=len(others) if cards else 0)

    def current(self, state: TableState) -> Page | None:
        """If the phase leaves nothing to choose here, the page that comes next."""
        game = state.game
        if game is None or self.seat >= len(game.cities):
            return None
        if self.seat not in game.acting:
            return SeatCorrectionsPage(self.seat)
        then = NextSeatPage(self.seat, game.age, game.turn)
        return CopyLeaderPage(self.seat, then) if game.phase is Phase.CHOOSE_LEADER else self


@dataclass(frozen=True, slots=True)
class NextSeatPage(Page):
    """Leads from one entry to the next seat clockwise that has yet to act in this turn. Never shown itself."""

    seat: int
    age: int
    turn: int

    def current(self, state: TableState) -> Page | None:
        """The page of the next seat; None when the turn is over."""
        game = state.game
        if game is None or (game.age, game.turn) != (self.age, self.turn):
            return None
        seat = next_waited_seat(state, game, self.seat)
        return None if seat is None else SeatTurnPage(seat)


@dataclass(frozen=True, slots=True)
class SeatCorrectionsPage(PageOfCity):
    """Offers to correct a seat's coins or its player's name."""

    def menu(self, state: TableState) -> Menu:
        game = state.playing
        options = (
            Option(Tile(line("menu.more.coins"), icon="coin"), leads_to=CoinsPage(self.seat)),
            Option(Tile(line("menu.more.name"), icon="person"), leads_to=PlayerNamePage(self.seat)),
        )
        return Menu(line("menu.more", name=seat_line(game, self.seat)), options, (chosen_seat_tile(game, self.seat),))

    def current(self, state: TableState) -> Page | None:
        """Of an earlier game that is looked at only the name can be corrected: the page for that."""
        return PlayerNamePage(self.seat) if state.is_review else PageOfCity.current(self, state)


def next_turn_pages(state: TableState) -> tuple[SeatTurnPage, ...]:
    """The page of the first seat that has yet to act; empty if none has."""
    waited = still_to_act(state, state.game) if state.game is not None else ()
    return tuple(SeatTurnPage(seat) for seat in waited[:1])


def _actions(game: Game, seat: int, then: Page) -> tuple[Option, ...]:
    """The actions of this phase but for building a structure, the most likely first."""
    found = []
    if game.phase in RECRUITING:
        found.append(Option(Tile(line("menu.turn.recruit"), icon="mark.white"), leads_to=RecruitPage(seat, then)))
    if game.phase in DISCARDING:
        discard = Tile(line("menu.turn.discard"), icon="discard")
        found += [_stage(game, seat, then), entry_option(game, discard, Discard(seat), then)]
    if game.phase is Phase.FROM_DISCARD:
        found.append(Option(Tile(line("menu.turn.from_discard"), icon="card"), leads_to=FromDiscardPage(seat, then)))
        found.append(
            entry_option(game, Tile(line("menu.turn.take_nothing"), icon="right"), BuildFromDiscard(seat, None), then)
        )
    for action in game.legal_actions(seat) if game.phase is Phase.LOSS else ():
        assert isinstance(action, PayLoss)
        found.append(entry_option(game, Tile(line("choice.pays", coins=action.coins), icon="coin"), action, then))
    if game.phase is Phase.EXTRA_LEADER:
        found.append(entry_option(game, Tile(line("menu.turn.pass"), icon="right"), Pass(seat), then))
    return tuple(found)


def _stage(game: Game, seat: int, then: Page) -> Option:
    city, action = game.cities[seat], BuildStage(seat)
    due = min(city.stages + 1, len(city.wonder.stages))
    words, price = line("menu.turn.stage", stage=due), default_price(game, action)
    tile = Tile(words, icon="stage", pays=price, payees=payees(game, seat))
    return entry_option(game, tile, action, then)
