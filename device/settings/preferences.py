"""Settings that are changed on the screen: checked like the settings files, in force at once, and saved."""

import json
import logging
import os
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from device.durable_file import make_folder, write_durably
from device.errors import SettingsError
from device.feature import features
from device.settings.settings import PREFERENCES, Settings, changed, read_changes, read_settings
from display.messages.questions import Notice
from display.words import Words

Value = bool | float | str
BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A name that TOML takes without quotes."""

CHANGEABLE = (
    "camera.spec",
    "screen.language",
    "screen.flat",
    "screen.upside_down",
    "screen.text",
    "screen.theme",
    "screen.greeted",
    "screen.guide",
    "sound.effects",
    "sound.voice",
    "sound.volume",
    "sound.output",
    "play.rig",
    "play.auto",
    "play.prefer",
    "play.live_scores",
    "play.leaders",
    "play.cities",
    "play.edition",
)
"""Section and key of every setting of the program that the menu may change; features add theirs."""


def changeable() -> tuple[str, ...]:
    """Section and key of every setting that the menu may change."""
    return (*CHANGEABLE, *(name for feature in features() for name in feature.changeable))


class Preferences:
    """The settings in force, and the file in the state directory that keeps the changes.

    `directory` None: changes are not saved, and no questions are asked at the first start (a demonstration, a film).
    """

    def __init__(self, settings: Settings, directory: Path | None = None) -> None:
        self.settings = settings
        self._file = directory / PREFERENCES if directory else None
        self._notices: list[Notice] = []
        self._kept = self._take_up(self._file) if self._file else {}

    def shown(self) -> Mapping[str, Value]:
        """The settings that may be changed, with their present values."""
        shown = {name: _value(self.settings, name) for name in changeable()}
        return MappingProxyType(shown if self._file else shown | {"screen.greeted": True})

    def change(self, name: str, value: Value) -> None:
        """Change a setting and save it. If it cannot be saved, there is a notice.

        Raises `SettingsError` if the setting may not be changed, or the value is not allowed.
        """
        if name not in changeable():
            raise SettingsError("settings_unknown_key", file=PREFERENCES, name=name)
        section, key = name.split(".")
        self.settings = changed(self.settings, {section: {key: value}}, self._file or Path(PREFERENCES))
        self._kept.setdefault(section, {})[key] = value
        if self._file:
            self._write(self._file)

    def notices(self) -> tuple[Notice, ...]:
        """The notices since the last call."""
        taken, self._notices = tuple(self._notices), []
        return taken

    def _take_up(self, file: Path) -> dict[str, dict[str, Value]]:
        """The saved changes, which are in the settings already. A damaged file is set aside."""
        if not os.access(file, os.R_OK):
            return {}
        try:
            known, unknown = read_changes(file)
            read_settings((), known, file)
        except SettingsError as error:
            said = Words(self.settings.screen.language).error(error)
            logging.getLogger(__name__).warning("the settings of the screen are set aside: %s", said)
            self._set_aside(file)
            return {}
        if unknown:
            self._notices.append(Notice("notice.settings_unknown", MappingProxyType({"names": ", ".join(unknown)})))
        kept = {section: dict(values) for section, values in unknown.items()}
        for name in changeable():
            section, key = name.split(".")
            if key in known.get(section, ()):
                kept.setdefault(section, {})[key] = known[section][key]
        return kept

    def _set_aside(self, file: Path) -> None:
        aside = file.with_suffix(".damaged")
        try:
            file.replace(aside)
        except OSError as problem:
            self._complain(problem)
        else:
            self._notices.append(Notice("notice.settings_damaged", MappingProxyType({"path": str(aside)})))

    def _write(self, file: Path) -> None:
        try:
            make_folder(file.parent)
            write_durably(file, _toml(self._kept).encode())
        except OSError as problem:
            self._complain(problem)

    def _complain(self, problem: OSError) -> None:
        reason = problem.strerror or repr(problem)
        self._notices.append(Notice("notice.settings_unwritable", MappingProxyType({"reason": reason})))


def _value(settings: Settings, name: str) -> Value:
    section, key = name.split(".")
    values = settings.features[section] if section in settings.features else getattr(settings, section)
    value: Value = getattr(values, key)
    return value


def _toml(sections: Mapping[str, Mapping[str, Value]]) -> str:
    """The values by section. TOML writes names, strings, numbers and booleans as JSON does, but for one character."""
    lines: list[str] = []
    for section, values in sorted(sections.items()):
        lines += [
            "",
            f"[{_name(section)}]",
            *(f"{_name(key)} = {_text(value)}" for key, value in sorted(values.items())),
        ]
    return "\n".join([*lines[1:], ""])


def _name(name: str) -> str:
    return name if BARE.fullmatch(name) else _text(name)


def _text(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
