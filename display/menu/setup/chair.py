"""Pages about an empty chair: at which board nobody sits, and which cards the appliance plays with there."""

from dataclasses import dataclass
from typing import ClassVar

from display.facts.chair_facts import cards_to_take_out, others_to_add
from display.menu.page import Menu, Option, Page, Tile
from display.menu.seat import chosen_seat_tile, seat_line, seat_side
from display.messages.intents import SeatChair
from display.table_state import TableState
from display.words import line
from engine import known_card


@dataclass(frozen=True, slots=True)
class ChairPage(Page):
    """Asks at which board nobody sits, so that the appliance plays for it."""

    def menu(self, state: TableState) -> Menu:
        """One option per board, and nobody; only a sentence where the appliance cannot play."""
        if state.leaders or any(mark.free_city for mark in state.seats):
            why = "chair_with_leaders" if state.leaders else "chair_with_free_city"
            return Menu(
                line("menu.chair"), (Option(Tile(line("menu.chair.back"), icon="check")),), body=line(f"error.{why}")
            )
        seats = tuple(
            Option(
                Tile(side.words, seat=side.seat, chosen=mark.empty), intent=SeatChair("" if mark.empty else mark.wonder)
            )
            for mark, side in ((mark, seat_side(state, seat)) for seat, mark in enumerate(state.seats))
        )
        everywhere = Tile(line("menu.chair.nobody"), icon="person", chosen=not any(mark.empty for mark in state.seats))
        body = line("menu.chair.explained")
        return Menu(line("menu.chair"), (*seats, Option(everywhere, intent=SeatChair(""))), body=body, apart=1)

    def current(self, state: TableState) -> Page | None:
        return self if state.game is None and state.seats else None


@dataclass(frozen=True, slots=True)
class ChairCardsPage(Page):
    """The cards of the empty chair. `deals`: an age begins, and they must be taken out of the deck."""

    deals: bool = False
    timeout: ClassVar[float | None] = None  # people need a while to find the cards

    def menu(self, state: TableState) -> Menu:
        """The cards, and of the cards that are drawn for the deck how many others belong into it."""
        game, chair = state.playing, state.chair
        assert chair is not None
        done = Option(Tile(line("menu.chair.dealt" if self.deals else "menu.chair.back"), icon="check"))
        cards = sorted((card for name in chair.hand if (card := known_card(name))), key=lambda card: str(card.colour))
        tiles = [Tile(line(f"card.{card.id}"), colour=str(card.colour)) for card in cards]
        added = others_to_add(game, chair.hand).items() if self.deals else ()
        tiles += [Tile(line("menu.chair.others", count=count), colour=colour, dim=True) for colour, count in added]
        key = "menu.chair.deal" if self.deals else "menu.chair.holds"
        headline = line(key, name=seat_line(game, chair.seat), age=game.age)
        shown = (Option(tile, leads_to=self) for tile in tiles)
        return Menu(headline, (*shown, done), (chosen_seat_tile(game, chair.seat),), apart=1)

    def current(self, state: TableState) -> Page | None:
        """Open while the chair holds cards; at the beginning of an age until somebody has acted."""
        if state.game is None or state.chair is None or not state.chair.hand:
            return None
        return self if not self.deals or cards_to_take_out(state) else None
