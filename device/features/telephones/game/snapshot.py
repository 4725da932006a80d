"""What telephones may read of the table at one moment, as plain values for JSON: nothing that does not lie open.

Hands are not known here. What was entered for a turn that is still open is left out: it is as secret as a card that
lies face down. So are the cards of the discard pile.

The shape:

    {"game": "k3x0", "stage": "play", "moment": "k3x0.1.3.turn.012", "age": 1, "turn": 3,
     "phase": "turn", "edition": "first", "leaders": false, "acting": [0, 1, 2], "waiting": [2], "ready": false,
     "input": true, "free_city": null, "controller": null, "seats": [...], "turns": [...], "prices": [...],
     "recruits": [...], "questions": [...], "score": null, "story": []}
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from device.features.telephones.game.price_list import Lists, all_lists, ways_word
from device.features.telephones.game.turn_words import turn_row
from device.for_features.story.story import story_of
from device.for_features.wording.story_facts import has_story, story_sentences
from device.umpire.secret_entries import ENTERED_TOO_OFTEN
from display.facts.city_facts import sorted_units, still_to_act, units_for_sale
from display.facts.edition import EDITION
from display.facts.names import SeatName
from display.facts.public_game import public_game
from display.menu.addition import page_elsewhere
from display.menu.page import ToldBody
from engine import (
    RESOURCES,
    Phase,
    categories,
    conflict_preview,
    outcome_now,
    prices,
    production,
    shields,
    symbols,
)

if TYPE_CHECKING:
    from display.messages.questions import Question
    from display.table_state import TableState
    from engine import Game

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PhoneFacts:
    """What is known of the telephones and may be told to all of them.

    `game`: a word that is another one for every game. `taken`: the wonders whose seats belong to a telephone.
    `acted`: the seats that have entered something for the open turn, in secret. `enters`: telephones may enter actions.
    `revealed`: how many steps of the scoring the screen has shown: a category each, then the winner.
    `clashing`: the seats whose entries cannot be booked together; one of them has to enter something else.
    """

    game: str = ""
    taken: frozenset[str] = frozenset()
    acted: frozenset[int] = frozenset()
    enters: bool = False
    revealed: int = 0
    clashing: frozenset[int] = frozenset()


def snapshot(state: TableState, facts: PhoneFacts, lists: Lists | None = None) -> Json:
    """The public state of the table. `lists`: those that are known; None: all of them."""
    game = state.game
    if game is None:
        return _before(state, facts)
    public = public_game(game)
    revealed = facts.revealed if state.finished else 0
    lists = lists or all_lists(public)
    return {
        "game": facts.game,
        "stage": "over" if game.phase is Phase.OVER else "play",
        "moment": moment(game, facts.game),
        "age": game.age,
        "turn": game.turn,
        "phase": str(game.phase),
        "edition": game.setup.edition,
        "leaders": game.setup.leaders,
        "acting": list(game.acting),
        "waiting": [seat for seat in still_to_act(state, game) if seat not in facts.acted],
        "ready": state.ready,
        "input": facts.enters,
        "free_city": game.setup.free_city,
        "controller": game.controller,
        "seats": [
            city | {"name": name, "taken": city["wonder"] in facts.taken}
            for city, name in zip(_cities(public), state.names, strict=True)
        ],
        "turns": list(_turns(public)),
        "prices": list(lists.prices),
        "recruits": list(lists.recruits),
        "questions": [*_questions(state), *map(_about_clash, sorted(facts.clashing))],
        "score": _score(public, revealed),
        "story": list(_story(public)) if revealed > len(categories(public)) and has_story(public) else [],
    }


def moment(game: Game, word: str) -> str:
    """Names the open phase of a game, so that what was entered for another one is known by it."""
    acting = "".join(map(str, game.acting))
    return f"{word}.{game.age}.{game.turn}.{game.phase}.{acting}"


def _before(state: TableState, facts: PhoneFacts) -> Json:
    """While the table is set up: the boards that are known so far."""
    names = state.names if len(state.names) == len(state.seats) else ("",) * len(state.seats)
    edition = state.settings.get(EDITION, "first")
    return {
        "game": facts.game,
        "stage": "setup",
        "edition": edition,
        "leaders": state.leaders,
        "ready": state.ready,
        "input": facts.enters,
        "enrol": news_elsewhere(state),
        "free_city": next((seat for seat, mark in enumerate(state.seats) if mark.free_city), None),
        "seats": [
            {"wonder": seat.wonder, "side": seat.side, "name": name, "taken": seat.wonder in facts.taken}
            for seat, name in zip(state.seats, names, strict=True)
        ],
        "questions": _questions(state),
    }


def news_elsewhere(state: TableState) -> int | None:
    """Another number whenever the page that a feature offers on telephones is another one; None if none does."""
    page = page_elsewhere(state)
    if page is None:
        return None
    menu = page.menu(state)
    return zlib.crc32(repr((menu.headline, menu.body.told())).encode()) if isinstance(menu.body, ToldBody) else 0


@lru_cache(maxsize=2)
def _cities(game: Game) -> tuple[Json, ...]:
    conflicts = conflict_preview(game)
    return tuple(_city(game, seat) | {"conflict": list(conflicts[seat])} for seat in range(game.players))


def _city(game: Game, seat: int) -> Json:
    city = game.cities[seat]
    paid = prices(game, seat)
    science = symbols(city)
    return {
        "wonder": city.wonder.id,
        "side": city.wonder.side,
        "coins": city.coins,
        "shields": shields(city),
        "stages": city.stages,
        "of": len(city.wonder.stages),
        "units": " ".join(sorted_units(production(city))),
        "sells": " ".join(units_for_sale(game, seat)),
        "left": "".join(str(paid["left"][letter]) for letter in RESOURCES),
        "right": "".join(str(paid["right"][letter]) for letter in RESOURCES),
        "science": list(science.values()),
        "cards": list(city.cards),
        "leaders": list(city.leaders),
        "tokens": list(city.conflict),
        "debt": city.debt,
        "diplomacy": city.diplomacy,
        "next": _next_stage(game, seat),
    }


def _next_stage(game: Game, seat: int) -> Json | None:
    city = game.cities[seat]
    if city.stages == len(city.wonder.stages):
        return None
    cost = city.wonder.stages[city.stages].cost
    ways = game.stage_ways(seat)
    return {"units": " ".join(cost.resources), "coins": cost.coins, "ways": ways_word(ways)}


@lru_cache(maxsize=2)
def _turns(game: Game) -> tuple[list[Any], ...]:
    """What was done so far, as `turn_row` has it."""
    return tuple(map(turn_row, game.actions))


def _questions(state: TableState) -> list[Json]:
    """The questions that are on the screen, as far as they are about a seat; `id` names one while it stands."""
    return [
        {
            "id": question_id(question),
            "seat": question.seat,
            "kind": question.kind,
            "with": {name: value for name, value in question.placeholders.items() if isinstance(value, str | int)},
            "choices": list(question.choices),
            "chosen": question.chosen,
        }
        for question in state.questions
        if question.seat is not None
    ]


def _about_clash(seat: int) -> Json:
    """What a seat is told whose entry cannot be booked together with others: it is answered by entering anew."""
    about = {"id": ENTERED_TOO_OFTEN, "seat": seat, "kind": ENTERED_TOO_OFTEN}
    return about | {"with": {}, "choices": [], "chosen": 0}


def question_id(question: Question) -> str:
    """Another word for every question, so that nobody answers one that came in the place of the one on the page."""
    about = repr((sorted(question.placeholders.items()), question.choices)).encode()
    return f"{question.kind}.{zlib.crc32(about):08x}"


def _score(game: Game, revealed: int) -> Json | None:
    """The categories that the big screen has shown so far, and after the last one totals, places and winners."""
    if game.phase is not Phase.OVER or revealed <= 0:
        return None
    names = categories(game)[:revealed]
    outcome = outcome_now(game)
    sheets = outcome.sheets
    done = revealed > len(categories(game))
    return {
        "categories": list(names),
        "seats": [sheet.seat for sheet in sheets],
        "points": [[sheet.points[name] for name in names] for sheet in sheets],
        "totals": [sheet.total for sheet in sheets] if done else [],
        "places": [outcome.ranks[sheet.seat] for sheet in sheets] if done else [],
        "winners": list(outcome.winners) if done else [],
    }


@lru_cache(maxsize=2)
def _story(game: Game) -> tuple[list[Any], ...]:
    """The sentences about a game that is over: [key, placeholders]; names are lists of [player, wonder]."""
    return tuple(
        [one.key, {name: _named(value) for name, value in one.placeholders}]
        for one in story_sentences(game, story_of(game))
    )


def _named(value: object) -> object:
    if isinstance(value, SeatName):
        return [[value.player, value.wonder]]
    return [[one.player, one.wonder] for one in value] if isinstance(value, tuple) else value
