"""How a demonstration ends: with the winner on the screen, with a verdict, or because somebody had enough."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from device.command_line import main
from device.commands.appliance import demonstration
from device.commands.appliance.comparison_report import DIFFERENT, SAME, ComparisonReport
from device.commands.demo import IMAGINGS
from device.reporting.output import Output
from device.session.ledger import Ledger
from device.session.restoring import Restored, resume
from device.session.session import Session
from device.simulation.dealing.dealer import deal
from device.simulation.demo_players import LINGER, LINGER_FAST, DemoPlayers
from device.simulation.rendering import imaging
from device.umpire.table import TableUmpire
from display.messages.events import ConflictsResolved
from engine import Discard, Game
from tests.device.tables import CODEBOOK

DEALT = deal(3, 1).game


def cut_off(actions: int) -> Game:
    """The dealt game as it stood after so many actions."""
    return list(DEALT.states())[actions]


def otherwise(actions: int) -> Game:
    """The same, but the last of these actions was another one."""
    game = cut_off(actions - 1)
    return game.apply(Discard(DEALT.actions[actions - 1].seat))


def judged(capsys, booked: Game | None, *, left: bool, as_json: bool = False) -> tuple[int, str, str]:
    """Exit status, standard output, standard error."""
    status = ComparisonReport(DEALT, Output(json=as_json)).status(booked, left=left)
    return (status, *capsys.readouterr())


def test_run_with_the_simulated_camera_is_a_demo_as_the_command_plays_it(monkeypatch, tmp_path):
    """An option that only `demo` knew made it end with a traceback."""
    played = []
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))
    monkeypatch.setattr(demonstration, "play_demonstration", lambda args, *_: played.append(vars(args)) or 0)
    monkeypatch.setattr("device.commands.appliance.splash.show_splash", lambda *_: None)
    for words in (["demo", "--headless"], ["run", "--camera", "simulated", "--headless"]):
        assert main(words) == 0
    demo, run = played
    theirs = {"run", "typed"}
    assert {key: run.get(key, "missing") for key in demo.keys() - theirs} == {
        key: value for key, value in demo.items() if key not in theirs
    }


def test_a_game_recorded_as_dealt_is_reported_as_the_same(capsys):
    status, out, err = judged(capsys, DEALT, left=False)
    assert status == SAME
    assert out.startswith(f"The recorded game matches the game that was dealt: {len(DEALT.actions)} actions.")
    assert err == ""


def test_in_json_the_verdict_stands_before_the_state(capsys):
    _, out, _ = judged(capsys, DEALT, left=False, as_json=True)
    *_, compared, state = map(json.loads, out.splitlines())
    assert compared == {"event": "compared", "same": True, "actions": len(DEALT.actions), "over": True}
    assert state["event"] == "state"


def test_an_interrupted_demo_reports_only_how_far_it_came(capsys):
    status, out, err = judged(capsys, cut_off(7), left=True)
    assert (status, out) == (SAME, "")
    assert err == (
        "wondertable: Interrupted in Age I, turn 3, after 7 actions.\n"
        "wondertable: Every completed turn matches what was dealt.\n"
    )


def test_a_demo_interrupted_before_the_first_turn_says_so(capsys):
    assert judged(capsys, None, left=True) == (SAME, "", "wondertable: Interrupted before the game started.\n")


def test_an_unfinished_demo_that_was_not_interrupted_fails(capsys):
    status, _, err = judged(capsys, cut_off(7), left=False)
    assert status == DIFFERENT
    assert "The game did not finish: Age I, turn 3, 7 actions" in err


def test_the_first_difference_is_described_in_sentences(capsys):
    game = otherwise(3)
    status, _, err = judged(capsys, game, left=True)
    assert status == DIFFERENT
    told = err.splitlines()[0]
    assert "Alexandria builds Loom; " in told.partition("Recorded: ")[0]
    assert "Alexandria discards; " in told.partition("Recorded: ")[2]
    assert not set("[]{}_=") & set(told)
    assert "matches what was dealt" not in err


def test_what_is_taken_back_from_the_winners_screen_changes_nothing(capsys):
    verdict = ComparisonReport(DEALT, Output())
    session = resume(Session(TableUmpire(CODEBOOK)), Restored(DEALT, Ledger()))
    verdict(ConflictsResolved(3, ()), session)
    assert "matches the game that was dealt" in capsys.readouterr().out
    assert verdict.status(cut_off(7), left=True) == SAME
    assert capsys.readouterr().err == ""


class Onlookers(DemoPlayers):
    """People who only look at the screen of an appliance, which these are, too."""

    def __init__(self, *, fast: bool) -> None:
        super().__init__(fast=fast, game=None, shown=True, real_time=lambda: self.now)
        self.session = SimpleNamespace(game=DEALT)
        self.revealing, self.now, self.pressed = True, 0.0, 0.0
        self.sit_down(self)

    def pass_time(self) -> None:
        pass

    @property
    def untouched(self) -> float:
        return self.now - self.pressed

    def have_seen_enough(self, now: float) -> bool:
        self.now = now
        return self.is_over()


@pytest.mark.parametrize(("fast", "linger"), [(False, LINGER), (True, LINGER_FAST)])
def test_the_winner_is_shown_until_no_button_is_pressed_for_a_while(fast, linger):
    onlookers = Onlookers(fast=fast)
    assert not onlookers.have_seen_enough(0)
    assert not onlookers.have_seen_enough(5 * linger)
    onlookers.revealing = False
    assert not onlookers.have_seen_enough(6 * linger - 1)
    onlookers.pressed = 6 * linger - 1
    assert not onlookers.have_seen_enough(7 * linger - 2)
    assert onlookers.have_seen_enough(7 * linger - 1)


def test_every_camera_that_can_be_simulated_is_an_argument() -> None:
    assert tuple(imaging.IMAGINGS) == IMAGINGS


@pytest.mark.parametrize("seed", ["-1", "1.5", "x"])
def test_a_deal_that_is_no_whole_number_is_refused(seed, capsys):
    with pytest.raises(SystemExit) as refused:
        main(["demo", "--seed", seed])
    assert refused.value.code == 2
    assert f"{seed} is not a whole number from 0 on" in capsys.readouterr().err
