"""Reads the settings (TOML). The files of the appliance and the user override the packaged defaults.

An unknown name, a wrong type or a value out of range is an error that names file, key and reason.
"""

import math
import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta
from platformdirs import user_config_path, user_state_path

from device.errors import SettingsError
from device.feature import features
from device.untrusted import NotUnderstoodError, read_toml
from vision.kit.sizes import KitSizes

DEFAULTS = Path(__file__).with_name("defaults.toml")
APPLIANCE = Path("/etc/wondertable/config.toml")
PREFERENCES = "settings.toml"
"""File in the state directory with the settings that were changed on the screen."""

Section = Mapping[str, bool | float | str]
"""Values by their names."""
SectionType = TypeVar("SectionType", bound=msgspec.Struct)
Pixels = Annotated[int, Meta(ge=0, le=20_000)]
Pin = Annotated[int, Meta(ge=0, le=27)]
Mark = Annotated[str, Meta(pattern=r"^(\S?|#[0-9A-Fa-f]{6})$")]
Millimetres = Annotated[float, Meta(gt=0, le=2_000)]


class _Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the settings file; every value has its default in `defaults.toml`."""


class CameraSettings(_Section, frozen=True):
    """The camera. 0 px: its full size. `focus` is "auto" or a lens position in dioptres (1/m)."""

    spec: str
    width: Pixels
    height: Pixels
    fps: Annotated[float, Meta(gt=0, le=120)]
    focus: Literal["auto"] | Annotated[float, Meta(ge=0, le=32)]


class ScreenSettings(_Section, frozen=True):
    """The window. 0 px: the whole screen. `greeted`: the questions at the first start have been answered.

    `guide`: the guide of the first turn opens with the next game.
    `rotate`: degrees clockwise; "auto": 90 if the whole screen is higher than wide. `upside_down`: 180 more.
    `text`: its size. `theme`: light text on a dark ground, or the reverse.
    """

    width: Pixels
    height: Pixels
    fullscreen: bool
    rotate: Literal["auto", 0, 90, 180, 270]
    upside_down: bool
    flat: bool
    language: Literal["de", "en", "es", "fr", "it", "pt_BR", "uk"]
    text: Literal["normal", "large"]
    theme: Literal["dark", "light"]
    greeted: bool
    guide: bool


class SoundSettings(_Section, frozen=True):
    """What is heard.

    `effects`: soft sounds for recorded cards and questions. `voice`: spoken sentences, "plays": also what everybody
    plays. `volume`: 0 to 1. `output`: a part of the output's name; "": the system's own choice.
    """

    effects: bool
    voice: bool | Literal["plays"]
    volume: Annotated[float, Meta(ge=0, le=1)]
    output: str


class ButtonSettings(_Section, frozen=True):
    """GPIO numbers (BCM); 0: no such button. `bounce` and `hold` in seconds.

    `marks`: what the buttons carry, in the order in which they are mounted: a number, a letter, or a colour `#RRGGBB`;
    "": nothing.
    """

    advance: Pin
    undo: Pin
    left: Pin
    right: Pin
    select: Pin
    bounce: Annotated[float, Meta(ge=0, le=0.5)]
    hold: Annotated[float, Meta(gt=0, le=10)]
    marks: tuple[Mark, Mark, Mark, Mark, Mark]


class LightSettings(_Section, frozen=True):
    """GPIO numbers (BCM) of the lights in the buttons and of the buzzer; 0: none."""

    advance: Pin
    undo: Pin
    left: Pin
    right: Pin
    select: Pin
    buzzer: Pin


class TableSettings(_Section, frozen=True):
    """Sizes in mm of the cards and boards the stickers are on; the names are those of `vision.kit.sizes.KitSizes`.

    `kit` is the kind of stickers; "art": none, a station knows the owner's cards by their pictures.
    """

    kit: Literal["fiducial", "qr", "both", "art"]
    card_width: Millimetres
    card_height: Millimetres
    card_inset: Millimetres
    visible_strip: Millimetres
    board_width: Millimetres
    board_height: Millimetres
    board_inset: Millimetres
    mat_width: Millimetres
    mat_height: Millimetres
    mat_inset: Millimetres

    def kit_sizes(self) -> KitSizes:
        """The sizes as `KitSizes`."""
        names = {field.name for field in fields(KitSizes)} & set(self.__struct_fields__)
        return KitSizes(**{name: getattr(self, name) for name in names})


class PlaySettings(_Section, frozen=True):
    """How a game is recorded.

    `rig`: a camera over the table, or a station to which players show each card. `edition`: of boards that are entered
    by hand; a camera sees the edition on the boards' stickers.
    """

    rig: Literal["table", "station"]
    auto: bool
    prefer: Literal["left", "right"]
    live_scores: bool
    leaders: bool
    cities: bool
    edition: Literal["first", "second"]

    @property
    def expansions(self) -> tuple[str, ...]:
        """The sets that are played besides Leaders, in games of the editions that have them."""
        return ("cities",) if self.cities else ()


class StorageSettings(_Section, frozen=True):
    """Where games are saved. An empty `directory` is the system's usual place."""

    directory: str


class Settings(_Section, frozen=True):
    """All settings. Change one with `msgspec.structs.replace`."""

    camera: CameraSettings
    screen: ScreenSettings
    sound: SoundSettings
    buttons: ButtonSettings
    lights: LightSettings
    table: TableSettings
    play: PlaySettings
    storage: StorageSettings
    features: Mapping[str, msgspec.Struct] = msgspec.field(default_factory=dict)
    """The sections of features, by their names; `section` gives one of them."""

    def section(self, name: str, schema: type[SectionType]) -> SectionType:
        """The section of a feature."""
        found = self.features.get(name)
        return found if isinstance(found, schema) else schema()


def load_settings(config: Path | None = None) -> Settings:
    """The defaults, overridden by `config`, or by the appliance's and the user's files if they exist.

    Changes made on the screen override them all. If their file is damaged it is skipped here, so that the appliance
    still starts; `device.settings.preferences` sets it aside.

    Raises `SettingsError` if a file is unreadable or not TOML, or has an unknown key or a wrong value.
    """
    typed = (config,) if config else tuple(path for path in config_files() if _is_there(path))
    settings = read_settings(typed)
    try:
        kept = state_directory(settings) / PREFERENCES
    except RuntimeError:  # nobody's user has no home
        return settings
    if not os.access(kept, os.R_OK):
        return settings
    with suppress(SettingsError):
        return read_settings(typed, read_changes(kept)[0], kept)
    return settings


def config_files() -> tuple[Path, ...]:
    """The settings files; later ones override earlier ones. A user that a service has made up has no home."""
    with suppress(RuntimeError):
        return APPLIANCE, user_config_path("wondertable") / "config.toml"
    return (APPLIANCE,)


def _is_there(file: Path) -> bool:
    """False also in a folder that this user may not look into: its settings are for somebody else."""
    try:
        return file.is_file()
    except OSError:
        return False


def read_settings(
    files: Iterable[Path], changes: Mapping[str, Any] | None = None, changed_in: Path = DEFAULTS
) -> Settings:
    """The defaults, overridden by these files in order, and by `changes` of the file `changed_in`.

    Each file is checked by itself.
    """
    values = _read(DEFAULTS)
    settings = _convert(values, DEFAULTS)
    for file in files:
        values = _overridden(values, _read(file))
        settings = _convert(values, file)
    return _convert(_overridden(values, changes), changed_in) if changes else settings


def read_changes(file: Path) -> tuple[dict[str, Any], dict[str, Section]]:
    """What was changed on the screen; `SettingsError` if the program cannot have written this file.

    Second, by section, what belongs to a feature that is not there any more, or to another version.
    """
    schemas = _schemas()
    known: dict[str, Any] = {}
    unknown: dict[str, Section] = {}
    for name, values in _read(file).items():
        if not isinstance(values, dict):  # `_convert` reports it
            known[name] = values
            continue
        fields_of = msgspec.structs.fields(schemas[name]) if name in schemas else ()
        names = {field.encode_name for field in fields_of}
        strange = {key: value for key, value in values.items() if key not in names}
        if not all(map(_is_plain, strange.values())):
            raise SettingsError("settings_unknown_key", file=str(file), name=name)
        if strange:
            unknown[name] = strange
        if name in schemas:
            known[name] = {key: value for key, value in values.items() if key in names}
    return known, unknown


def _is_plain(value: object) -> bool:
    """True for what may be changed on the screen."""
    return isinstance(value, bool | int | str) or (isinstance(value, float) and math.isfinite(value))


def _schemas() -> dict[str, type[msgspec.Struct]]:
    """Every section, the program's and those of features."""
    own = {field.name: field.type for field in msgspec.structs.fields(Settings) if field.name != "features"}
    return {**own, **_of_features()}


def _of_features() -> dict[str, type[msgspec.Struct]]:
    return {name: schema for feature in features() for name, schema in feature.settings.items()}


def state_directory(settings: Settings) -> Path:
    """Where games are saved: $WONDERTABLE_STATE, else the setting, else the system's usual place. May not exist yet."""
    directory = os.environ.get("WONDERTABLE_STATE") or settings.storage.directory
    return Path(directory).expanduser() if directory else user_state_path("wondertable")


def pictures_directory(settings: Settings) -> Path:
    """Where the owner's pictures of his cards are. May not exist yet."""
    return state_directory(settings) / "cards"


def changed(settings: Settings, values: Mapping[str, Mapping[str, object]], file: Path) -> Settings:
    """The settings, overridden by `values` from `file`, section by section. Raises `SettingsError`."""
    present = msgspec.to_builtins(settings)
    sections = present.pop("features")
    return _convert(_overridden({**present, **sections}, values), file)


def _read(file: Path) -> dict[str, Any]:
    try:
        return read_toml(file.read_bytes())
    except OSError as problem:
        raise SettingsError("settings_unreadable", file=str(file), reason=problem.strerror) from problem
    except NotUnderstoodError as problem:
        raise SettingsError("settings_not_toml", file=str(file), reason=str(problem)) from problem


def _overridden(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Override by section. A value in the place of a section replaces it, and `_convert` reports that."""
    merged = dict(below)
    for name, value in above.items():
        old = below.get(name)
        merged[name] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


_PLACE = re.compile(r"^(?P<reason>.*?)(?: - at `\$\.?(?P<place>[^`]*)`)?$", re.DOTALL)
_UNKNOWN = re.compile(r"unknown field `(?P<name>.*)`", re.DOTALL)


def _convert(values: Mapping[str, Any], file: Path) -> Settings:
    """The settings, with the sections that features have. `features` itself is no section."""
    schemas = _of_features()
    own = {name: value for name, value in values.items() if name not in schemas}
    if "features" in own:
        raise SettingsError("settings_unknown_key", file=str(file), name="features")
    try:
        settings = msgspec.convert(own, Settings)
    except msgspec.ValidationError as problem:
        raise _error(str(problem), file) from problem
    sections = {name: _section(values.get(name, {}), name, schema, file) for name, schema in schemas.items()}
    return msgspec.structs.replace(settings, features=sections)


def _section(values: object, name: str, schema: type[SectionType], file: Path) -> SectionType:
    try:
        return msgspec.convert({name: values}, dict[str, schema])[name]  # type: ignore[valid-type]
    except msgspec.ValidationError as problem:
        raise _error(str(problem).replace("$[...]", f"$.{name}"), file) from problem


def _error(text: str, file: Path) -> SettingsError:
    """Split msgspec's "<reason> - at `$.section.key`" into its parts."""
    found = _PLACE.match(text)
    place, reason = (found["place"] or "", found["reason"]) if found else ("", text)
    if unknown := _UNKNOWN.search(reason):
        name = f"{place}.{unknown['name']}" if place else unknown["name"]
        return SettingsError("settings_unknown_key", file=str(file), name=name)
    return SettingsError("settings_wrong_value", file=str(file), name=place, reason=reason)
