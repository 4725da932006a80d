"""The options that features give to `wondertable run` and `wondertable demo`. Imports little, on purpose."""

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from device.feature import RunOption, features
from device.settings.settings import Settings, changed


def add_options(parser: argparse.ArgumentParser, *, demo: bool = False) -> None:
    """The options of features; `demo`: only those that a demonstration has too."""
    for option in _options():
        if demo and not option.in_demo:
            continue
        if option.metavar:
            parser.add_argument(option.name, metavar=option.metavar, help=option.help)
        elif option.choices:
            parser.add_argument(option.name, choices=option.choices, help=option.help)
        else:
            parser.add_argument(option.name, action="store_const", const="", help=option.help)


def given_options(args: argparse.Namespace) -> Mapping[str, str]:
    """The options of features that were given, with their values."""
    values = {option.name: getattr(args, option.name.lstrip("-").replace("-", "_"), None) for option in _options()}
    return {name: value for name, value in values.items() if value is not None}


def with_options(args: argparse.Namespace, settings: Settings) -> Settings:
    """The settings with what the options of features change."""
    given = given_options(args)
    for option in _options():
        for name, value in option.changes.get(given.get(option.name, "-"), {}).items():
            section, key = name.split(".")
            settings = changed(settings, {section: {key: value}}, Path(option.name))
    return settings


def _options() -> Iterator[RunOption]:
    return (option for feature in features() for option in feature.options)
