"""How a turn resolves once every seat has acted, and the phases that follow before it is over ("Azione").

All actions resolve together: first the payments, from what the treasuries held when the turn began; then the
structures are placed; then they give their coins, so that a structure which counts neighbouring structures counts
those of the same turn.

The phases that follow: the Courtesans Guild and extra leaders at once, then the seventh card, then the structures from
the discard pile, Halicarnassus before Solomon (Leaders, "Domande frequenti"), and last what players lose (Cities).
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.model.actions import (
    NOTHING,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    Discard,
    PayLoss,
    Payment,
    Recruit,
    SeatAction,
)
from engine.model.city import VICTORY, City, count, count_per, neighbours, with_card, with_leader, with_stage
from engine.model.effects import (
    ChainCoins,
    Coins,
    ColourCoins,
    CopyLeader,
    Counted,
    Diplomacy,
    Effect,
    ExtraLeader,
    FreeStructure,
    GiveCoins,
    GiveDebt,
    LoseCoins,
    Per,
    SellDefeats,
    SeventhCard,
    StageCoins,
    StructureFromDiscard,
    VictoryCoins,
    VictoryToken,
    Whom,
)
from engine.model.frozen import evolve
from engine.model.state import GameState, Phase, RemainingPhases
from engine.rules.payment import chain_used, costs_nothing, rebate

DISCARD_COINS = 3
PAYING = (Build, BuildStage, Recruit)
"""The actions that are paid for."""
PHASE_EFFECTS = frozenset({CopyLeader, ExtraLeader, StructureFromDiscard})
"""Effects that give a seat another phase before the turn is over."""
ONCE = (VictoryToken, Diplomacy, GiveCoins, GiveDebt, SellDefeats, LoseCoins)
"""Effects that happen once, after the structures of the turn have given their coins; in this order."""
NOT_COINS = PHASE_EFFECTS | frozenset(ONCE)
NewEffects = dict[int, tuple[Effect, ...]]
"""The effects that came into force, by seat."""


class Resolution(NamedTuple):
    """The cities after the actions, and the effects that came into force."""

    cities: tuple[City, ...]
    new_effects: NewEffects
    opens_a_phase: bool = False
    """True if one of them gives a seat another phase before the turn is over."""
    losses: bool = False
    """True if a city may owe coins that it loses."""


def resolve(state: GameState, actions: Mapping[int, SeatAction]) -> Resolution:
    """Resolve one action for each of several seats; their order does not matter."""
    coins = _treasuries_after_payments(state, actions)
    after = list(state.cities)
    new_effects: NewEffects = {}
    happens_once = False
    for seat, action in actions.items():
        if type(action) is Discard:
            coins[seat] += DISCARD_COINS
            continue
        city = after[seat]
        if city.estate.powers:
            coins[seat] += _coins_of_powers(state, action)
        after[seat], new_effects[seat] = _placed(state, city, action, coins[seat])
    opens_a_phase = False
    for seat, effects in new_effects.items():
        for effect in effects:
            if type(effect) is Coins:
                coins[seat] += effect.coins
            elif type(effect) is Per and effect.coins:
                coins[seat] += effect.coins * count_per(state.setup.catalogue, after, seat, effect)
            elif type(effect) in NOT_COINS:
                opens_a_phase |= type(effect) in PHASE_EFFECTS
                happens_once |= type(effect) in ONCE
    if happens_once:
        _happen(state, new_effects, after, coins)
    for seat, city in enumerate(after):
        if city.coins != coins[seat]:
            after[seat] = evolve(city, coins=coins[seat])
    return Resolution(tuple(after), new_effects, opens_a_phase, happens_once or bool(state.began))


def _happen(state: GameState, new: NewEffects, after: list[City], coins: list[int]) -> None:
    """Change the cities and treasuries by the effects that happen once."""
    found = [(seat, effect) for seat, effects in new.items() for effect in effects if isinstance(effect, ONCE)]
    for seat, effect in sorted(found, key=lambda one: ONCE.index(type(one[1]))):
        city = after[seat]
        match effect:
            case VictoryToken():
                token = VICTORY[effect.age or state.age]
                after[seat] = evolve(city, conflict=(*city.conflict, token))
                coins[seat] += sum(power.coins for power in city.estate.all(VictoryCoins))
            case Diplomacy():
                after[seat] = evolve(city, diplomacy=city.diplomacy + 1)
            case GiveCoins():
                for other in _others(state, seat, effect.whom):
                    coins[other] += effect.coins
            case GiveDebt():
                for other in _others(state, seat, effect.whom):
                    after[other] = evolve(after[other], debt=after[other].debt + effect.debts)
            case SellDefeats():
                left = tuple(token for token in city.conflict if token > 0)
                coins[seat] += effect.coins * (len(city.conflict) - len(left))
                after[seat] = evolve(city, conflict=left)
            case LoseCoins():
                for other in _others(state, seat, Whom.OTHERS):
                    lost = effect.coins * _times(state, after[other], effect.per)
                    after[other] = evolve(after[other], owed=after[other].owed + lost)


def _others(state: GameState, seat: int, whom: Whom) -> Iterable[int]:
    if whom is Whom.NEIGHBOURS:
        return state.beside(seat)
    return [other for other in range(len(state.cities)) if other != seat]


def _times(state: GameState, city: City, per: str | None) -> int:
    if per is None:
        return 1
    return state.age if per == Counted.AGE else count(state.catalogue, city, per)


def _treasuries_after_payments(state: GameState, actions: Mapping[int, SeatAction]) -> list[int]:
    """The treasuries after all payments.

    Where a correction of coins left less than a seat had already spent, it pays what it has.
    """
    coins = [city.coins for city in state.cities]
    for seat, action in actions.items():
        if type(action) is PayLoss:
            coins[seat] -= min(action.coins, coins[seat])
            continue
        pays: Payment | None = getattr(action, "pays", None)
        if pays is None or pays is NOTHING:
            continue
        if sum(pays) > state.cities[seat].coins:
            pays = pays.capped(state.cities[seat].coins)
        to_left, to_right, to_bank = pays
        coins[seat] -= to_left + to_right + to_bank
        if to_left or to_right:
            left, right = neighbours(seat, len(coins))
            coins[left] += to_left
            coins[right] += to_right
    return coins


def _placed(state: GameState, city: City, action: SeatAction, coins: int) -> tuple[City, tuple[Effect, ...]]:
    """The city with these coins and what the action adds to it, and the new effects."""
    if isinstance(action, Build):
        card = state.setup.catalogue.cards[action.card]
        uses_up = action.free and not costs_nothing(state, action.seat, card)
        free = uses_up and city.estate.has(FreeStructure)
        return with_card(city, card, coins=coins, free=free), card.effects
    if isinstance(action, BuildStage):
        more = [LoseCoins(power.others_lose) for power in city.estate.all(StageCoins)] if city.estate.powers else ()
        return with_stage(city, coins=coins), (*city.wonder.stages[city.stages].effects, *more)
    if isinstance(action, BuildFromDiscard) and action.card is not None:
        card = state.setup.catalogue.cards[action.card]
        return with_card(city, card, coins=coins, raised=True), card.effects
    if isinstance(action, (Recruit, ChooseLeader)) and (leader := state.leader(action.card)) is not None:
        return with_leader(city, leader, copied=isinstance(action, ChooseLeader), coins=coins), leader.effects
    if isinstance(action, PayLoss):
        return evolve(city, coins=coins, debt=city.debt + city.owed - (city.coins - coins), owed=0), ()
    return city, ()


def _coins_of_powers(state: GameState, action: SeatAction) -> int:
    """Coins from lasting effects that were in force before the turn."""
    estate = state.cities[action.seat].estate
    coins = rebate(state, action.seat, action.pays) if isinstance(action, (Build, BuildStage)) else 0
    if isinstance(action, BuildStage):
        coins += sum(power.coins for power in estate.all(StageCoins))
    if isinstance(action, (Build, BuildFromDiscard)) and action.card is not None:
        card = state.setup.catalogue.cards[action.card]
        coins += sum(power.coins for power in estate.all(ColourCoins) if power.colour == card.colour)
        if isinstance(action, Build) and chain_used(state, action, card):
            coins += sum(power.coins for power in estate.all(ChainCoins))
    return coins


def remaining_phases(state: GameState, actions: Mapping[int, SeatAction], resolution: Resolution) -> RemainingPhases:
    """The phases that follow before the turn is over, including those that remained before these actions."""
    found = _remaining(state, actions, resolution)
    if not resolution.losses:
        return found
    losing = _phase(Phase.LOSS, (seat for seat, city in enumerate(resolution.cities) if city.owed and city.coins))
    if not losing and not any(phase is Phase.LOSS for phase, _ in found):
        return found
    return (*(entry for entry in found if entry[0] is not Phase.LOSS), *losing)


def with_debts(cities: tuple[City, ...]) -> tuple[City, ...]:
    """The cities at the end of a turn: what was not paid of a loss is debt, as with an empty treasury."""
    return tuple(evolve(city, debt=city.debt + city.owed, owed=0) if city.owed else city for city in cities)


def _remaining(state: GameState, actions: Mapping[int, SeatAction], resolution: Resolution) -> RemainingPhases:
    new = resolution.new_effects
    last = state.is_last_turn and state.phase is Phase.TURN
    seventh = _phase(Phase.SEVENTH, _with_seventh_card(state, resolution.cities)) if last else ()
    if not resolution.opens_a_phase:
        return seventh + state.remaining
    beside = {seat: [resolution.cities[side] for side in state.beside(seat)] for seat in _with(CopyLeader, new)}
    first = _phase(Phase.CHOOSE_LEADER, (seat for seat, cities in beside.items() if any(one.leaders for one in cities)))
    first += _phase(Phase.EXTRA_LEADER, (seat for seat in _with(ExtraLeader, new) if seat != state.setup.free_city))
    from_discard = _with(StructureFromDiscard, new)
    wonders = _phase(Phase.FROM_DISCARD, (seat for seat in from_discard if isinstance(actions[seat], BuildStage)))
    others = _phase(Phase.FROM_DISCARD, (seat for seat in from_discard if not isinstance(actions[seat], BuildStage)))
    return first + seventh + _with_wonders_first(state.remaining, wonders) + others


def _with_wonders_first(before: RemainingPhases, wonders: RemainingPhases) -> RemainingPhases:
    """The phases with those of the wonder stages before those of leaders, which alone can have remained already."""
    if not wonders:
        return before
    waiting = [entry for entry in before if entry[0] is not Phase.FROM_DISCARD]
    return (*waiting, *wonders, *(entry for entry in before if entry[0] is Phase.FROM_DISCARD))


def _with_seventh_card(state: GameState, cities: tuple[City, ...]) -> list[int]:
    """The Free City has no hand, so it has no seventh card."""
    return [seat for seat, city in enumerate(cities) if seat != state.setup.free_city and city.estate.has(SeventhCard)]


def _with(kind: type[Effect], new: Mapping[int, tuple[Effect, ...]]) -> list[int]:
    return [seat for seat in sorted(new) if kind in map(type, new[seat])]


def _phase(phase: Phase, seats: Iterable[int]) -> RemainingPhases:
    acting = tuple(seats)
    return ((phase, acting),) if acting else ()
