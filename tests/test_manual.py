"""The manual is complete: its links work, and no setting, command or option is missing."""

from __future__ import annotations

import argparse
import re
import tomllib
from importlib import resources
from pathlib import Path

import pytest
from PIL import Image

from device.app.running_features import RunningFeature
from device.command_line import _parser
from device.feature import Feature, features
from display.menu.addition import Addition
from tests.journeys.optics import rows

ROOT = Path(__file__).parents[1]
MANUAL = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PAGES = [
    *MANUAL,
    ROOT / "engine" / "CHANGELOG.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
]
LINK = re.compile(r"\]\(([^)]+)\)")
MOVING = ROOT / "docs" / "pictures" / "table-and-screen.webp"
LARGEST, ALTOGETHER = 150_000, 3_000_000
"""The most bytes of one picture, and of all pictures except screens."""


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        if link.startswith("https://"):
            continue
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_page_of_the_manual_can_be_reached_from_the_readme() -> None:
    reached = {link for link in LINK.findall(MANUAL[0].read_text("utf-8")) if link.endswith(".md")}
    assert {f"docs/{page.name}" for page in MANUAL[1:]} <= reached


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_that_is_named_exists(page: Path) -> None:
    named = re.findall(r"`([a-z_]+/[a-z_/]+\.(?:py|po|json|csv|toml|sh))`", page.read_text("utf-8"))
    assert [path for path in named if not path.endswith("/xx.po") and not (ROOT / path).exists()] == []


def test_every_setting_is_described() -> None:
    described = set()
    for row in re.findall(r"^\| (`[^|]+) \|", (ROOT / "docs" / "settings.md").read_text("utf-8"), re.MULTILINE):
        section = ""
        for name in re.findall(r"`([a-z_]*\.[a-z_]+)`", row):
            section = name.split(".")[0] or section
            described.add(f"{section}.{name.split('.')[1]}")
    defaults = tomllib.loads(resources.files("device.settings").joinpath("defaults.toml").read_text("utf-8"))
    of_features = {
        name: schema.__struct_fields__ for feature in features() for name, schema in feature.settings.items()
    }
    known = {**defaults, **of_features}
    assert described == {f"{section}.{key}" for section, values in known.items() for key in values}


def test_every_command_is_described_with_its_options() -> None:
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    commands = next(action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction))
    for name, parser in commands.choices.items():
        assert f"`wondertable {name}" in page
        for action in parser._actions:
            option = action.option_strings[-1] if action.option_strings else None
            assert option is None or option == "--help" or option in page, f"{name} {option}"


def test_every_command_that_a_message_names_can_be_given_as_it_stands_there() -> None:
    words = (ROOT / "display" / "locale" / "en.po").read_text("utf-8")
    named = set(re.findall(r'(?:“|"|`)wondertable ([a-z][^”"`\\]+)', words))
    assert "export last --format record" in named
    for command in named:
        _parser().parse_args(command.split())


@pytest.mark.parametrize("kind", [RunningFeature, Addition, Feature], ids=lambda kind: kind.__name__)
def test_everything_that_a_feature_may_bring_is_described(kind: type) -> None:
    page = (ROOT / "docs" / "adding-a-feature.md").read_text("utf-8")
    names = kind.__dataclass_fields__ if kind is Feature else [name for name in vars(kind) if not name.startswith("_")]
    assert len(names) > 4
    assert [name for name in names if not re.search(rf"^\| `{name}[`(]", page, re.MULTILINE)] == []


def test_the_tables_of_the_rig_are_those_that_are_computed() -> None:
    page = (ROOT / "docs" / "rig.md").read_text("utf-8").splitlines()
    assert [row for row in rows() if row not in page] == []


def test_pictures_are_small() -> None:
    pictures = [picture for picture in (ROOT / "docs" / "pictures").rglob("*.*") if picture != MOVING]
    sizes = [picture.stat().st_size for picture in pictures]
    assert max(sizes) < LARGEST
    assert sum(sizes) < ALTOGETHER


def test_every_picture_is_shown_by_a_page() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    shown = {(page.parent / link).resolve() for page in pages for link in LINK.findall(page.read_text("utf-8"))}
    pictures = {path for folder in ("screens", "pictures") for path in (ROOT / "docs" / folder).rglob("*.*")}
    assert pictures - shown == set()


def test_the_readme_begins_with_a_moving_picture() -> None:
    title, _, first, *_ = (ROOT / "README.md").read_text("utf-8").splitlines()
    assert (title, LINK.findall(first)) == ("# Wondertable", [str(MOVING.relative_to(ROOT))])
    with Image.open(MOVING) as moving:
        assert getattr(moving, "n_frames", 1) > 20
    assert MOVING.stat().st_size < ALTOGETHER
