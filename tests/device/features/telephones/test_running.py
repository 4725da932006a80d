"""Telephones as a feature: settings, options and what is kept of the version before."""

from __future__ import annotations

import argparse
from contextlib import closing

import msgspec
import pytest

from device.app.running_features import Appliance, RunningFeatures
from device.commands.appliance.options import add_options, with_options
from device.errors import SettingsError
from device.feature import features
from device.features.telephones.settings import PhoneSettings
from device.settings.preferences import Preferences
from device.settings.settings import load_settings, read_settings


def phones(settings):
    return settings.section("phones", PhoneSettings)


def test_what_the_version_before_has_kept_is_in_force(tmp_path, monkeypatch):
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))
    config = tmp_path / "config.toml"
    config.write_text("[phones]\nport = 9000\n")
    (tmp_path / "settings.toml").write_text('[phones]\nenter = true\non = true\n\n[screen]\nlanguage = "de"\n')
    settings = load_settings(config)
    assert phones(settings) == PhoneSettings(on=True, enter=True, port=9000)
    preferences = Preferences(settings, tmp_path)
    assert (preferences.shown()["phones.on"], preferences.notices()) == (True, ())
    preferences.change("phones.on", False)
    assert phones(load_settings(config)) == PhoneSettings(enter=True, port=9000)
    with pytest.raises(SettingsError, match="settings_unknown_key"):
        preferences.change("phones.port", 9001)


@pytest.mark.parametrize(
    ("given", "enters_in_the_file", "wanted"),
    [
        ((), True, (False, True)),
        (("--phones",), False, (True, False)),
        (("--input", "phones"), False, (True, True)),
        (("--input", "camera"), True, (False, False)),
        (("--phones", "--input", "camera"), True, (True, False)),
    ],
)
def test_the_command_line_goes_before_the_settings(given, enters_in_the_file, wanted):
    settings = read_settings(())
    section = PhoneSettings(enter=enters_in_the_file)
    settings = msgspec.structs.replace(settings, features={**settings.features, "phones": section})
    parser = argparse.ArgumentParser()
    add_options(parser)
    found = phones(with_options(parser.parse_args(given), settings))
    assert (found.on, found.enter) == wanted


@pytest.mark.parametrize(("live", "given", "kept"), [(False, {}, False), (False, {"--phones": ""}, True)])
def test_a_film_has_telephones_only_if_the_command_line_asks_for_them(tmp_path, monkeypatch, live, given, kept):
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("device.features.telephones.running.ServerProcess", lambda _: None)
    (feature,) = (one for one in features() if one.name == "telephones")
    preferences = Preferences(read_settings(()))
    preferences.change("phones.on", True)
    with closing(RunningFeatures(Appliance(preferences, None, tmp_path, live, given=given), [feature])):
        assert (tmp_path / "phones.sock").exists() is kept
    assert not (tmp_path / "phones.sock").exists()
