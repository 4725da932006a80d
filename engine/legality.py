"""Whether an action is legal: everything that is wrong with it at once, and the action with its payment filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.actions import (
    NOTHING,
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Court,
    Discard,
    Fight,
    Pass,
    Payment,
    Recruit,
)
from engine.errors import Reason, reason
from engine.payment import (
    affordable,
    bill_for_card,
    bill_for_leader,
    bill_for_stage,
    has_chain,
    may_build_free,
    priced,
    why_not_payable,
)
from engine.phase import Phase

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.catalogue import Bill, Card
    from engine.game import Game

FATAL = frozenset(
    {"unknown_seat", "unknown_card", "unknown_leader", "not_now", "already_acted", "no_stage_left", "negative_coins"}
)
"""What no exception can overrule: there is nothing that could be booked."""
Reasons = tuple[Reason, ...]
NONE: Reasons = ()
BASE = "base"
WITH_AGE_CARD = (Phase.TURN, Phase.SEVENTH)
WITH_ANY_CARD = (Phase.TURN, Phase.SEVENTH, Phase.RECRUIT)
"""The phases in which a structure is built with a card, and those in which a card builds a stage or is discarded."""


class Verdict(NamedTuple):
    """The reasons against an action (none: it is legal), and the action as it would be booked."""

    reasons: Reasons
    action: Action

    @property
    def bookable(self) -> bool:
        """Legal, or an exception was made and there is something to book."""
        if not self.reasons:
            return True
        return getattr(self.action, "exception", False) and not any(why.key in FATAL for why in self.reasons)


def judge(action: Action, game: Game) -> Verdict:
    """Judge an action against the beginning of the turn; an exception is marked only where one is needed."""
    return _JUDGES[type(action)](action, game)


def _fight(action: Fight, game: Game) -> Verdict:
    return Verdict(NONE if game.phase is Phase.CONFLICTS else (_not_now(game),), action)


def _correct(action: CorrectCoins, game: Game) -> Verdict:
    reasons = _unknown_seat(action.seat, game)
    if action.coins < 0:
        reasons += (reason("negative_coins", coins=action.coins),)
    return Verdict(reasons, action)


def _discard(action: Discard, game: Game) -> Verdict:
    reasons = _not_due(action.seat, game, WITH_ANY_CARD)
    return Verdict(reasons, Discard(action.seat, action.card, action.exception and bool(reasons)))


def _pass(action: Pass, game: Game) -> Verdict:
    reasons = _not_due(action.seat, game, (Phase.SEVENTH, Phase.EXTRA_LEADER))
    return Verdict(reasons, Pass(action.seat, action.exception and bool(reasons)))


def _raise(action: BuildFromDiscard, game: Game) -> Verdict:
    reasons = _not_due(action.seat, game, (Phase.FROM_DISCARD,))
    if action.card is not None and not _unknown_seat(action.seat, game):
        card = game.setup.catalogue.cards.get(action.card)
        if card is None:
            reasons += (reason("unknown_card", card=action.card),)
        else:
            reasons += _misfits(card, action.seat, game, raised=True)
    return Verdict(reasons, BuildFromDiscard(action.seat, action.card, action.exception and bool(reasons)))


def _recruit(action: Recruit, game: Game) -> Verdict:
    seat = action.seat
    reasons = _not_due(seat, game, (Phase.RECRUIT, Phase.EXTRA_LEADER))
    leader = game.leader(action.card)
    if leader is None:
        reasons += (reason("unknown_leader", leader=action.card),)
    if leader is None or _unknown_seat(seat, game):
        return Verdict(reasons, action)
    recruited = any(leader.id in city.leaders for city in game.cities)
    if recruited or any(getattr(action, "card", None) == leader.id for action in game.pending.values()):
        reasons += (reason("leader_taken", leader=leader.id),)
    pays, against = _choose(game, bill_for_leader(game, seat, leader), action)
    reasons += against
    return Verdict(reasons, Recruit(seat, leader.id, pays, action.exception and bool(reasons)))


def _court(action: Court, game: Game) -> Verdict:
    reasons = _not_due(action.seat, game, (Phase.COURT,))
    if game.leader(action.card) is None:
        reasons += (reason("unknown_leader", leader=action.card),)
    elif not _unknown_seat(action.seat, game) and action.card not in game.leaders_beside(action.seat):
        reasons += (reason("leader_not_beside", leader=action.card),)
    return Verdict(reasons, Court(action.seat, action.card, action.exception and bool(reasons)))


def _stage(action: BuildStage, game: Game) -> Verdict:
    seat = action.seat
    reasons = _not_due(seat, game, WITH_ANY_CARD)
    if reasons and _unknown_seat(seat, game):
        return Verdict(reasons, action)
    city = game.cities[seat]
    due = city.stages + 1
    if due > len(city.wonder.stages):
        return Verdict((*reasons, reason("no_stage_left")), action)
    if action.stage is not None and action.stage != due:
        reasons += (reason("stage_out_of_order", stage=action.stage, due=due),)
    pays, against = _choose(game, bill_for_stage(game, seat), action)
    reasons += against
    if reasons and not action.exception:
        return Verdict(reasons, action)
    return Verdict(reasons, BuildStage(seat, due, pays, bool(reasons)))


def _build(action: Build, game: Game) -> Verdict:
    seat = action.seat
    reasons = _not_due(seat, game, WITH_AGE_CARD)
    card = game.setup.catalogue.cards.get(action.card)
    if card is None:
        reasons += (reason("unknown_card", card=action.card),)
    if card is None or (reasons and _unknown_seat(seat, game)):
        return Verdict(reasons, action)
    reasons += _misfits(card, seat, game)
    free = action.free
    pays: Payment | None
    if free:
        pays, against = _pay_free(action, game)
    else:
        pays, against = _pay_for_card(action, card, game)
        if against and action.pays is None and may_build_free(game, seat):
            pays, against, free = NOTHING, NONE, True
    reasons += against
    if reasons and not action.exception:
        return Verdict(reasons, action)
    return Verdict(reasons, Build(seat, card.id, pays, free, bool(reasons)))


def _pay_for_card(action: Build, card: Card, game: Game) -> tuple[Payment | None, Reasons]:
    bill = bill_for_card(game, action.seat, card)
    if not has_chain(game, action.seat, card):
        return _choose(game, bill, action)
    if action.pays is None or action.pays == NOTHING:
        return NOTHING, NONE
    pays, against = _choose(game, bill, action)
    if action.seat == game.setup.free_city:
        against += (reason("must_chain", card=card.id),)
    return pays, against


def _pay_free(action: Build, game: Game) -> tuple[Payment, Reasons]:
    against = NONE if may_build_free(game, action.seat) else (reason("no_free_build"),)
    if action.pays is not None and action.pays != NOTHING:
        against += (reason("payment_not_valid", pays=action.pays),)
    return NOTHING, against


def _choose(game: Game, bill: Bill, action: Build | BuildStage | Recruit) -> tuple[Payment | None, Reasons]:
    """The payment to book, and what is wrong with it; with an exception never more than the treasury holds."""
    seat, pays = action.seat, action.pays
    payments = priced(game, seat, bill)
    legal = affordable(game, seat, payments)
    if pays is None and legal:
        return legal[0], NONE
    if pays is not None and pays in legal:
        return pays, NONE
    against = (reason("payment_not_valid", pays=pays),) if legal else why_not_payable(game, seat, bill, payments)
    if not action.exception:
        return pays, against
    if pays is None:
        pays = min(payments, key=lambda payment: payment.total, default=Payment(0, 0, bill.cost.coins))
    return _within(pays, game.cities[seat].coins), against


def _within(pays: Payment, coins: int) -> Payment:
    left = min(pays.left, coins)
    right = min(pays.right, coins - left)
    return Payment(left, right, min(pays.bank, coins - left - right))


def _misfits(card: Card, seat: int, game: Game, *, raised: bool = False) -> Reasons:
    """What is wrong with the card itself: set, age, number of players, a second one, more than there are.

    A card `raised` from the discard pile may be of this age or an earlier one.
    """
    players = len(game.cities)
    known = card.set == BASE and card.copies(game.age, players)
    if known and card.id not in game.cities[seat].built and not _used_up(card, game):
        return NONE
    found: Reasons = NONE
    ages = card.ages
    if card.set not in game.sets:
        found += (reason("not_in_this_game", card=card.id),)
    if (ages[0] > game.age) if raised else (game.age not in ages):
        found += (reason("wrong_age", card=card.id, age=game.age),)
    elif not (card.copies_until(game.age, players) if raised else card.copies(game.age, players)):
        found += (reason("not_in_player_count", card=card.id, players=players),)
    elif card.id not in game.cities[seat].built and _used_up(card, game):
        found += (reason("no_copy_left", card=card.id),)
    if card.id in game.cities[seat].built:
        found += (reason("already_built", card=card.id),)
    return found


def _used_up(card: Card, game: Game) -> bool:
    """Whether every copy there is stands in some city, or is being built there."""
    cities, name = game.cities, card.id
    left = card.copies_until(game.age, len(cities))
    if left >= len(cities):
        return False
    for city in cities:
        if name in city.built:
            left -= 1
    if left > len(game.pending):
        return False
    for action in game.pending.values():
        if getattr(action, "card", None) == name:
            left -= 1
    return left <= 0


def _not_due(seat: int, game: Game, phases: tuple[Phase, ...]) -> Reasons:
    if game.phase in phases and seat in game.acting and seat not in game.pending:
        return NONE
    if unknown := _unknown_seat(seat, game):
        return unknown
    if game.phase not in phases or seat not in game.acting:
        return (_not_now(game),)
    return (reason("already_acted", seat=seat),)


def _unknown_seat(seat: int, game: Game) -> Reasons:
    return NONE if 0 <= seat < len(game.cities) else (reason("unknown_seat", seat=seat),)


def _not_now(game: Game) -> Reason:
    return reason("not_now", phase=str(game.phase))


_JUDGES: dict[type[Action], Callable[..., Verdict]] = {
    Fight: _fight,
    CorrectCoins: _correct,
    Discard: _discard,
    Pass: _pass,
    BuildFromDiscard: _raise,
    Recruit: _recruit,
    Court: _court,
    BuildStage: _stage,
    Build: _build,
}
