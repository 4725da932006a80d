"""What choosing an action leads to: it is entered, or asked how it is paid, or said why it cannot be."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.messages.intents import Enter
from display.menu.entry.coins import Treasury
from display.menu.page import Line, Menu, Option, Page, Tile, line
from display.menu.seat import at_side, seat_line
from engine import MONEY_REASONS, NOTHING, Build, BuildStage, Payment, Recruit, bookable_as_exception

if TYPE_CHECKING:
    from collections.abc import Hashable

    from display.table_state import TableState
    from engine import Game, SeatAction, Way

LACKING = "too_few_coins"
"""The reason that may be none: a treasury that the ledger has wrong."""


@dataclass(frozen=True, slots=True)
class Paying(Page):
    """In which way an action is paid for, before `then`; the first one is what is paid if nobody chooses."""

    action: Build | BuildStage
    then: Page

    def menu(self, state: TableState) -> Menu:
        """One option for each way."""
        assert state.game is not None
        game = state.game.without_pending(self.action.seat)
        options = tuple(
            Option(
                Tile(_way_words(game, self.action.seat, way), icon=_way_icon(way), pays=way.payment),
                leads=self.then,
                intent=Enter(way.pay(self.action)),
            )
            for way in ways_to_offer(game, self.action)
        )
        return Menu(
            line("menu.pay", name=seat_line(game, self.action.seat)), options, (at_side(game, self.action.seat),)
        )

    def now(self, state: TableState) -> Page | None:
        """Until the turn in which it was asked is over."""
        return self if _allows(state, self.action) else None


@dataclass(frozen=True, slots=True)
class Refusal(Page):
    """Why the rules forbid an action; a person may insist."""

    action: SeatAction
    then: Page

    def menu(self, state: TableState) -> Menu:
        """Every reason, and the ways on."""
        assert state.game is not None
        game = state.game.without_pending(self.action.seat)
        reasons = game.verify(self.action)
        keys = {reason.key for reason in reasons}
        options = []
        if bookable_as_exception(reasons):
            action = replace(self.action, exception=True)
            if keys & MONEY_REASONS and isinstance(action, (Build, BuildStage, Recruit)):
                action = replace(action, pays=NOTHING)
            anyway = Tile(line("menu.refused.anyway"), icon="warning")
            options.append(Option(anyway, leads=self.then, intent=Enter(action)))
        if LACKING in keys:
            coins = Tile(line("menu.more.coins"), icon="coin")
            options.append(Option(coins, leads=Treasury(self.action.seat)))
        return Menu(
            line("menu.refused", name=seat_line(game, self.action.seat)),
            tuple(options),
            (at_side(game, self.action.seat),),
            body=line("menu.refused.reasons", reasons=reasons),
        )

    def now(self, state: TableState) -> Page | None:
        """As long as there is a reason against it."""
        return self if _allows(state, self.action) is False else None


def book(game: Game, tile: Tile, action: SeatAction, then: Page, group: Hashable = None) -> Option:
    """An option to do something, then `then`: entered at once if it is legal and there is nothing to choose about it.

    What the rules forbid is dim, and leads to the reasons.
    """
    if not game.can(action):
        return Option(replace(tile, dim=True), leads=Refusal(action, then), group=group)
    if isinstance(action, (Build, BuildStage)):
        ways = ways_to_offer(game, action)
        if len(ways) > 1:
            return Option(tile, leads=Paying(action, then), group=group)
        action = ways[0].pay(action)
    return Option(tile, leads=then, intent=Enter(action), group=group)


def ways_to_offer(game: Game, action: Build | BuildStage) -> tuple[Way, ...]:
    """The ways to pay that are worth a choice, the default first: where nothing need be paid there is none."""
    ways = game.ways_for(action)
    return ways[:1] if ways and ways[0].payment == NOTHING else ways


def price_tag(game: Game, action: Build | BuildStage) -> Payment | None:
    """What the default way costs, if it costs anything."""
    ways = ways_to_offer(game, action)
    return ways[0].payment if ways and ways[0].payment != NOTHING else None


def _allows(state: TableState, action: SeatAction) -> bool | None:
    """Whether the rules do; None if there is no game."""
    return None if state.game is None else state.game.without_pending(action.seat).can(action)


def _way_words(game: Game, seat: int, way: Way) -> Line:
    """To whom how many coins go; what is free says so."""
    if way.kind == "free":
        return line("menu.pay.free")
    left, right = game.beside(seat)
    parts = [
        line("menu.pay.to", coins=coins, name=seat_line(game, other))
        for coins, other in ((way.payment.left, left), (way.payment.right, right))
        if coins
    ]
    if way.payment.bank:
        parts.append(line("menu.pay.bank", coins=way.payment.bank))
    return line("menu.pay.way", ways=tuple(parts)) if parts else line("menu.pay.nothing")


def _way_icon(way: Way) -> str:
    return "temple" if way.kind == "free" else ""
