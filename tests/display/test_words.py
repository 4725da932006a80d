"""Every used key is in the catalogue, and every key of the catalogue is used."""

from __future__ import annotations

import ast
import csv
import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import polib
import pytest

from device.features.kit_check.enroller import Hindrance
from device.features.kit_check.shown_box import PictureOutcome
from device.settings.preferences import changeable
from display.words import Words, city_name, languages
from engine import CATALOGUE, CATEGORIES, EDITIONS, IllegalAction, Payment, Reason, RecordError, printed_names

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
CATALOGUES = ROOT / "display" / "locale"
KEY = re.compile(r"[a-z]+(\.[A-Za-z0-9_]+)+")


def printed(kind: str) -> dict[str, str]:
    """Id -> English name of everything of a kind that a sticker is made for."""
    with (ROOT / "vision" / "data" / "codebook.csv").open(encoding="utf-8") as file:
        return {row["id"]: row["name"] for row in csv.DictReader(file) if row["kind"] == kind}


DYNAMIC = {
    "age.": "123",
    "resource.": "WSCOLGP",
    "board_side.": EDITIONS["second"].sides,
    "menu.players.": (*EDITIONS, *(f"edition_{edition}" for edition in EDITIONS)),
    "menu.edition.": tuple(EDITIONS),
    "demo.next.": ("by_hand", "print", "buy"),
    "stickers.box_": tuple(EDITIONS),
    "enrol.": ("hint", *Hindrance, *PictureOutcome),
    "chair.": ("build", "stage", "discard", "take", "take_nothing"),
    "copies.": ("hint", "shown", "title"),
    "card.": tuple(printed("back")),
    "voice.play.": ("build", "build_from_discard", "stage", "discard", "recruit", "court"),
}
"""Families whose members are named by data, and the members."""
FILES = frozenset(
    ["json", "csv", "toml", "po", "py", "pdf", "png", "jpg", "mp4", "sqlite", "txt", "sock", "html", "css", "js", "svg"]
)
BUILT = ("error.", "change.", "reason.", "question.", "choice.", "notice.", "doctor.", "event.", "category.", "symbol.",
         "colour.", "phase.", "camera.", "deed.", "button.", "screen.scoring.", "screen.table.phase.",
         "screen.station.", "screen.city.", "kit.", "kit_check.", "language.", "menu.first.", "menu.settings.",
         "counted.", "lookup.", "side.")  # fmt: skip
"""Families whose keys are put together from a prefix and what is met; only their literal parts can be looked for."""


@cache
def nodes(package: str) -> tuple[ast.Constant | ast.Call, ...]:
    """Every literal and every call of the package."""
    trees = (ast.parse(path.read_text("utf-8")) for path in (ROOT / package).rglob("*.py"))
    return tuple(node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant | ast.Call))


def strings(*packages: str) -> Iterator[str]:
    """Every string literal of the program."""
    for package in packages:
        for node in nodes(package):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


@pytest.fixture(scope="module")
def entries() -> set[str]:
    return {entry.msgid for entry in polib.pofile(str(CATALOGUES / "en.po"))}


@pytest.fixture(scope="module")
def used() -> set[str]:
    return set(strings("display", "device", "engine", "vision"))


def test_every_key_that_is_said_has_words(entries: set[str]) -> None:
    said = {
        node.args[0].value
        for package in ("display", "device")
        for node in nodes(package)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"say", "complain"}
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert said - entries == set()


def test_every_whole_key_in_the_program_has_words(entries: set[str], used: set[str]) -> None:
    families = tuple({entry.split(".")[0] + "." for entry in entries if "." in entry} - {"list."})
    keys = {text for text in used if text.startswith(families) and KEY.fullmatch(text) and not text.endswith("_")}
    assert {key for key in keys - set(changeable()) if key not in entries and not is_file_name(key)} == set()


def is_file_name(text: str) -> bool:
    return text.rpartition(".")[2] in FILES


def test_every_error_and_reason_has_words(entries: set[str]) -> None:
    raised = set()
    for package in ("engine", "vision", "device", "display"):
        for node in nodes(package):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                raised |= keys_of(node)
    assert raised - entries == set()


def keys_of(call: ast.Call) -> set[str]:
    """The catalogue's key of a call that makes an error, a reason or a notice."""
    name = getattr(call.func, "id", getattr(call.func, "attr", ""))
    key = call.args[0].value  # type: ignore[attr-defined]
    if not isinstance(key, str):
        return set()
    if name in {"reason", "Reason"}:
        return {f"reason.{key}"}
    if name in {"Notice", "Refused"}:
        return {key}
    if (name.endswith("Error") or name in {"UnknownName", "ImpossibleSetup"}) and re.fullmatch(r"[a-z_.]+", key):
        return {key if key.startswith(("error.", "layout.")) else f"error.{key}"} - {"layout.misfit"}
    return set()


def test_every_text_of_the_catalogue_is_used(entries: set[str], used: set[str]) -> None:
    members = {prefix + member for prefix, all_of_them in DYNAMIC.items() for member in all_of_them}
    parts = {part for text in used for part in re.split(r"[\W_]+", text)}
    unused = {
        entry
        for entry in entries - used - members
        if not (entry.startswith(BUILT) and set(re.split(r"[\W_]+", entry)[1:]) <= parts | members_of_words())
    }
    assert unused == set()


def members_of_words() -> set[str]:
    """Parts of keys that are made while the program runs."""
    return {"help", "rule"}


def test_names_come_from_the_rulebook() -> None:
    words = Words()
    assert words.say("card.lumber_yard") == "Lumber Yard"
    assert all(words.say(f"card.{card.id}") == card.name for card in CATALOGUE.cards.values())
    assert all(words.say(f"card.{name}") == said for name, said in printed("card").items())
    assert all(words.say(f"leader.{name}") == said.removesuffix(" (blank)") for name, said in printed("leader").items())
    assert all(words.say(f"wonder.{wonder.id}") == wonder.name for wonder in CATALOGUE.wonders.values())


def test_an_unknown_key_is_shown_as_it_is() -> None:
    assert Words().say("screen.of.the.future", count=3) == "screen.of.the.future"


def test_an_unfilled_placeholder_stays() -> None:
    assert "{missing}" in Words().say("reason.too_few_coins")


def test_the_number_chooses_the_form() -> None:
    words = Words()
    assert words.say("screen.seats.players", count=1) == "1 player"
    assert words.say("screen.seats.players", count=5) == "5 players"


def test_names_inside_sentences_are_said_by_name() -> None:
    words = Words()
    assert words.say("reason.already_built", card="palace") == "Palace is already in this city."
    assert words.say("reason.nobody_sells", resources="WG") == "Neither neighbour sells wood, glass."
    assert words.say("reason.wrong_age", card="palace", age=2) == "Palace is not an Age II card."
    assert "2 left, 1 right" in words.say("reason.payment_not_valid", pays=Payment(2, 1, 0))


def test_a_choice_of_a_card_may_be_a_leader() -> None:
    assert [Words().choice(f"card:{card}") for card in ("palace", "nebuchadnezzar")] == ["Palace", "Nebuchadnezzar"]


def test_an_error_says_its_reasons_and_its_line() -> None:
    words = Words()
    illegal = IllegalAction("it", (Reason("too_few_coins", {"missing": 2}), Reason("no_stage_left")))
    assert words.error(illegal) == ("Not allowed by the rules: 2 coins short. All stages of this wonder are built.")
    assert words.error(RecordError(7, "record_cut_off")) == "Line 7: The record is incomplete."
    assert words.error(ValueError("plain")) == "plain"


def test_the_reason_of_a_refusal_may_be_an_error() -> None:
    said = Words().say("question.wonders_refused", reason="wonder_not_in_this_game", wonder="rome")
    assert said.endswith(" Rome belongs to an expansion you are not playing.")


def test_an_unknown_language_is_english() -> None:
    assert Words("tlh").say("button.undo") == "Undo"


def test_cards_have_the_names_of_the_edition() -> None:
    first, second = (Words("de", edition) for edition in EDITIONS)
    assert (first.say("card.haven"), second.say("card.haven")) == ("Hafen", "Hafen")
    assert (first.say("card.arsenal"), second.say("card.arsenal")) == ("Waffenlager", "Arsenal")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("language", languages())
def test_every_short_name_is_shorter_and_means_one_card(language: str, edition: str) -> None:
    words = Words(language, edition)
    names = printed_names("card", language[:2], edition).values()
    shown = [words.short(name) for name in names]
    assert len(set(shown)) == len(shown)
    assert all(len(words.short(name)) < len(name) or words.short(name) == name for name in names)
    assert max(map(len, shown)) <= 15


def test_short_names_are_of_cards_wonders_and_categories() -> None:
    short = json.loads((CATALOGUES / "short_names.json").read_text("utf-8"))
    assert set(short) == set(languages())
    for language, names in short.items():
        printed_ones = {
            name
            for edition in EDITIONS
            for kind in ("card", "wonder")
            for name in printed_names(kind, language[:2], edition).values()
        } | {Words(language).say(f"category.{category}") for category in (*CATEGORIES, "leaders")}
        assert set(names) - printed_ones == set(), language


@pytest.mark.parametrize(
    ("wonder", "name"), [("alexandria", "d’Alexandrie"), ("halicarnassus", "d’Halicarnasse"), ("rhodes", "de Rhodes")]
)
def test_french_elides_before_a_vowel(wonder, name):
    assert Words("fr").say("score.ask_coins", wonder=wonder).startswith(f"Pièces {name}")


@pytest.mark.parametrize(
    ("player", "name"),
    [
        ("", "Alexandria"),
        ("Wolkenstein-Rou.", "Wolkenstein-Rou., Alexandria"),
        ("Wolkenstein-Rouge", "Wolkenstein-Rouge"),
    ],
)
def test_a_player_with_a_long_name_is_called_by_it_alone(player: str, name: str) -> None:
    assert city_name(Words().say, player, "alexandria") == name
