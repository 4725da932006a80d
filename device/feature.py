"""What a package adds to the appliance beside the game, and how such packages are found: docs/adding-a-feature.md.

A `Feature` says where its parts are, so that finding it imports nothing else: `wondertable stickers` does not load what
draws pages. The features that come with the program stand in `device/features`, one folder each; those of other
packages are found by their entry points. A feature that cannot be loaded is left out, with a line in the log.
"""

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules, resolve_name
from typing import Any

import msgspec

from display.words import add_catalogues

ENTRY_POINTS = "wondertable.features"
"""The group of entry points under which other packages name their `Feature`."""
BUNDLED = "device.features"
"""The package whose sub-packages each have a `FEATURE`; it need not be there."""
NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format of `wondertable export`."""

    name: str
    writes: str
    """"module:function" from (`PlayedGame`, `Words`) to the text."""
    option: str = ""
    """An option of its own, as `--link`; without one it is chosen by `--format`."""
    help: str = ""
    is_json: bool = False


Value = bool | float | str


@dataclass(frozen=True, slots=True)
class RunOption:
    """An option of `wondertable run`; `device.app.running_features.Appliance.given` says what was given.

    With neither `metavar` nor choices in `changes` it is a switch.
    """

    name: str
    """As it is typed: `--record`."""
    help: str
    metavar: str = ""
    """Stands in the help for the text that it takes."""
    changes: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    """Choice ("" for a switch) -> the settings that hold if it is given, by "section.key"."""
    in_demo: bool = False
    """`wondertable demo` has it too."""

    @property
    def choices(self) -> tuple[str, ...]:
        """What may be given, unless it is a switch or takes any text."""
        return tuple(choice for choice in self.changes if choice)


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature. All but the name may be left out; "module:thing" names a thing in a module."""

    name: str
    """Also its place in `TableState.features`; small letters."""
    commands: Mapping[str, str] = field(default_factory=dict)
    """Commands of `wondertable`, each with the module whose `add` describes it."""
    settings: Mapping[str, type[msgspec.Struct]] = field(default_factory=dict)
    """Sections of the settings files. Each value has a default; `forbid_unknown_fields` finds what is misspelt."""
    changeable: tuple[str, ...] = ()
    """Settings that its pages change while the appliance runs, by "section.key"."""
    options: tuple[RunOption, ...] = ()
    """Options of `wondertable run`."""
    runs: str = ""
    """The `device.app.running_features.RunningFeature` that goes on while the appliance runs."""
    checks: str = ""
    """A function from (`Settings`, the settings file that was named or None) to findings of `wondertable doctor`."""
    knows_cards: str = ""
    """Makes a `device.perception.rig.KnownCards` of (folder with the owner's pictures, `Codebook`, `KitSizes`)."""
    formats: tuple[ExportFormat, ...] = ()
    words: str = ""
    """A package with catalogues (`en.po`, and other languages) for its words; those in English fill gaps."""


@cache
def features() -> tuple[Feature, ...]:
    """Every feature that is there, those that come with the program first."""
    found: dict[str, Feature] = {}
    for source, load in (*_bundled(), *_installed()):
        try:
            feature = load()
            _check(feature, found.values())
            found[feature.name] = feature
        except Exception as problem:  # whatever somebody else's package does, games go on
            logging.getLogger(__name__).warning("the feature %s is left out: %s", source, problem)
    add_catalogues(*(feature.words for feature in found.values() if feature.words))
    return tuple(found.values())


def part(reference: str) -> Any:
    """What a "module:thing" names."""
    return resolve_name(reference)


def _bundled() -> Iterator[tuple[str, Callable[[], Any]]]:
    for _, name, _ in iter_modules([str(Path(__file__).with_name("features"))]):
        yield name, partial(part, f"{BUNDLED}.{name}:FEATURE")


def _installed() -> Iterator[tuple[str, Callable[[], Any]]]:
    for point in entry_points(group=ENTRY_POINTS):
        yield point.name, point.load


def _check(feature: object, others: Iterable[Feature]) -> None:
    """Refuse what is no feature, or has a name, a command or a section of settings that is taken."""
    if not (isinstance(feature, Feature) and NAME.fullmatch(feature.name)):
        raise TypeError(f"{feature!r} is no feature with a name")
    for other in others:
        same = {feature.name} & {other.name} or other.commands.keys() & feature.commands.keys()
        same = same or other.settings.keys() & feature.settings.keys()
        same = same or {one.name for one in other.options} & {one.name for one in feature.options}
        if same:
            raise ValueError(f"{', '.join(sorted(same))} is of the feature {other.name}")
