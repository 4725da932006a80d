"""What is changed on the screen during an evening: checked like the settings files, in force at once, and kept."""

from __future__ import annotations

import json
import logging
import os
import tomllib
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from device.durable_file import make_folder, write_durably
from device.errors import SettingsError
from device.messages.questions import Notice
from device.settings.settings import PREFERENCES, changed, read_settings
from display.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from device.settings.settings import Settings

Value = bool | float | str

CHANGEABLE = (
    "screen.language",
    "screen.flat",
    "screen.greeted",
    "sound.effects",
    "sound.voice",
    "sound.volume",
    "play.rig",
    "play.auto",
    "play.prefer",
    "play.live_scores",
    "play.leaders",
)
"""Section and key of everything that a page of the menu may change."""


class Preferences:
    """The settings in force, and the file in the state directory that keeps what was changed.

    `directory` None keeps nothing and has nothing to ask at first: a demonstration, a film.
    """

    def __init__(self, settings: Settings, directory: Path | None = None) -> None:
        self.settings = settings
        self._file = directory / PREFERENCES if directory else None
        self._notices: list[Notice] = []
        self._kept = self._take_up(self._file) if self._file else {}

    def shown(self) -> Mapping[str, Value]:
        """What may be changed, as it is now."""
        shown = {name: _value(self.settings, name) for name in CHANGEABLE}
        return MappingProxyType(shown if self._file else shown | {"screen.greeted": True})

    def change(self, name: str, value: Value) -> None:
        """Let a setting be so from now on, and keep it; if it cannot be kept there is a notice.

        Raises:
            SettingsError: this may not be changed, or cannot be so.
        """
        if name not in CHANGEABLE:
            raise SettingsError("settings_unknown_key", file=PREFERENCES, name=name)
        section, key = name.split(".")
        self.settings = changed(self.settings, {section: {key: value}}, self._file or Path(PREFERENCES))
        self._kept[name] = value
        if self._file:
            self._write(self._file)

    def notices(self) -> tuple[Notice, ...]:
        """What should be said since the last time."""
        taken, self._notices = tuple(self._notices), []
        return taken

    def _take_up(self, file: Path) -> dict[str, Value]:
        """What was kept and lies over the settings already; a file that cannot be taken is put aside."""
        if not os.access(file, os.R_OK):
            return {}
        try:
            read_settings((file,))
        except SettingsError as error:
            said = Words(self.settings.screen.language).error(error)
            logging.getLogger(__name__).warning("the settings of the screen are put aside: %s", said)
            self._put_aside(file)
            return {}
        sections = tomllib.loads(file.read_text("utf-8"))
        found = {f"{section}.{key}": value for section, values in sections.items() for key, value in values.items()}
        return {name: value for name, value in found.items() if name in CHANGEABLE}

    def _put_aside(self, file: Path) -> None:
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
    value: Value = getattr(getattr(settings, section), key)
    return value


def _toml(values: Mapping[str, Value]) -> str:
    """Section by section. TOML writes texts, numbers and truth as JSON does."""
    lines: list[str] = []
    for section in sorted({name.split(".")[0] for name in values}):
        lines += ["", f"[{section}]"]
        mine = sorted(name for name in values if name.startswith(f"{section}."))
        lines += [f"{name.split('.')[1]} = {json.dumps(values[name])}" for name in mine]
    return "\n".join([*lines[1:], ""])
