"""Whether an action is legal: everything that is wrong with it at once, and the action with its payment filled in."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import (
    NOTHING,
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Discard,
    Fight,
    Pass,
    Payment,
    SeatAction,
)
from engine.errors import Reason, reason
from engine.payment import (
    has_chain,
    may_build_free,
    priced,
    ways_to_build,
    ways_to_pay,
    why_not_payable,
)
from engine.phase import Phase

if TYPE_CHECKING:
    from engine.catalogue import Card, Cost
    from engine.game import Game

FATAL = frozenset({"unknown_seat", "unknown_card", "not_now", "already_acted", "no_stage_left", "negative_coins"})
"""What no exception can overrule: there is nothing that could be booked."""


class Verdict(NamedTuple):
    """The reasons against an action (none: it is legal), and the action as it would be booked."""

    reasons: tuple[Reason, ...]
    action: Action

    @property
    def bookable(self) -> bool:
        """Legal, or an exception was made and there is something to book."""
        if not self.reasons:
            return True
        return getattr(self.action, "exception", False) and not any(why.key in FATAL for why in self.reasons)


@singledispatch
def judge(action: Action, game: Game) -> Verdict:
    """Judge an action against the state at the beginning of the turn."""
    raise TypeError(action, game)


@judge.register(Fight)
def _(action: Fight, game: Game) -> Verdict:
    return Verdict(() if game.phase is Phase.CONFLICTS else (_not_now(game),), action)


@judge.register(CorrectCoins)
def _(action: CorrectCoins, game: Game) -> Verdict:
    reasons = _unknown_seat(action.seat, game)
    if action.coins < 0:
        reasons += (reason("negative_coins", coins=action.coins),)
    return Verdict(reasons, action)


@judge.register(Discard)
def _(action: Discard, game: Game) -> Verdict:
    return _settle(action, _not_due(action.seat, game, Phase.TURN, Phase.SEVENTH))


@judge.register(Pass)
def _(action: Pass, game: Game) -> Verdict:
    return _settle(action, _not_due(action.seat, game, Phase.SEVENTH))


@judge.register(BuildFromDiscard)
def _(action: BuildFromDiscard, game: Game) -> Verdict:
    reasons = _not_due(action.seat, game, Phase.FROM_DISCARD)
    if action.card is not None and not _unknown_seat(action.seat, game):
        card = game.catalogue.cards.get(action.card)
        if card is None:
            reasons = (*reasons, reason("unknown_card", card=action.card))
        else:
            reasons = (*reasons, *_misfits(card, action.seat, game, range(1, game.age + 1)))
    return _settle(action, reasons)


@judge.register(BuildStage)
def _(action: BuildStage, game: Game) -> Verdict:
    reasons = _not_due(action.seat, game, Phase.TURN, Phase.SEVENTH)
    if _unknown_seat(action.seat, game):
        return Verdict(reasons, action)
    city = game.cities[action.seat]
    due = city.stages + 1
    if due > len(city.wonder.stages):
        return Verdict((*reasons, reason("no_stage_left")), action)
    if action.stage not in {None, due}:
        reasons = (*reasons, reason("stage_out_of_order", stage=action.stage, due=due))
    cost = city.wonder.stages[city.stages].cost
    legal = [way.payment for way in ways_to_pay(game, action.seat, cost)]
    pays, against = _choose(game, action.seat, cost, action.pays, legal)
    return _settle(replace(action, stage=due, pays=pays), (*reasons, *against))


@judge.register(Build)
def _(action: Build, game: Game) -> Verdict:
    reasons = _not_due(action.seat, game, Phase.TURN, Phase.SEVENTH)
    card = game.catalogue.cards.get(action.card)
    if card is None:
        reasons = (*reasons, reason("unknown_card", card=action.card))
    if card is None or _unknown_seat(action.seat, game):
        return Verdict(reasons, action)
    reasons = (*reasons, *_misfits(card, action.seat, game, range(game.age, game.age + 1)))
    filled, against = _paid_build(action, card, game)
    return _settle(filled, (*reasons, *against))


def _paid_build(action: Build, card: Card, game: Game) -> tuple[Build, tuple[Reason, ...]]:
    if action.free:
        return _free_build(action, game)
    legal = [way for way in ways_to_build(game, action.seat, card) if action.pays is None or way.kind != "free"]
    if action.pays is None and legal:
        return replace(action, pays=legal[0].payment, free=legal[0].kind == "free"), ()
    pays, against = _choose(game, action.seat, card.cost, action.pays, [way.payment for way in legal])
    return replace(action, pays=pays), against


def _free_build(action: Build, game: Game) -> tuple[Build, tuple[Reason, ...]]:
    against: tuple[Reason, ...] = ()
    if not may_build_free(game, action.seat):
        against = (reason("no_free_build"),)
    if action.pays not in {None, NOTHING}:
        against = (*against, reason("payment_not_valid", pays=action.pays))
    return replace(action, pays=NOTHING), against


def _choose(
    game: Game, seat: int, cost: Cost, pays: Payment | None, legal: list[Payment]
) -> tuple[Payment, tuple[Reason, ...]]:
    """The payment to book (never more than the treasury holds), and what is wrong with it."""
    if pays is None and legal:
        return legal[0], ()
    if pays in legal:
        assert pays is not None
        return pays, ()
    against = (why_not_payable(game, seat, cost),) if not legal else (reason("payment_not_valid", pays=pays),)
    if pays is None:
        pays = min(priced(game, seat, cost), key=lambda payment: payment.total, default=Payment(0, 0, cost.coins))
    return _within(pays, game.cities[seat].coins), against


def _within(pays: Payment, coins: int) -> Payment:
    left = min(pays.left, coins)
    right = min(pays.right, coins - left)
    return Payment(left, right, min(pays.bank, coins - left - right))


def _misfits(card: Card, seat: int, game: Game, ages: range) -> list[Reason]:
    """What is wrong with the card itself: age, number of players, a second one, more than there are."""
    found = []
    if card.set not in game.sets:
        found.append(reason("not_in_this_game", card=card.id))
    copies = sum(card.copies(age, game.players) for age in ages)
    if not any(age in ages for age in card.ages):
        found.append(reason("wrong_age", card=card.id, age=game.age))
    elif not copies:
        found.append(reason("not_in_player_count", card=card.id, players=game.players))
    if card.id in game.cities[seat].estate.built:
        found.append(reason("already_built", card=card.id))
    elif copies and _used_up(card, game):
        found.append(reason("no_copy_left", card=card.id))
    return found


def _used_up(card: Card, game: Game) -> bool:
    copies = card.copies_until(game.age, game.players)
    return sum(card.id in city.estate.built for city in game.cities) >= copies


def _settle(action: SeatAction, reasons: tuple[Reason, ...]) -> Verdict:
    """An exception is only marked where one was needed."""
    if not reasons and action.exception:
        action = replace(action, exception=False)
    return Verdict(reasons, action)


def _not_due(seat: int, game: Game, *phases: Phase) -> tuple[Reason, ...]:
    if unknown := _unknown_seat(seat, game):
        return unknown
    if game.phase not in phases or seat not in game.acting:
        return (_not_now(game),)
    if seat in game.pending:
        return (reason("already_acted", seat=seat),)
    return ()


def _unknown_seat(seat: int, game: Game) -> tuple[Reason, ...]:
    return () if 0 <= seat < len(game.cities) else (reason("unknown_seat", seat=seat),)


def _not_now(game: Game) -> Reason:
    return reason("not_now", phase=str(game.phase))


def chain_used(game: Game, action: Build, card: Card) -> bool:
    """Whether a booked build was a chain: nothing was paid, and a structure stands that allows it."""
    return not action.free and action.pays == NOTHING and has_chain(game, action.seat, card)
