"""What a card, a stage or a leader does, as lines to be said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from display.words import Line, line
from engine import ANY_SYMBOL, ColourCoins, Counted, Discount, LeaderPrice, OneLess, Per, PerSet, Produce, Science, Whom
from engine.model import effects as all_effects

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine import Effect

COUNTED = {
    all_effects.Points: ("effect.points", "points"),
    all_effects.PointsIfComplete: ("effect.points_if_complete", "points"),
    all_effects.Coins: ("effect.coins", "coins"),
    all_effects.Shields: ("effect.shields", "shields"),
    all_effects.DrawLeaders: ("effect.draw_leaders", "leaders"),
    all_effects.ScienceSet: ("effect.science_set", "points"),
    all_effects.BankSale: ("effect.bank_sale", "price"),
    all_effects.Rebate: ("effect.rebate", "coins"),
    all_effects.VictoryCoins: ("effect.victory_coins", "coins"),
    all_effects.ChainCoins: ("effect.chain_coins", "coins"),
    all_effects.GiveDebt: ("effect.give_debt", "debts"),
    all_effects.SellDefeats: ("effect.sell_defeats", "coins"),
}
"""Effects that are said with one number: its key, and the field it is in."""
PLAIN = {
    all_effects.SeventhCard: "effect.seventh_card",
    all_effects.FirstOfColourFree: "effect.first_of_colour_free",
    all_effects.FirstOfAgeFree: "effect.first_of_age_free",
    all_effects.LastOfAgeFree: "effect.last_of_age_free",
    all_effects.CopyGuild: "effect.copy_guild",
    all_effects.StructureFromDiscard: "effect.build_from_discard",
    all_effects.CopyLeader: "effect.copy_leader",
    all_effects.ExtraLeader: "effect.extra_leader",
    all_effects.FreeLeaders: "effect.free_leaders",
    all_effects.FreeGuilds: "effect.free_guilds",
    all_effects.PassDefeats: "effect.pass_defeats",
    all_effects.FreeStages: "effect.free_stages",
    all_effects.Diplomacy: "effect.diplomacy",
    all_effects.VictoryToken: "effect.victory_token",
    all_effects.CopySymbol: "effect.copy_symbol",
    all_effects.MoreOfMostSymbol: "effect.more_of_most_symbol",
    all_effects.ChangeSymbol: "effect.change_symbol",
    all_effects.ProduceMissing: "effect.produce_missing",
    all_effects.ProduceMore: "effect.produce_more",
    all_effects.TokenPairs: "effect.token_pairs",
}


def lines(effects: Iterable[Effect]) -> tuple[Line, ...]:
    """Each effect in words, in the order in which they are printed."""
    return tuple(words for effect in effects for words in _said(effect))


def units(effects: Iterable[Effect]) -> tuple[str, ...]:
    """What the effects produce, to be drawn."""
    return tuple(unit for effect in effects if isinstance(effect, Produce) for unit in effect.units)


def _said(effect: Effect) -> tuple[Line, ...]:
    if type(effect) in PLAIN:
        return (line(PLAIN[type(effect)]),)
    if type(effect) in COUNTED:
        key, field = COUNTED[type(effect)]
        return (line(key, count=getattr(effect, field)),)
    if isinstance(effect, Per):
        return _per(effect)
    return _leader_prices(effect) if isinstance(effect, LeaderPrice) else (_one(effect),)


def _one(effect: Effect) -> Line:
    match effect:
        case Produce():
            found = line("effect.produce" if effect.tradable else "effect.produce_own")
        case Science(symbol):
            found = line("effect.science_any") if symbol == ANY_SYMBOL else line("effect.science", symbol=symbol)
        case Discount(resources, sides, price):
            found = line("effect.discount", resources=resources, who=_sides(sides), count=price)
        case PerSet(colours, points):
            found = line("effect.per_set", what=_things(colours), count=points)
        case OneLess(on):
            found = line("effect.one_less", what=line(f"counted.{on}"))
        case ColourCoins(colour, coins):
            found = line("effect.colour_coins", what=line(f"counted.{colour}"), count=coins)
        case _:
            found = _of_later_sets(effect)
    return found


def _of_later_sets(effect: Effect) -> Line:
    """Effects of Cities and of the second edition's leaders."""
    match effect:
        case all_effects.FreeStructure(None):
            found = line("effect.free_structure")
        case all_effects.FreeStructure(colour):
            found = line("effect.free_structure_of", what=line(f"counted.{colour}"))
        case all_effects.LoseCoins(coins, None):
            found = line("effect.lose_coins", count=coins)
        case all_effects.LoseCoins(coins, Counted.AGE):
            found = line("effect.lose_coins_age")
        case all_effects.LoseCoins(coins, per):
            found = line("effect.lose_coins_per", count=coins, what=line(f"counted.{per}"))
        case all_effects.GiveCoins(coins, whom):
            everybody = whom is Whom.OTHERS
            found = line("effect.give_coins_others" if everybody else "effect.give_coins_neighbours", count=coins)
        case all_effects.StageCoins(coins, lost):
            found = line("effect.stage_coins", count=coins, lost=lost)
        case all_effects.FirstCheaper(sides, coins):
            found = line("effect.first_cheaper", who=_sides(sides), count=coins)
        case all_effects.MostOf(what, points):
            found = line("effect.most_of", what=line(f"counted.{what}"), count=points)
        case all_effects.PointsIf(what, number, points):
            found = line("effect.points_if", what=line(f"counted.{what}"), number=number, count=points)
        case _:
            raise TypeError(effect)
    return found


def _leader_prices(effect: LeaderPrice) -> tuple[Line, ...]:
    own = line("effect.free_leaders") if effect.own is None else line("effect.leader_price", count=effect.own)
    beside = line("effect.leader_price_beside", count=effect.neighbours)
    return (own, beside) if effect.neighbours else (own,)


def _per(effect: Per) -> tuple[Line, ...]:
    what, who = _things(effect.what), _sides(effect.who)
    found = []
    if effect.coins:
        found.append(line("effect.per_coins", what=what, who=who, count=effect.coins))
    if effect.points:
        found.append(line("effect.per_points", what=what, who=who, count=effect.points))
    return tuple(found)


def _things(names: Iterable[str]) -> tuple[Line, ...]:
    return tuple(line(f"counted.{name}") for name in names)


def _sides(sides: Iterable[str]) -> tuple[Line, ...]:
    return tuple(line(f"side.{side}") for side in sides)
