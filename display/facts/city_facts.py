"""What the screens say about a game, worked out from the engine once per state."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from display.screens.names import Name, name_of
from engine import (
    CATALOGUE,
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Court,
    Discard,
    Recruit,
    for_sale,
    production,
    score_sheets,
    shields,
)

if TYPE_CHECKING:
    from device.messages.questions import Notice, Plan
    from display.table_state import TableState
    from engine import Action, Game, Payment, ScoreSheet


class Standing(StrEnum):
    """How far a seat is with its turn."""

    IDLE = "idle"
    WAITED = "waited"
    ACTED = "acted"
    ASKED = "asked"


@dataclass(frozen=True, slots=True)
class Deed:
    """What a seat does or did: the record's word, the card and its colour word, the stage, the coins it pays."""

    do: str
    card: str | None = None
    colour: str | None = None
    stage: int | None = None
    left: int = 0
    right: int = 0
    bank: int = 0
    past: bool = False
    """It was done in an earlier turn."""
    exception: bool = False
    """It is booked although the rules forbid it."""


@dataclass(frozen=True, slots=True)
class ScoreRemark:
    """A notice, ready to be said: its key and what fills it in."""

    key: str
    placeholders: tuple[tuple[str, object], ...] = ()


@dataclass(frozen=True, slots=True)
class CityFacts:
    """A city as its panel shows it. `units` are what it produces each turn, choices as several letters.

    `played_by`: of the Free City, who acts for it this turn: a player's name (may be empty) and wonder.
    """

    wonder: str
    side: str
    name: str
    coins: int
    shields: int
    built: int
    stages: int
    units: tuple[str, ...]
    standing: Standing
    deed: Deed | None = None
    remark: ScoreRemark | None = None
    played_by: Name | None = None


def city_facts(state: TableState, game: Game, seat: int) -> CityFacts:
    """What the panel of a seat shows."""
    city = game.cities[seat]
    remark = next((remark_of(notice) for notice in state.notices if notice.seat == seat), None)
    return CityFacts(
        wonder=city.wonder.id,
        side=city.wonder.side,
        name=city.name,
        coins=city.coins,
        shields=shields(city),
        built=city.stages,
        stages=len(city.wonder.stages),
        units=tidy(production(city)),
        standing=standing(state, game, seat),
        deed=deed(state, game, seat),
        remark=remark,
        played_by=name_of(game, game.controller) if _is_free(game, seat) and game.controller is not None else None,
    )


def _is_free(game: Game, seat: int) -> bool:
    return seat == game.setup.free_city


def standing(state: TableState, game: Game, seat: int) -> Standing:
    """How far a seat is with its turn."""
    if any(question.seat == seat for question in state.questions):
        return Standing.ASKED
    if seat in state.plans or seat in game.pending:
        return Standing.ACTED
    return Standing.WAITED if seat in game.to_act else Standing.IDLE


def deed(state: TableState, game: Game, seat: int) -> Deed | None:
    """What was seen of this turn, else what is booked for it, else what the seat did last."""
    if seat in state.plans:
        return _planned(state.plans[seat])
    if seat in game.pending:
        return deed_of(game.pending[seat])
    for action in reversed(game.actions):
        if getattr(action, "seat", None) == seat and (done := deed_of(action, past=True)):
            return done
    return None


def missing(state: TableState, game: Game) -> tuple[int, ...]:
    """The seats everybody waits for."""
    return tuple(seat for seat in game.to_act if seat not in state.plans and seat not in game.pending)


def may_close(state: TableState, game: Game) -> bool:
    """Whether closing the turn is what one would do next: most have acted, and the others may well have discarded."""
    late = len(missing(state, game))
    return state.ready and late < len(game.acting) - late


def tidy(units: tuple[str, ...]) -> tuple[str, ...]:
    """Units in the order of the rulebook's resources, choices last."""
    order = "WSCOLGP"
    letters = ["".join(sorted(unit, key=order.index)) for unit in units]
    return tuple(sorted(letters, key=lambda unit: (len(unit), [order.index(letter) for letter in unit])))


def sold(game: Game, seat: int) -> tuple[str, ...]:
    """What the neighbours can buy of a seat."""
    return tidy(for_sale(game.cities[seat]))


@lru_cache(maxsize=2)
def sheets(game: Game) -> tuple[ScoreSheet, ...]:
    """Every seat's score sheet; worked out once, though looked at again and again."""
    return score_sheets(game)


def categories(game: Game) -> tuple[str, ...]:
    """The scoring categories of this game, in the rulebook's order."""
    return tuple(sheets(game)[0].points)


def _planned(plan: Plan) -> Deed:
    found = _deed(plan.do, plan.card, plan.stage, plan.payment, past=False)
    return replace(found, exception=plan.exception)


def deed_of(action: Action, *, past: bool = False) -> Deed | None:
    """A booked action as a deed; None for what is done at no seat, or comes to nothing."""
    found: Deed | None = None
    match action:
        case Build(card=card, pays=pays):
            found = _deed("build", card, None, pays, past=past)
        case Recruit(card=card, pays=pays):
            found = _deed("recruit", card, None, pays, past=past)
        case BuildStage(stage=stage, pays=pays):
            found = _deed("stage", None, stage, pays, past=past)
        case Discard():
            found = _deed("discard", None, None, None, past=past)
        case Court(card=card):
            found = _deed("court", card, None, None, past=past)
        case CorrectCoins(coins=coins):
            found = Deed("coins", bank=coins, past=past)
        case BuildFromDiscard(card=card) if card is not None:
            found = _deed("build_from_discard", card, None, None, past=past)
    return replace(found, exception=True) if found is not None and getattr(action, "exception", False) else found


def _deed(do: str, card: str | None, stage: int | None, pays: Payment | None, *, past: bool) -> Deed:
    known = CATALOGUE.cards.get(card) if card else None
    colour = str(known.colour) if known else None
    left, right, bank = (pays.left, pays.right, pays.bank) if pays else (0, 0, 0)
    return Deed(do, card, colour, stage, left, right, bank, past)


def remark_of(notice: Notice) -> ScoreRemark:
    """A notice as a value that can be compared and hashed."""
    return ScoreRemark(notice.key, tuple(sorted((name, _still(value)) for name, value in notice.placeholders.items())))


def _still(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
