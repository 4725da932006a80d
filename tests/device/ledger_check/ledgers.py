"""Ledgers and tables for tests: what is booked, and what lies there if something was really played."""

from __future__ import annotations

from dataclasses import replace

from device.ledger_check.explanations import explanations
from device.ledger_check.table_facts import Front, StageBack, TableFacts
from display.messages.events import Booked
from display.words import Words
from engine import Build, BuildFromDiscard, BuildStage, Discard, Game, Pass, Phase, Recruit
from tests.device.tables import CODEBOOK

TURN = 30.0
"""s from one turn to the next."""
WORDS = Words()


def turn(*cards):
    """A turn's actions: for every seat the id of a card, "stage", or None for a discard."""
    return [
        Discard(seat) if card is None else BuildStage(seat) if card == "stage" else Build(seat, card)
        for seat, card in enumerate(cards)
    ]


def recruiting(*leaders):
    """The leaders that are recruited; None for a discard."""
    return [Discard(seat) if leader is None else Recruit(seat, leader) for seat, leader in enumerate(leaders)]


def record(game, *actions):
    """A game after these actions, as exceptions where the rules forbid them, and how they are booked."""
    entries = []
    for action in actions:
        used = {entry.code for entry in entries}
        game = game.apply(action if game.can(action) else replace(action, exception=True))
        code = None
        if isinstance(action, (Build, BuildFromDiscard, Recruit)) and action.card:
            kind = "leader" if isinstance(action, Recruit) else "card"
            code = next(
                one.code for one in CODEBOOK if (one.kind, one.id) == (kind, action.card) and one.code not in used
            )
        entries.append(Booked(game.actions[-1], code))
    return game, tuple(entries)


def table(played, *, timed=True, counted=True):
    """What lies there after a recorded game. Not `timed`: nobody saw when; not `counted`: the mat cannot be seen."""
    game, entries = played
    fronts, stages, discards, taken, turns = {}, {}, 0, 0, []
    slots = [0] * len(game.cities)
    for state, entry in zip(game.states(), entries, strict=False):
        if (moment := (state.age, state.turn, state.phase)) not in turns:
            turns.append(moment)
        since = TURN * len(turns) if timed else 0.0
        action = entry.action
        if isinstance(action, BuildStage):
            slots[entry.seat] += 1
            back = "leader" if state.phase is Phase.RECRUIT else f"age_{state.age}"
            stages[entry.seat, slots[entry.seat]] = StageBack(back, since)
        elif entry.code is not None:
            fronts[entry.code] = Front(entry.seat, since)
            taken += isinstance(action, BuildFromDiscard) and CODEBOOK.entry(entry.code).age == game.age
        elif isinstance(action, (Discard, Pass)) and state.age == game.age:
            discards += state.phase in (Phase.TURN, Phase.SEVENTH)
    absent = frozenset(entry.code for entry in CODEBOOK) - fronts.keys()
    bare = frozenset((seat, slot) for seat in range(len(slots)) for slot in range(1, 5)) - stages.keys()
    closed = TURN * len(turns) + 1 if timed else float("-inf")
    return TableFacts(fronts, stages, absent, bare, discards - taken if counted else None, closed)


def found(booked, facts):
    """The explanations of a table that contradicts what is booked."""
    return explanations(*booked, facts, CODEBOOK)


def said(booked, facts):
    """The same in words."""
    return [WORDS.changes(one.text) for one in found(booked, facts)]


def corrected(setup, booked, explanation):
    """The game once an explanation is taken."""
    game = setup
    for entry in (*booked[1][: explanation.keep], *explanation.entries):
        game = game.apply(entry.action)
    return game


def new_game(*wonders, **options):
    """A game with these wonders, whose ids are followed by their sides, as in "gizaA"."""
    return Game.new([(wonder[:-1], wonder[-1]) for wonder in wonders], **options)
