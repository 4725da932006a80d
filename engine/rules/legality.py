"""Whether an action is legal: every reason against it, and the action with its payment filled in."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from engine.model.actions import (
    NOTHING,
    Action,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Fight,
    Pass,
    PayLoss,
    Payment,
    Recruit,
    SeatAction,
    check_action,
)
from engine.model.catalogue import Bill, Card
from engine.model.editions import known_card
from engine.model.effects import Colour
from engine.model.errors import Reason, reason
from engine.model.state import GameState, Phase
from engine.rules.discard_pile import may_be_in_pile
from engine.rules.payment import (
    affordable,
    has_chain,
    leader_bill,
    may_build_free,
    payment_options,
    stage_bill,
    structure_bill,
    treasury,
    ways_to_build,
    ways_to_build_stage,
    why_unpayable,
)

NEVER_BOOKABLE = frozenset(
    {
        "unknown_seat",
        "unknown_card",
        "card_of_another_edition",
        "unknown_leader",
        "not_now",
        "already_acted",
        "no_stage_left",
        "negative_coins",
    }
)
"""Reasons that no exception overrules, because there is nothing to book."""
MONEY_REASONS = frozenset({"too_few_coins", "nobody_sells", "too_few_sold"})
"""Reasons that say a seat cannot pay."""
Reasons = tuple[Reason, ...]
NONE: Reasons = ()
WITH_AGE_CARD = (Phase.TURN, Phase.SEVENTH)
WITH_ANY_CARD = (Phase.TURN, Phase.SEVENTH, Phase.RECRUIT)
"""The phases in which a card is built as a structure, and those in which it builds a stage or is discarded."""


class Verdict(NamedTuple):
    """The reasons against an action (none: it is legal), and the action with its defaults filled in."""

    reasons: Reasons
    action: Action

    @property
    def bookable(self) -> bool:
        """True if the action is legal, or if it is an exception that can be recorded."""
        return not self.reasons or (getattr(self.action, "exception", False) and bookable_as_exception(self.reasons))


def bookable_as_exception(reasons: Iterable[Reason]) -> bool:
    """True if players may insist on an action against these reasons."""
    return NEVER_BOOKABLE.isdisjoint(why.key for why in reasons)


def can(action: Action, state: GameState) -> bool:
    """True if an action is legal."""
    return not judge(action, state).reasons


def must_play(state: GameState, hand: Iterable[str]) -> bool:
    """True if the Free City may not discard: it can build a card of this hand (ids), or its next stage.

    The rule is not part of `judge`, because it needs the hand ("Variante Esperti per 2 giocatori").
    """
    seat = state.setup.free_city
    if seat is None:
        return False
    return bool(ways_to_build_stage(state, seat)) or any(can(Build(seat, card), state) for card in hand)


def judge(action: Action, state: GameState) -> Verdict:
    """Judge an action by what stood when the turn began; an exception stays marked only if it is needed.

    Raises ActionError for what is no action or has a field of another type.
    """
    try:
        return _JUDGES[type(action)](action, state)
    except (TypeError, KeyError, AttributeError):
        check_action(action)
        raise


def legal_actions(
    state: GameState,
    seat: int,
    hand: Iterable[str] = (),
    pile: Iterable[str] | None = None,
    leaders: Iterable[str] = (),
) -> tuple[Action, ...]:
    """Every legal action of a seat in this phase; empty if it is not due.

    Each way to pay is an action of its own, the default first. Cards are ids: those of the `hand` in a turn, `leaders`
    while leaders are recruited, the discard `pile` (None: what is known of it) for what is raised from it.
    """
    phase = state.phase
    if phase is Phase.CONFLICTS:
        return (Fight(),)
    if seat not in state.acting or seat in state.pending:
        return ()
    if phase in WITH_AGE_CARD:
        return _with_hand(state, seat, hand)
    if phase is Phase.FROM_DISCARD:
        known = [card for card in state.pile if card is not None] if pile is None else pile
        return (*_legal(state, (BuildFromDiscard(seat, card) for card in known)), BuildFromDiscard(seat, None))
    if phase is Phase.LOSS or phase is Phase.CHOOSE_LEADER:
        return _choices(state, seat)
    recruits = _legal(state, (Recruit(seat, leader) for leader in leaders))
    return (*recruits, Pass(seat)) if phase is Phase.EXTRA_LEADER else (*recruits, *_stages(state, seat), Discard(seat))


def idle_action(state: GameState, seat: int) -> SeatAction:
    """What a seat does in this phase that plays no card: it discards, passes, or takes the first choice it has.

    A seventh card is discarded for 3 coins, never passed.
    """
    match state.phase:
        case Phase.FROM_DISCARD:
            return BuildFromDiscard(seat, None)
        case Phase.EXTRA_LEADER:
            return Pass(seat)
        case Phase.CHOOSE_LEADER | Phase.LOSS:
            return _choices(state, seat)[0]
    return Discard(seat)


def as_allowed(state: GameState, action: Action) -> Action | None:
    """An action of another game as the rules allow it here: as it was paid, else paid anew, else without a free build.

    None if they forbid it.
    """
    tries = [action]
    if not isinstance(action, (CorrectCoins, Fight)):
        fair = replace(action, exception=False)
        tries = [replace(fair, stage=None) if isinstance(fair, BuildStage) else fair]
        if isinstance(tries[0], (Build, BuildStage, Recruit)):
            tries.append(replace(tries[0], pays=None))
        if isinstance(fair, Build) and fair.free:
            tries.append(replace(fair, pays=None, free=False))
    return next((tried for tried in tries if can(tried, state)), None)


def _choices(state: GameState, seat: int) -> tuple[ChooseLeader | PayLoss, ...]:
    """What a seat may answer where it needs no card; the default first."""
    if state.phase is Phase.CHOOSE_LEADER:
        return tuple(ChooseLeader(seat, leader) for leader in dict.fromkeys(state.leaders_beside(seat)))
    city = state.cities[seat]
    return tuple(PayLoss(seat, coins) for coins in range(min(city.owed, city.coins), -1, -1))


def _legal(state: GameState, actions: Iterable[Action]) -> tuple[Action, ...]:
    return tuple(action for action in dict.fromkeys(actions) if can(action, state))


def _with_hand(state: GameState, seat: int, hand: Iterable[str]) -> tuple[Action, ...]:
    found: list[Action] = []
    cards = state.setup.catalogue.cards
    for name in dict.fromkeys(hand):
        card = cards.get(name)
        if card is not None and not _card_faults(card, seat, state):
            for kind, pays in ways_to_build(state, seat, card):  # legal as they are
                found.append(Build(seat, name, pays, kind == "free"))
    found += _stages(state, seat)
    if seat != state.setup.free_city or not found:
        found.append(Discard(seat))
    if state.phase is Phase.SEVENTH:
        found.append(Pass(seat))
    return tuple(found)


def _stages(state: GameState, seat: int) -> list[BuildStage]:
    due = state.cities[seat].stages + 1
    return [BuildStage(seat, due, pays) for _, pays in ways_to_build_stage(state, seat)]


def _fight(action: Fight, state: GameState) -> Verdict:
    return Verdict(NONE if state.phase is Phase.CONFLICTS else (_not_now(state),), action)


def _correct(action: CorrectCoins, state: GameState) -> Verdict:
    reasons = _unknown_seat(action.seat, state)
    if not isinstance(action.coins, int):
        raise TypeError
    if action.coins < 0:
        reasons += (reason("negative_coins", coins=action.coins),)
    return Verdict(reasons, action)


def _pay_loss(action: PayLoss, state: GameState) -> Verdict:
    reasons = _cannot_act(action.seat, state, (Phase.LOSS,))
    if not isinstance(action.coins, int):
        raise TypeError
    if not reasons:
        city = state.cities[action.seat]
        if not 0 <= action.coins <= city.owed:
            reasons += (reason("payment_not_valid", pays=Payment(bank=action.coins)),)
        elif action.coins > city.coins:
            reasons += (reason("too_few_coins", missing=action.coins - city.coins),)
    if not reasons or _unknown_seat(action.seat, state):
        return Verdict(reasons, replace(action, exception=False))
    coins = max(0, min(action.coins, state.cities[action.seat].owed))
    return Verdict(reasons, replace(action, coins=coins))


def _discard(action: Discard, state: GameState) -> Verdict:
    reasons = _cannot_act(action.seat, state, WITH_ANY_CARD)
    if action.card is not None:
        reasons += _unknown_discard(action.card, state)
    return Verdict(reasons, Discard(action.seat, action.card, action.exception and bool(reasons)))


def _unknown_discard(card: str, state: GameState) -> Reasons:
    """Leaders are discarded while leaders are recruited, structures in a turn."""
    if state.phase is Phase.RECRUIT:
        return NONE if state.leader(card) is not None else (reason("unknown_leader", leader=card),)
    return NONE if card in state.setup.catalogue.cards else (_unknown_card(card),)


def _pass(action: Pass, state: GameState) -> Verdict:
    reasons = _cannot_act(action.seat, state, (Phase.SEVENTH, Phase.EXTRA_LEADER))
    return Verdict(reasons, Pass(action.seat, action.exception and bool(reasons)))


def _build_from_discard(action: BuildFromDiscard, state: GameState) -> Verdict:
    reasons = _cannot_act(action.seat, state, (Phase.FROM_DISCARD,))
    if action.card is not None and not _unknown_seat(action.seat, state):
        card = state.setup.catalogue.cards.get(action.card)
        if card is None:
            reasons += (_unknown_card(action.card),)
        else:
            reasons += _card_faults(card, action.seat, state, from_discard=True)
    return Verdict(reasons, BuildFromDiscard(action.seat, action.card, action.exception and bool(reasons)))


def _recruit(action: Recruit, state: GameState) -> Verdict:
    seat = action.seat
    reasons = _cannot_act(seat, state, (Phase.RECRUIT, Phase.EXTRA_LEADER))
    leader = state.leader(action.card)
    if leader is None:
        reasons += (reason("unknown_leader", leader=action.card),)
    if leader is None or _unknown_seat(seat, state):
        return Verdict(reasons, action)
    if state.setup.leaders and leader.set not in state.sets:
        reasons += (reason("not_in_this_game", card=leader.id),)
    recruited = any(leader.id in city.leaders for city in state.cities)
    if recruited or leader.id in _given(state):
        reasons += (reason("leader_taken", leader=leader.id),)
    pays, against = _settle_payment(state, leader_bill(state, seat, leader), action)
    reasons += against
    return Verdict(reasons, Recruit(seat, leader.id, pays, action.exception and bool(reasons)))


def _choose_leader(action: ChooseLeader, state: GameState) -> Verdict:
    reasons = _cannot_act(action.seat, state, (Phase.CHOOSE_LEADER,))
    if state.leader(action.card) is None:
        reasons += (reason("unknown_leader", leader=action.card),)
    elif not _unknown_seat(action.seat, state) and action.card not in state.leaders_beside(action.seat):
        reasons += (reason("leader_not_beside", leader=action.card),)
    return Verdict(reasons, ChooseLeader(action.seat, action.card, action.exception and bool(reasons)))


def _stage(action: BuildStage, state: GameState) -> Verdict:
    seat = action.seat
    reasons = _cannot_act(seat, state, WITH_ANY_CARD)
    if reasons and _unknown_seat(seat, state):
        return Verdict(reasons, action)
    city = state.cities[seat]
    due = city.stages + 1
    if due > len(city.wonder.stages):
        return Verdict((*reasons, reason("no_stage_left")), action)
    if action.stage is not None and action.stage != due:
        reasons += (reason("stage_out_of_order", stage=action.stage, due=due),)
    pays, against = _settle_payment(state, stage_bill(state, seat), action)
    reasons += against
    if reasons and not action.exception:
        return Verdict(reasons, action)
    return Verdict(reasons, BuildStage(seat, due, pays, bool(reasons)))


def _build(action: Build, state: GameState) -> Verdict:
    seat = action.seat
    reasons = _cannot_act(seat, state, WITH_AGE_CARD)
    card = state.setup.catalogue.cards.get(action.card)
    if card is None:
        reasons += (_unknown_card(action.card),)
    if card is None or (reasons and _unknown_seat(seat, state)):
        return Verdict(reasons, action)
    reasons += _card_faults(card, seat, state)
    free = action.free
    pays: Payment | None
    if free:
        pays, against = _pay_free(action, card, state)
    elif action.pays is None and (ways := ways_to_build(state, seat, card)):
        pays, against, free = ways[0].payment, NONE, ways[0].kind == "free"
    else:
        pays, against = _pay_for_card(action, card, state)
    reasons += against
    if reasons and not action.exception:
        return Verdict(reasons, action)
    return Verdict(reasons, Build(seat, card.id, pays, free, bool(reasons)))


def _pay_for_card(action: Build, card: Card, state: GameState) -> tuple[Payment | None, Reasons]:
    bill = structure_bill(state, action.seat, card)
    if not card.chain_from or not has_chain(state, action.seat, card):
        return _settle_payment(state, bill, action)
    if action.pays is None or action.pays == NOTHING:
        return NOTHING, NONE
    pays, against = _settle_payment(state, bill, action)
    if action.seat == state.setup.free_city:
        against += (reason("must_chain", card=card.id),)
    return pays, against


def _pay_free(action: Build, card: Card, state: GameState) -> tuple[Payment, Reasons]:
    against = NONE if may_build_free(state, action.seat, card) else (reason("no_free_build"),)
    if action.seat == state.setup.free_city and has_chain(state, action.seat, card):
        against += (reason("must_chain", card=card.id),)
    if action.pays is not None and action.pays != NOTHING:
        against += (reason("payment_not_valid", pays=action.pays),)
    return NOTHING, against


def _settle_payment(
    state: GameState, bill: Bill, action: Build | BuildStage | Recruit
) -> tuple[Payment | None, Reasons]:
    """The payment to book, and the reasons against it; an exception never pays more than the treasury holds."""
    seat, pays = action.seat, action.pays
    payments = payment_options(state, seat, bill)
    legal = affordable(state, seat, payments)
    if pays is None and legal:
        return legal[0], NONE
    if pays is not None and pays in legal:
        return pays, NONE
    against = (reason("payment_not_valid", pays=pays),) if legal else why_unpayable(state, seat, bill, payments)
    if not action.exception:
        return pays, against
    if pays is None:
        pays = min(payments, key=lambda payment: payment.total, default=Payment(0, 0, bill.cost.coins))
    return pays.capped(treasury(state, seat)), against


def _card_faults(card: Card, seat: int, state: GameState, *, from_discard: bool = False) -> Reasons:
    """The reasons against the card itself: set, age, number of players, a second copy, no copy left.

    With `from_discard` the card may be of this age or an earlier one.
    """
    name = card.id
    players = len(state.cities)
    copies, copies_until = card.supply[state.age, players]
    built = name in state.cities[seat].built
    used_up = not built and _no_copy_left(name, copies_until, state, from_discard=from_discard)
    found = NONE
    if from_discard and not may_be_in_pile(state, name):
        found += (reason("not_in_discard_pile", card=name),)
    ages = card.ages
    if card.set not in state.sets:
        found += (reason("not_in_this_game", card=card.id),)
    if (ages[0] > state.age) if from_discard else (state.age not in ages):
        found += (reason("wrong_age", card=card.id, age=state.age),)
    elif not (copies_until if from_discard else copies):
        found += (reason("not_in_player_count", card=card.id, players=players),)
    elif used_up:
        found += (reason("no_copy_left", card=card.id),)
    if built:
        found += (reason("already_built", card=card.id),)
    elif not used_up and (more := state.setup.catalogue.drawn.get(card.colour)) is not None:
        found += _one_too_many(card, more, state)
    return found


def _given(state: GameState) -> list[str | None]:
    return [getattr(action, "card", None) for action in state.pending.values()]


def _one_too_many(card: Card, more: int, state: GameState) -> Reasons:
    """A guild is against the rules if it is one more than are drawn for the deck; so are others that are drawn."""
    cards = state.setup.catalogue.cards
    known = {card.id, *state.pile, *_given(state)}.union(*[city.built for city in state.cities])
    there = (cards.get(name) for name in known if name is not None)
    same = [one for one in there if one is not None and one.colour == card.colour]
    number = sum(one.ages[0] == card.ages[0] for one in same)
    key = "too_many_guilds" if card.colour == Colour.PURPLE else "too_many_drawn"
    return (reason(key, number=number),) if number > len(state.cities) + more else NONE


def _no_copy_left(name: str, copies: int, state: GameState, *, from_discard: bool) -> bool:
    """True if every copy in the game is built, about to be built, or was put away for all to see."""
    left = copies
    for city in state.cities:
        if name in city.built:
            left -= city.cards.count(name)
    left -= _given(state).count(name)
    if not from_discard and left <= len(state.pile):
        left -= state.pile.count(name)
    return left <= 0


def _cannot_act(seat: int, state: GameState, phases: tuple[Phase, ...]) -> Reasons:
    if state.phase in phases and seat in state.acting and seat not in state.pending:
        return NONE
    if unknown := _unknown_seat(seat, state):
        return unknown
    if state.phase not in phases or seat not in state.acting:
        return (_not_now(state),)
    return (reason("already_acted", seat=seat),)


def _unknown_card(card: str) -> Reason:
    return reason("unknown_card" if known_card(card) is None else "card_of_another_edition", card=card)


def _unknown_seat(seat: int, state: GameState) -> Reasons:
    return NONE if 0 <= seat < len(state.cities) else (reason("unknown_seat", seat=seat),)


def _not_now(state: GameState) -> Reason:
    return reason("not_now", phase=str(state.phase))


_JUDGES: dict[type[Action], Callable[..., Verdict]] = {
    Build: _build,
    BuildStage: _stage,
    Fight: _fight,
    CorrectCoins: _correct,
    Discard: _discard,
    PayLoss: _pay_loss,
    Pass: _pass,
    BuildFromDiscard: _build_from_discard,
    Recruit: _recruit,
    ChooseLeader: _choose_leader,
}
