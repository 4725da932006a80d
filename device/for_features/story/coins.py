"""Where the coins came from and where they went."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from engine.game.game import Game
from engine.model.actions import CorrectCoins, Fight, PayLoss, Payment, SeatAction
from engine.rules.turn import PAYING


@dataclass(frozen=True, slots=True)
class CoinsPaid:
    """The coins that one seat paid to a neighbour in the whole game."""

    payer: int
    taker: int
    coins: int


@dataclass(frozen=True, slots=True)
class CoinAccount:
    """A seat's coins in the whole game: `began + received + from_bank + counted - paid - to_bank` is `ended`."""

    seat: int
    began: int
    received: int
    """From neighbours."""
    paid: int
    """To neighbours."""
    from_bank: int
    to_bank: int
    counted: int
    """What corrections of the treasury added; negative if they took coins away."""
    ended: int


def coins_paid(game: Game) -> tuple[CoinsPaid, ...]:
    """Who paid how much to whom, the most first; a correction that left too few coins limits what was paid."""
    flows: Counter[tuple[int, int]] = Counter()
    for before, after in pairwise(game.states()):
        for seat, pays in _resolved_payments(before, after).items():
            left, right = before.beside(seat)
            flows[seat, left] += pays.left
            flows[seat, right] += pays.right
    found = [CoinsPaid(payer, taker, coins) for (payer, taker), coins in flows.items() if coins]
    return tuple(sorted(found, key=lambda one: (-one.coins, one.payer, one.taker)))


def coin_accounts(game: Game) -> tuple[CoinAccount, ...]:
    """Every seat's coins, also the Free City's."""
    start = next(game.states())
    paid, received, to_bank, counted = (Counter[int]() for _ in range(4))
    for flow in coins_paid(game):
        paid[flow.payer] += flow.coins
        received[flow.taker] += flow.coins
    for before, after in pairwise(game.states()):
        for seat, pays in _resolved_payments(before, after).items():
            to_bank[seat] += pays.bank
        action = after.actions[-1]
        if isinstance(action, CorrectCoins):
            counted[action.seat] += action.coins - before.cities[action.seat].coins
    accounts = []
    for seat, city in enumerate(game.cities):
        began, without_bank = start.cities[seat].coins, received[seat] + counted[seat] - paid[seat] - to_bank[seat]
        from_bank = city.coins - began - without_bank
        accounts.append(
            CoinAccount(seat, began, received[seat], paid[seat], from_bank, to_bank[seat], counted[seat], city.coins)
        )
    return tuple(accounts)


def _resolved_payments(before: Game, after: Game) -> Mapping[int, Payment]:
    """The payments that the action between two states resolved, by seat; none while others still have to act."""
    action = after.actions[-1]
    if after.pending or isinstance(action, (CorrectCoins, Fight)):
        return {}
    together: dict[int, SeatAction] = {**before.pending, action.seat: action}
    losses = {seat: Payment(bank=one.coins) for seat, one in together.items() if isinstance(one, PayLoss)}
    return losses | {
        seat: one.pays.capped(before.cities[seat].coins)
        for seat, one in together.items()
        if isinstance(one, PAYING) and one.pays is not None
    }
