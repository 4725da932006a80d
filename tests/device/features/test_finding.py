"""Features are found; what is wrong with one of them stops nothing."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from device import feature
from device.app.running_features import Appliance, Present, RunningFeature, RunningFeatures, SecretEntries
from device.commands.appliance.options import add_options, given_options, with_options
from device.feature import Feature, RunOption, features
from device.features.bgstats.share import SharedGame
from device.journal.journal import JOURNAL, Journal
from device.settings.preferences import Preferences
from device.settings.settings import DEFAULTS, read_settings
from display.menu.addition import Addition
from display.menu.main.main_menu import MainMenuPage
from display.messages.events import Cleared
from display.messages.intents import EndTurn, FeatureIntent, Redo, Undo
from display.messages.questions import Notice
from display.table_state import TableState
from engine import Discard

ROOT = Path(__file__).parents[3]
HERE = __name__
OURS = {
    "bgstats",
    "calibration",
    "captures",
    "card_art",
    "games",
    "hall",
    "kit_check",
    "kit_printing",
    "lookup",
    "plain_sheet",
    "sd_card",
    "statistics",
    "story",
    "table_score",
    "telephones",
}
APPLIANCE = Appliance(Preferences(read_settings((DEFAULTS,))), None, None, live=True)
PRESENT = Present(TableState(), None, None, 0, 0.0)

GOOD = Feature("good", runs=f"{HERE}:Good")
NO_FEATURE = "good"
NAMELESS = Feature("Not a name")
SAME_COMMAND = Feature("same", commands={"stats": "somewhere"})
SAME_OPTION = Feature("option", options=(RunOption("--record", ""),))
SAME_SECTION = Feature("section", settings={"league": feature.Feature})  # type: ignore[dict-item]


class Good(RunningFeature):
    """Says how often it was called."""

    heard, pressed, rested, closed = 0, 0, 0, False

    def value(self, present):
        return "good"

    def hear(self, event, session):
        self.heard += 1

    def press(self, what):
        self.pressed += what

    def rest(self, present):
        self.rested += 1

    def follow(self, state, revealed):
        self.revealed = revealed

    def notices(self):
        return (Notice("said"),)

    def entries(self, session):
        return SecretEntries({0: Discard(0)}, {}, frozenset({0}))

    def asks(self, session):
        return (Undo(),)

    def ahead_of(self, intent):
        return (Redo(),) if isinstance(intent, EndTurn) else ()

    def close(self):
        self.closed = True


class Bad(Good):
    """Fails, once it is asked for its value."""

    def value(self, present):
        raise ZeroDivisionError("by hand")

    def close(self):
        super().close()
        raise OSError("also here")


class NotMine(RunningFeature):
    """Does nothing."""


class BadMenu(Addition):
    def menu(self, state):
        raise KeyError("menu")


@pytest.fixture
def installed(monkeypatch):
    """Makes these features found as those of other packages."""

    def install(*names):
        points = [EntryPoint(name, f"{HERE}:{name}", feature.ENTRY_POINTS) for name in names]
        monkeypatch.setattr(feature, "entry_points", lambda group: points if group == feature.ENTRY_POINTS else [])
        features.cache_clear()
        return {one.name for one in features()}

    yield install
    features.cache_clear()


def test_those_of_the_program_come_first(installed):
    assert installed() == OURS
    assert "good" in installed("GOOD")
    assert features()[-1] == GOOD


@pytest.mark.parametrize("name", ["NO_FEATURE", "NAMELESS", "SAME_COMMAND", "SAME_OPTION", "SAME_SECTION", "MISSING"])
def test_what_is_no_feature_or_takes_anothers_name_is_left_out_with_a_line_in_the_log(installed, caplog, name):
    assert installed(name, "GOOD") == {*OURS, "good"}
    (record,) = caplog.records
    assert f"the feature {name} is left out" in record.getMessage()


def test_a_menu_that_fails_takes_nothing_away_from_the_others_and_is_said_once(caplog):
    before = TableState(features={"bgstats": SharedGame("https://x")})
    state = replace(before, features={"bad": BadMenu(), **before.features})
    for _ in range(3):
        assert MainMenuPage().menu(state).options == MainMenuPage().menu(before).options
    assert len(MainMenuPage().menu(before).options) > len(MainMenuPage().menu(TableState()).options)
    said = [record.getMessage() for record in caplog.records]
    assert said == ["the feature bad fails in menu: KeyError('menu')"]


def running(*kinds):
    found = [Feature(kind.__name__.lower(), runs=f"{HERE}:{kind.__name__}") for kind in kinds]
    return RunningFeatures(APPLIANCE, found)


def test_each_is_asked_and_told():
    with closing(running(NotMine, Good)) as all_:
        good = all_._running["good"]
        assert all_.shown(PRESENT).features == {"good": "good"}
        all_(Cleared(), None)
        all_.press(FeatureIntent("good", 1))
        all_.press(FeatureIntent("missing", 1))
        all_.rest(PRESENT)
        all_.follow(PRESENT.state, 3)
        assert all_.notices() == (Notice("said"),)
        assert (all_.entries(None).acted, all_.asks(None)) == ({0}, (Undo(),))
        assert (all_.ahead_of(EndTurn((1,))), all_.ahead_of(Undo())) == ((Redo(),), ())
    assert good.revealed == 3
    assert (all_.entries(None), all_.asks(None)) == (SecretEntries(), ()), "after the end there are none"
    assert (good.heard, good.pressed, good.rested, good.closed) == (1, 1, 1, True)


def test_one_that_fails_is_left_out_and_that_is_said_once():
    with closing(running(Bad, Good)) as all_:
        bad = all_._running["bad"]
        assert all_.shown(PRESENT).features == {"good": "good"}
        assert bad.closed
        said = (Notice("said"), Notice("notice.feature_failed", {"feature": "bad"}))
        assert all_.notices() == said
        assert all_.notices() == said[:1]
        all_.rest(PRESENT)
        assert bad.rested == 0


def test_one_that_cannot_be_opened_is_said():
    all_ = RunningFeatures(APPLIANCE, [Feature("missing", runs="no.such:Thing")])
    assert [notice.placeholders for notice in all_.notices()] == [{"feature": "missing"}]
    assert all_.shown(PRESENT) is PRESENT.state


def test_one_that_the_command_line_has_asked_for_must_open():
    asked = Feature("missing", runs="no.such:Thing", options=(RunOption("--wish", ""),))
    good = Feature("good", runs=f"{HERE}:Good")
    with pytest.raises(ImportError):
        RunningFeatures(replace(APPLIANCE, given={"--wish": ""}), [good, asked])
    assert [notice.key for notice in RunningFeatures(APPLIANCE, [asked]).notices()] == ["notice.feature_failed"]


class InFront(Good):
    """Stands in front of the camera's reader, and sees each picture of the table."""

    seen = ()

    def reader(self, usual):
        return [self, usual]

    def watch(self, *picture):
        self.seen = picture


class CannotSee(Good):
    def reader(self, usual):
        raise OSError("by hand")


def test_a_feature_may_stand_in_front_of_the_camera_s_reader():
    with closing(running(CannotSee, NotMine, InFront)) as all_:
        front = all_._running["infront"]
        assert all_.reader("usual") == [front, "usual"], "whoever fails is passed over"
        all_.watch(1, 2, 3, 4)
        assert front.seen == (1, 2, 3, 4)
        assert set(all_._running) == {"notmine", "infront"}


WISHES = (
    RunOption("--quiet-please", "quiet", changes={"": {"sound.effects": False}}),
    RunOption("--plays", "which", changes={"said": {"sound.voice": "plays"}, "not": {"sound.voice": False}}),
    RunOption("--picture", "a file", metavar="FILE", in_demo=True),
)
WISHING = Feature("wishing", options=WISHES)


def parsed(demo, *arguments):
    parser = argparse.ArgumentParser()
    add_options(parser, demo=demo)
    return parser.parse_args(arguments)


def test_options_of_features_change_settings_and_are_told_to_them(installed):
    installed("WISHING")
    settings = read_settings((DEFAULTS,))
    asked = parsed(False, "--quiet-please", "--plays", "said", "--picture", "a.png")
    assert given_options(asked) == {"--quiet-please": "", "--plays": "said", "--picture": "a.png"}
    sound = with_options(asked, settings).sound
    assert (sound.effects, sound.voice) == (False, "plays")
    assert given_options(parsed(False)) == {}
    assert with_options(parsed(False), settings) == settings
    assert given_options(parsed(True, "--picture", "b.png")) == {"--picture": "b.png"}
    with pytest.raises(SystemExit):
        parsed(True, "--quiet-please")


@pytest.fixture(scope="module")
def bare(tmp_path_factory) -> Path:
    """The program without the features, and without what stands there for them."""
    folder = tmp_path_factory.mktemp("bare")
    for package in ("device", "display", "engine", "vision"):
        left_out = shutil.ignore_patterns("__pycache__", *(["features", "for_features"] if package == "device" else []))
        shutil.copytree(ROOT / package, folder / package, ignore=left_out)
    return folder


def ran(bare: Path, state: Path, *arguments: str) -> str:
    places = {"PYTHONPATH": str(bare), "WONDERTABLE_STATE": str(state), "HOME": str(state), "XDG_CONFIG_HOME": ""}
    told = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "device.command_line", *arguments],
        env={**os.environ, **places},
        cwd=bare,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_without_any_feature_the_core_s_commands_are_there(bare, tmp_path):
    told = ran(bare, tmp_path, "--help")
    theirs = (
        "score",
        "calibrate",
        "sd-card",
        "stats",
        "league",
        "story",
        "hall",
        "stickers",
        "read",
        "replay",
        "kit-check",
        "enrol",
        "phones",
    )
    assert not [name for name in theirs if f"\n    {name} " in told]
    assert [name for name in ("run", "demo", "doctor") if f"\n    {name} " in told] == ["run", "demo", "doctor"]
    options = ran(bare, tmp_path, "run", "--help")
    assert not [option for option in ("--record", "--phones", "--input") if option in options]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_without_any_feature_a_demonstration_is_played_and_scored(bare, tmp_path):
    told = ran(bare, tmp_path, "demo", "--headless", "--fast", "--json", "--players", "3", "--seed", "5")
    assert '"score":{"military"' in told.splitlines()[-1].replace(" ", "")
    with closing(Journal(tmp_path / JOURNAL)) as journal:
        assert [game.state for game in journal.games()] == ["finished"]
