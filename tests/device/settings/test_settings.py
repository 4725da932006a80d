"""The user's settings override the defaults, and every mistake is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.errors import SettingsError
from device.settings import settings as module
from device.settings.settings import Settings, load_settings, read_settings, state_directory
from vision.kit.sizes import KitSizes


@pytest.fixture
def config(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def loaded(config: Path, text: str) -> Settings:
    config.write_text(text)
    return load_settings(config)


def refusal(config: Path, text: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(SettingsError) as error:
        loaded(config, text)
    placeholders = error.value.placeholders
    assert placeholders["file"] == str(config)
    return error.value.key, placeholders


def test_the_packaged_defaults_are_complete_and_valid() -> None:
    defaults = read_settings(())
    assert defaults.camera.spec == "picamera2"
    assert defaults.play.prefer in {"left", "right"}
    assert defaults.table.kit_sizes() == KitSizes()


def test_a_setting_missing_in_the_file_keeps_its_default(config: Path) -> None:
    settings = loaded(config, "[camera]\nfps = 4\n")
    assert settings.camera.fps == 4.0
    assert settings.camera.spec == read_settings(()).camera.spec
    assert settings.screen == read_settings(()).screen


def test_an_empty_file_is_the_defaults(config: Path) -> None:
    assert loaded(config, "") == read_settings(())


def test_the_users_file_overrides_the_appliances(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    appliance, user = tmp_path / "appliance.toml", tmp_path / "user.toml"
    appliance.write_text('[screen]\nwidth = 800\nheight = 480\n[play]\nprefer = "right"\n')
    user.write_text("[screen]\nwidth = 1920\n")
    monkeypatch.setattr(module, "config_files", lambda: (appliance, user, tmp_path / "missing.toml"))
    settings = load_settings()
    assert (settings.screen.width, settings.screen.height, settings.play.prefer) == (1920, 480, "right")


def test_the_places_of_the_settings_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/home/ada/.config")
    paths = [Path("/etc/wondertable/config.toml"), Path("/home/ada/.config/wondertable/config.toml")]
    assert list(module.config_files()) == paths


def test_the_sizes_of_another_edition_reach_the_kit_sizes(config: Path) -> None:
    sizes = loaded(config, "[table]\nboard_width = 260\ncard_height = 98.5\n").table.kit_sizes()
    assert (sizes.board_width, sizes.card_height, sizes.card_width) == (260.0, 98.5, KitSizes().card_width)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[camera]\nwidht = 1\n", "camera.widht"),
        ("[cammera]\nwidth = 1\n", "cammera"),
        ("colour = 1\n", "colour"),
        ("[table]\nsticker = {side = 20}\n", "table.sticker"),
    ],
)
def test_an_unknown_name_is_an_error_that_names_it(config: Path, text: str, name: str) -> None:
    key, placeholders = refusal(config, text)
    assert (key, placeholders["name"]) == ("settings_unknown_key", name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('[camera]\nwidth = "wide"\n', "camera.width"),
        ("[camera]\nwidth = -1\n", "camera.width"),
        ("[camera]\nfps = 0\n", "camera.fps"),
        ("[camera]\nfps = nan\n", "camera.fps"),
        ('[camera]\nfocus = "sharp"\n', "camera.focus"),
        ("[screen]\nfullscreen = 1\n", "screen.fullscreen"),
        ('[screen]\nlanguage = "../../etc"\n', "screen.language"),
        ("[buttons]\nundo = 99\n", "buttons.undo"),
        ('[play]\nprefer = "up"\n', "play.prefer"),
        ("[table]\nboard_width = 0\n", "table.board_width"),
        ("camera = 3\n", "camera"),
        ("[[camera]]\nwidth = 3\n", "camera"),
    ],
)
def test_a_wrong_value_is_an_error_with_its_place_and_reason(config: Path, text: str, name: str) -> None:
    key, placeholders = refusal(config, text)
    assert (key, placeholders["name"]) == ("settings_wrong_value", name)
    assert placeholders["reason"]


@pytest.mark.parametrize("text", ["[camera\n", "camera = \n", "a = 1\na = 2\n", "x = " + "[" * 5000])
def test_a_file_that_is_not_toml_is_an_error(config: Path, text: str) -> None:
    assert refusal(config, text)[0] == "settings_not_toml"


def test_a_file_that_is_not_text_is_an_error(config: Path) -> None:
    config.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError) as error:
        load_settings(config)
    assert error.value.key == "settings_not_toml"


def test_a_named_file_must_exist(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.toml", tmp_path):
        with pytest.raises(SettingsError) as error:
            load_settings(path)
        assert error.value.key == "settings_unreadable"
        assert error.value.placeholders["file"] == str(path)


def test_where_games_are_saved(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WONDERTABLE_STATE", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", "/home/ada/.local/state")
    assert state_directory(loaded(config, "")) == Path("/home/ada/.local/state/wondertable")
    told = loaded(config, '[storage]\ndirectory = "/var/games"\n')
    assert state_directory(told) == Path("/var/games")
    monkeypatch.setenv("WONDERTABLE_STATE", "/tmp/elsewhere")
    assert state_directory(told) == Path("/tmp/elsewhere")


def test_settings_in_a_folder_that_may_not_be_looked_into_are_somebody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(type(Path())):  # type: ignore[misc]
        def is_file(self) -> bool:
            raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(module, "config_files", lambda: (Closed("/root/.config/wondertable/config.toml"),))
    assert load_settings().screen == read_settings(()).screen


def test_a_user_without_a_home_has_the_appliances_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a service's dynamic user that the system's list of users does not know."""

    def nobody(_: object) -> None:
        raise KeyError

    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "WONDERTABLE_STATE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.setattr(module, "APPLIANCE", tmp_path / "appliance.toml")
    module.APPLIANCE.write_text("[sound]\nvolume = 0.2\n", encoding="utf-8")
    assert load_settings() == read_settings((module.APPLIANCE,)) != read_settings(())
