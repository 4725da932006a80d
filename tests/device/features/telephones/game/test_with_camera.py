"""Telephones beside a camera: where an entry and the table do not agree, somebody is asked, and nothing is told."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import fields, is_dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.features.telephones.game.host import PhoneHost
from device.features.telephones.game.snapshot import question_id
from device.journal.journal import Journal
from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.umpire.station.station_umpire import StationUmpire
from device.umpire.table import TableUmpire
from display.messages.intents import Advance, Answer, EndTurn, Enter
from engine import Build, Discard, Payment, action_to_dict
from tests.device.features.telephones.game.phone_table import PhoneServer, phone_of
from tests.device.features.telephones.joined import features_with
from tests.device.tables import CODEBOOK, FakeTable

if TYPE_CHECKING:
    from engine import SeatAction

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
SECRET = "stone_pit"
"""What somebody enters on a telephone and does not lay."""


class Shown:
    """The screen: keeps every state that it was given, and presses nothing."""

    def __init__(self) -> None:
        self.states: list[str] = []

    def watch(self, state: Any, *, revealing: bool) -> None:
        """As the voice does, which hears the same states as the screen."""
        self.states.append(json.dumps(plain([state.plans, state.questions, state.notices])))

    def problems(self) -> dict[str, str]:
        return {}

    def try_sound(self) -> None:
        pass


def plain(value: Any) -> Any:
    """A value of dataclasses as JSON has it."""
    if is_dataclass(value):
        return [plain(getattr(value, field.name)) for field in fields(value)]
    if isinstance(value, list | tuple | frozenset):
        return [plain(one) for one in value]
    return {str(key): plain(one) for key, one in value.items()} if hasattr(value, "items") else str(value)


class CameraTable:
    """The main loop before a table that a camera sees; the players have telephones as well."""

    def __init__(self, folder: Path, umpire: Any = None) -> None:
        self.table = FakeTable(list(WONDERS))
        self.host = PhoneHost(folder, enters=True, socket=folder / "phones.sock")
        self.host.switch(on=True)
        self.journal = Journal(folder / "games.sqlite")
        self.left = self.number = 0
        self.shown = Shown()
        inputs, outputs = Inputs(self), Outputs(announcer=self.shown, features=features_with(self.host))
        session = Session(umpire or TableUmpire(CODEBOOK), auto=True)
        self.loop = MainLoop(session, inputs, outputs, Storage(journal=self.journal))
        self.server = PhoneServer(folder / "phones.sock", self.wait)
        self.wait(5)
        for seat, (wonder, _) in enumerate(WONDERS):
            assert self.server.ask("seat", phone_of(seat), wonder=wonder)["refused"] is None

    def look(self) -> FrameResult | None:
        self.left -= 1
        self.number += 1
        return FrameResult(self.table.scene(0.2), self.number) if self.left >= 0 else None

    def close(self) -> None:
        self.server.close()
        self.host.close()
        self.journal.close()

    def wait(self, seconds: float = 3.0) -> None:
        self.left = max(1, round(seconds * 5))
        self.loop.run()

    def enter(self, action: SeatAction) -> None:
        row = action_to_dict(action)
        pays = row["pays"] and [row["pays"][side] for side in ("left", "right", "bank")]
        what = {"moment": self.host.evening.moment, "seat": action.seat, "act": row["do"], "card": row["card"]}
        said = self.server.ask("enter", phone_of(action.seat), **what, pays=pays)
        assert said["refused"] is None, said

    def answer(self, choice: str, *, by: int = 1) -> dict[str, Any]:
        (question,) = self.loop.session.questions
        what = {
            "moment": self.host.evening.moment,
            "kind": question_id(question),
            "choice": question.choices.index(choice),
        }
        said = self.server.ask("answer", phone_of(by), **what)
        self.wait(1)
        return said

    @property
    def game(self):
        return self.loop.session.game

    @property
    def questions(self) -> list[tuple[int | None, str]]:
        return [(question.seat, question.kind) for question in self.loop.session.questions]

    @property
    def told(self) -> str:
        """All that the big screen was given and every byte for telephones, but the lists of what could still come."""
        lists = ("prices", "recruits")
        states = [line["state"] for line in map(json.loads, self.server.heard) if "state" in line]
        others = [{name: value for name, value in state.items() if name not in lists} for state in states]
        return json.dumps(others) + "".join(self.shown.states)

    @property
    def last_turn(self) -> dict[int, SeatAction]:
        """What stands in the journal for the turn that was played last."""
        return {booked.seat: booked.action for booked in self.loop.session.entries[-3:]}


@pytest.fixture
def table():
    with TemporaryDirectory(dir="/tmp") as folder, closing(CameraTable(Path(folder))) as table:
        yield table


def test_a_card_that_agrees_is_booked_with_what_the_telephone_pays(table):
    table.enter(Build(0, "barracks", Payment(2)))
    table.table.lay(0, "barracks")
    table.wait(1)
    assert table.game.pending == {0: Build(0, "barracks", Payment(2))}
    table.table.lay(1, "stone_pit")
    table.table.lay(2, "clay_pool")
    table.wait()
    assert (table.game.turn, table.questions) == (2, [])
    assert table.last_turn[0] == Build(0, "barracks", Payment(2))


@pytest.mark.parametrize(("answer", "built"), [("instead", "loom"), ("next_card", SECRET)])
def test_another_card_than_was_entered_is_asked_about_and_the_entry_stays_secret(table, answer, built):
    table.enter(Build(1, SECRET))
    table.table.lay(1, "loom")
    table.wait(9)
    assert table.questions == [(1, "entered_otherwise")]
    assert table.game.pending == {}
    assert SECRET not in table.told
    table.table.lay(0, "lumber_yard")
    table.table.lay(2, "clay_pool")
    table.wait(5)
    assert table.game.turn == 1, "nothing is booked over the question"
    assert SECRET not in table.told
    assert table.answer(answer, by=0)["refused"] == "too_late", "it is about another seat"
    assert table.answer(answer)["refused"] is None
    table.wait(3)
    assert table.game.turn == 2
    assert table.game.cities[1].cards == (built,)
    assert table.host.acted() == frozenset()


@pytest.mark.parametrize(("answer", "done"), [("discarded", Discard(1)), ("as_entered", Build(1, SECRET, Payment()))])
def test_a_discard_that_was_not_entered_is_asked_about_before_the_turn_closes(table, answer, done):
    table.enter(Build(1, SECRET))
    table.table.lay(0, "lumber_yard")
    table.table.discard()
    table.table.discard()
    table.wait(3)
    assert table.questions == [(1, "discard_otherwise")]
    assert SECRET not in table.told
    assert table.game.turn == 1
    assert table.answer(answer)["refused"] is None
    if answer == "as_entered":
        assert table.game.pending == {1: done}
        table.table.lay(2, "clay_pool")
        table.wait(3)
    assert table.game.turn == 2
    assert table.last_turn[1] == done
    assert table.host.acted() == frozenset()


def test_keys_may_answer_too(table):
    table.enter(Build(1, SECRET))
    table.table.lay(1, "loom")
    table.wait(9)
    (question,) = table.loop.session.questions
    table.loop.press(Answer(question, question.choices.index("instead")))
    table.wait(0.5)
    assert table.host.acted() == frozenset(), "the entry is forgotten"
    assert table.loop.session.ruling.plans[1].card == "loom"


def test_a_discard_that_was_entered_is_booked_with_the_turn_that_the_mat_ends(table):
    table.enter(Discard(1))
    table.table.lay(0, "lumber_yard")
    table.table.discard()
    table.table.discard()
    table.wait(3)
    assert (table.game.turn, table.questions) == (2, [])
    assert [type(action) for action in table.last_turn.values()] == [Build, Discard, Discard]


def test_an_entry_changed_to_what_lies_there_answers_the_question(table):
    table.enter(Build(1, SECRET))
    table.table.lay(1, "loom")
    table.wait(3)
    table.enter(Build(1, "loom"))
    table.wait(1)
    assert table.questions == []
    assert SECRET not in table.told


def test_who_has_entered_is_not_asked_whether_they_have_discarded(table):
    table.enter(Build(1, SECRET))
    table.table.lay(0, "lumber_yard")
    table.wait(4)
    table.table.lay(0, "loom")
    table.wait(8)
    assert table.questions == [(2, "not_acted")]
    table.answer("discarded", by=2)
    table.wait(1)
    assert table.game.turn == 2
    assert table.last_turn == {
        0: Build(0, "lumber_yard", Payment()),
        1: Build(1, SECRET, Payment()),
        2: Discard(2),
    }


def test_a_press_that_cannot_end_the_turn_names_only_who_has_not_entered(table):
    table.enter(Build(1, SECRET))
    table.table.lay(0, "lumber_yard")
    table.wait(1)
    table.loop.press(Advance())
    table.wait(0.1)
    assert "notice.waiting_for" in table.shown.states[-1]
    assert "alexandria" in table.shown.states[-1]
    assert "rhodes" not in table.shown.states[-1]
    table.loop.press(EndTurn((2,)))
    assert (table.game.turn, table.game.cities[1].cards) == (2, (SECRET,))


def test_an_entry_is_never_taken_for_another_turn(table):
    table.enter(Build(1, SECRET))
    for seat in range(3):
        table.loop.press(Enter(Discard(seat)))
    assert table.game.turn == 2
    table.wait(1)
    assert table.host.acted() == frozenset()
    assert table.loop.session.situation.in_secret == {}
    table.table.lay(0, "lumber_yard")
    table.table.lay(2, "clay_pool")
    table.wait(5)
    assert table.game.turn == 2


def test_at_a_station_a_seat_that_has_entered_shows_nothing():
    with (
        TemporaryDirectory(dir="/tmp") as folder,
        closing(CameraTable(Path(folder), StationUmpire(CODEBOOK))) as table,
    ):
        table.enter(Build(0, SECRET))
        table.wait(0.5)
        table.table.lay(0, "loom")
        table.wait(2)
        assert table.game.pending == {1: Build(1, "loom", Payment())}


def test_a_stage_that_was_entered_is_the_stage_that_is_built(table):
    table.enter(Build(1, SECRET))
    table.table.stage(1, 1)
    table.wait(4)
    assert table.questions in ([(1, "entered_otherwise")], [(1, "not_affordable")])
    assert SECRET not in table.told


@pytest.fixture
def revealed(table):
    """All have entered, and the turn was booked before a card lay on the table; then one lays another card."""
    for action in (Build(0, "lumber_yard"), Build(1, SECRET), Build(2, "clay_pool")):
        table.enter(action)
    table.wait(1)
    assert table.game.turn == 2
    table.table.lay(0, "lumber_yard")
    table.table.lay(2, "clay_pool")
    return table


def test_a_card_that_comes_after_the_entry_was_booked_is_that_card(revealed):
    revealed.table.lay(1, SECRET)
    revealed.wait(3)
    assert revealed.questions == []
    assert all(booked.code is not None for booked in revealed.loop.session.entries)


def test_another_card_than_was_booked_for_its_seat_is_asked_about(revealed):
    revealed.table.lay(1, "loom")
    revealed.wait(9)
    assert revealed.questions == [(1, "entered_otherwise")]
    revealed.enter(Discard(0))
    revealed.enter(Discard(2))
    revealed.wait(1)
    assert (revealed.game.turn, revealed.host.acted()) == (2, {0, 2}), "its seat is waited for"
    assert revealed.answer("instead")["refused"] is None
    revealed.wait(1)
    assert revealed.questions == []
    assert revealed.game.cities[1].cards == ("loom",)
    assert (revealed.game.turn, revealed.host.acted()) == (2, {0, 2}), "a correction of the past forgets no entry"


def test_a_card_that_may_replace_what_was_booked_is_not_shown_as_a_plan_for_the_open_turn(revealed):
    revealed.table.lay(1, "loom")
    revealed.wait(3)
    assert 1 not in revealed.loop.session.ruling.plans


def test_a_card_for_the_next_turn_may_come_before_the_one_that_was_entered(revealed):
    revealed.table.lay(1, "loom")
    revealed.wait(9)
    assert revealed.answer("next_card")["refused"] is None
    assert revealed.loop.session.ruling.plans[1].card == "loom"
    assert revealed.game.cities[1].cards == (SECRET,)


def test_a_card_that_is_entered_for_the_next_turn_too_is_not_asked_about(revealed):
    revealed.table.lay(1, "loom")
    revealed.enter(Build(1, "loom"))
    revealed.wait(3)
    assert revealed.questions == []
    assert revealed.game.pending == {1: Build(1, "loom", Payment())}
