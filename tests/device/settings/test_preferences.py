"""Settings changed on the screen are in force at once, are checked like any setting, and survive a power cut."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest

from device.errors import SettingsError
from device.settings import preferences as preferences_module
from device.settings import settings as module
from device.settings.preferences import Preferences, changeable
from device.settings.settings import PREFERENCES, Settings, load_settings, read_settings
from display.words import languages

DEFAULTS = read_settings(())


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "config.toml"
    path.write_text('[screen]\nlanguage = "uk"\nwidth = 800\n[play]\nprefer = "right"\n')
    return path


def after_the_power_was_off(config: Path) -> Settings:
    return load_settings(config)


def test_a_change_is_in_force_at_once_and_kept_above_the_files(state: Path, config: Path) -> None:
    preferences = Preferences(load_settings(config), state)
    preferences.change("screen.language", "pt_BR")
    preferences.change("sound.volume", 1)
    preferences.change("play.prefer", "left")
    assert preferences.settings.screen.language == preferences.shown()["screen.language"] == "pt_BR"
    again = after_the_power_was_off(config)
    assert (again.screen.language, again.screen.width, again.sound.volume) == ("pt_BR", 800, 1.0)
    assert again.play.prefer == "left"
    assert preferences.notices() == ()


def test_later_changes_keep_the_earlier_ones(state: Path, config: Path) -> None:
    Preferences(load_settings(config), state).change("play.prefer", "left")
    Preferences(load_settings(config), state).change("screen.flat", True)
    again = after_the_power_was_off(config)
    assert (again.play.prefer, again.screen.flat, again.screen.language) == ("left", True, "uk")


def test_everything_that_may_be_changed_is_shown_as_it_is() -> None:
    shown = Preferences(DEFAULTS).shown()
    assert tuple(shown) == changeable()
    assert shown["screen.language"] == DEFAULTS.screen.language
    assert shown["play.rig"] == "table"


def test_every_language_can_be_set() -> None:
    preferences = Preferences(DEFAULTS)
    for language in languages():
        preferences.change("screen.language", language)
        assert preferences.settings.screen.language == language


@pytest.mark.parametrize(
    ("name", "value", "key"),
    [
        ("screen.language", "tlh", "settings_wrong_value"),
        ("screen.flat", "yes", "settings_wrong_value"),
        ("sound.volume", 1.5, "settings_wrong_value"),
        ("sound.volume", True, "settings_wrong_value"),
        ("play.rig", "orbit", "settings_wrong_value"),
        ("buttons.advance", 5, "settings_unknown_key"),
        ("storage.directory", "/", "settings_unknown_key"),
        ("screen", "en", "settings_unknown_key"),
    ],
)
def test_an_invalid_change_is_neither_made_nor_saved(state: Path, name: str, value: str, key: str) -> None:
    preferences = Preferences(DEFAULTS, state)
    with pytest.raises(SettingsError) as error:
        preferences.change(name, value)
    assert error.value.key == key
    assert preferences.settings == DEFAULTS
    assert not (state / PREFERENCES).exists()


def test_nothing_is_saved_without_a_directory(state: Path) -> None:
    Preferences(DEFAULTS).change("screen.flat", True)
    assert not state.exists()


@pytest.mark.parametrize(
    "text", ["[screen\n", "[screen]\nlanguage = 3\n", "screen = 1\n", "[sceen]\nlanguage = {}\n", "\x00"]
)
def test_a_damaged_file_is_set_aside_and_the_program_still_starts(state: Path, config: Path, text: str) -> None:
    state.mkdir()
    (state / PREFERENCES).write_text(text)
    settings = load_settings(config)
    assert settings.screen.language == "uk"
    preferences = Preferences(settings, state)
    notices = preferences.notices()
    assert [notice.key for notice in notices] == ["notice.settings_damaged"]
    assert Path(str(notices[0].placeholders["path"])).read_text() == text
    preferences.change("screen.language", "it")
    assert after_the_power_was_off(config).screen.language == "it"


LEFT_BEHIND = r"""
[play]
auto = false
swift = 3

[screen]
language = "it"

["wins \u007f\U0001f600"]
"at.once" = "\u00e9\"\U0001f600\u007f\\n"
hours = 6.5
on = true
"""


def test_what_belongs_to_a_feature_that_is_gone_is_named_and_kept(state: Path, config: Path) -> None:
    state.mkdir()
    (state / PREFERENCES).write_text(LEFT_BEHIND)
    settings = load_settings(config)
    assert (settings.screen.language, settings.play.auto) == ("it", False), "the others hold"
    preferences = Preferences(settings, state)
    (notice,) = preferences.notices()
    assert (notice.key, notice.placeholders["names"]) == ("notice.settings_unknown", "play, wins \x7f\U0001f600")
    preferences.change("screen.language", "uk")
    assert tomllib.loads((state / PREFERENCES).read_text()) == tomllib.loads(LEFT_BEHIND) | {
        "screen": {"language": "uk"}
    }


def test_the_settings_of_a_feature_that_is_back_hold_again(
    state: Path, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Preferences(load_settings(config), state).change("phones.enter", True)
    with monkeypatch.context() as without:
        without.setattr(module, "features", tuple)
        without.setattr(preferences_module, "features", tuple)
        preferences = Preferences(load_settings(config), state)
        assert [notice.placeholders["names"] for notice in preferences.notices()] == ["phones"]
        preferences.change("screen.flat", True)
    again = Preferences(load_settings(config), state)
    assert (again.shown()["phones.enter"], again.shown()["screen.flat"], again.notices()) == (True, True, ())


def test_why_a_file_was_set_aside_is_a_sentence(state: Path, config: Path, caplog: pytest.LogCaptureFixture) -> None:
    state.mkdir()
    (state / PREFERENCES).write_text("sceen = 1\n")
    Preferences(load_settings(config), state)
    assert PREFERENCES in caplog.messages[0]
    assert not set("{}()_") & set(caplog.messages[0].replace(str(state), ""))


def test_a_change_that_cannot_be_saved_holds_until_power_off_with_a_notice(state: Path) -> None:
    state.write_text("a file where the folder belongs")
    preferences = Preferences(DEFAULTS, state)
    preferences.change("screen.language", "it")
    assert preferences.settings.screen.language == "it"
    assert [notice.key for notice in preferences.notices()] == ["notice.settings_unwritable"]
    assert preferences.notices() == ()


def test_the_file_is_never_seen_half_written(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    preferences = Preferences(DEFAULTS, state)
    preferences.change("screen.language", "it")

    def power_cut(handle: int) -> None:
        raise OSError(5, "power cut")

    monkeypatch.setattr(os, "fsync", power_cut)
    preferences.change("screen.language", "uk")
    assert (state / PREFERENCES).read_text() == '[screen]\nlanguage = "it"\n'
