"""The screens of games with leaders and of games for two fit, and say whom the game waits for."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path

import pytest

from display.messages.presses import LookAt, Press
from display.messages.questions import Plan, Question
from display.table_state import SeatMark, TableState
from display.words import languages
from engine import Game, Payment, Phase, read_record
from tests.display.screens.test_screens import SIZES, misfits
from tests.display.sessions import Shot

RECORDS = Path(__file__).parents[2] / "records"


@cache
def states(record: str) -> tuple[Game, ...]:
    return tuple(read_record((RECORDS / f"{record}-players.txt").read_text(encoding="utf-8")).states())


def shown(game: Game, **more: object) -> TableState:
    count = len(game.cities)
    marks = (SeatMark(c.wonder.id, c.wonder.side, math.tau * seat / count) for seat, c in enumerate(game.cities))
    return TableState(game, tuple(marks), **more)  # type: ignore[arg-type]


def last(record: str, phase: Phase) -> Game:
    """The last moment at which the game waits for this."""
    return [game for game in states(record) if game.phase is phase][-1]


def recruiting() -> TableState:
    game = last("leaders-7", Phase.RECRUIT)
    plans = {seat: Plan("recruit", "nebuchadnezzar", None, Payment(bank=4)) for seat in game.to_act}
    return shown(game, plans={**plans, 1: Plan("stage", None, 2, Payment(1, 1, 0))}, ready=True)


def choosing_leader() -> TableState:
    game = last("leaders-7", Phase.CHOOSE_LEADER)
    seat = game.to_act[0]
    choices = tuple(f"leader:{leader}" for leader in game.leaders_beside(seat))
    return shown(game, questions=(Question(seat, "court", choices=choices),))


def free_city() -> TableState:
    """The other two cities pay the first and are paid by it."""
    game = states("base-2")[30]
    plans = {
        0: Plan("build", "haven", None, Payment(2, 4, 0), 3, 1),
        1: Plan("stage", None, 2, Payment(2, 1, 0)),
        2: Plan("build", "palace", None, Payment(4, 2, 0)),
    }
    return shown(game, plans=plans, live_scores=True)


def rome() -> TableState:
    """Rome before its first leader, points shown."""
    boards = [("rome", "B"), ("giza", "A"), ("rhodes", "B")]
    return shown(Game.new(boards, ("Alessandra", "", ""), leaders=True), live_scores=True)


SCREENS = {
    "recruiting": (recruiting, 0.0, ()),
    "recruit_first": (lambda: shown(states("leaders-7")[0]), 0.0, ()),
    "recruited": (lambda: shown(last("leaders-5", Phase.EXTRA_LEADER)), 0.0, (Press.RIGHT,)),
    "courting": (choosing_leader, 0.0, ()),
    "leader_points": (lambda: shown(states("leaders-7")[-1], finished=True), 20.1, ()),
    "leader_guilds": (lambda: shown(states("leaders-7")[-1], finished=True), 17.6, ()),
    "rome_in_depth": (rome, 0.0, (Press.RIGHT,)),
    "scoring_leaders": (lambda: shown(states("leaders-7")[-1], finished=True), 60.0, ()),
    "two_players": (lambda: shown(states("leaders-2")[5]), 0.0, ()),
    "two_in_depth": (free_city, 0.0, (Press.RIGHT,)),
    "two_free_city": (lambda: shown(states("base-2")[5]), 0.0, (LookAt(1),)),
    "two_scored": (lambda: shown(states("leaders-2")[-1], finished=True), 60.0, ()),
}


@pytest.mark.parametrize(
    ("language", "size"), [*((one, SIZES[0]) for one in languages()), *(("uk", size) for size in SIZES[1:])], ids=str
)
def test_everything_fits_its_box(language: str, size: tuple[int, int]) -> None:
    screens = {name: Shot(make(), time, presses) for name, (make, time, presses) in SCREENS.items()}
    assert misfits(screens, size, language) == {}
