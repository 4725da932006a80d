"""A game's story as text, as a plot and as a page."""

from __future__ import annotations

from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from device.features.story.story_report import StoryReport
from device.for_features.reports.text_table import text_table
from device.for_features.story.story import Story, story_of
from display.words import Words, languages
from engine import Discard, Fight, Game, Phase
from tests.dealing.dealer import deal

SVG = "{http://www.w3.org/2000/svg}"


@cache
def told_of(players: int, seed: int, *, leaders: bool) -> tuple[Game, Story]:
    game = deal(players, seed, alternatives=0.4, leaders=leaders).game
    return game, story_of(game)


def report(players: int = 4, seed: int = 6, language: str = "en", *, leaders: bool = False) -> StoryReport:
    return StoryReport(*told_of(players, seed, leaders=leaders), Words(language), "The story")


def test_the_text_has_every_part_of_the_story() -> None:
    told = report()
    text = told.text()
    for one in told.story.paid:
        assert f": {one.coins}\n" in text
    assert text.count("saved") == len([one for one in told.story.chains if one.coins is not None])
    assert text.count("could not have been bought") == len([one for one in told.story.chains if one.coins is None])
    assert text.count(" more\n") == len(told.story.dear)
    assert text.count("would have changed\n") == sum(one.decides for one in told.story.close)
    assert text.count("Stage ") >= len(told.story.buried)
    last = [str(sheet.total) for sheet in told.story.outcome.sheets]
    assert next(line for line in text.splitlines() if line.startswith("Age III, conflicts")).split()[3:] == last


def test_what_did_not_happen_is_said_to_be_none() -> None:
    told = report()
    quiet = StoryReport(told.game, story_of(calm()), Words(), "x").text()
    assert quiet.count("  none\n") == 4, "no coins, chains, dear payments and stages"


def calm() -> Game:
    """A game in which everybody only discards."""
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("ephesus", "A"), ("babylon", "A")])
    while game.phase is not Phase.OVER:
        game = game.apply(Fight() if game.phase is Phase.CONFLICTS else Discard(game.to_act[0]))
    return game


@pytest.mark.parametrize("players", [2, 7])
def test_the_plot_is_svg_with_a_line_and_a_name_for_each_player(players: int) -> None:
    told = report(players, 3, leaders=True)
    drawing = ElementTree.fromstring(told.svg())
    lines = drawing.findall(f"{SVG}polyline")
    assert len(lines) == players
    assert len({line.get("stroke") for line in lines}) == len({line.get("stroke-dasharray") for line in lines})
    assert all(len(line.get("points").split()) == len(told.story.standings) for line in lines)
    texts = [text.text for text in drawing.findall(f"{SVG}text")]
    for sheet in told.story.outcome.sheets:
        assert any(text.startswith(f"{sheet.total} ") for text in texts)


class Checked(HTMLParser):
    """Whether every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_one_file_without_scripts_and_addresses() -> None:
    page = report().html()
    checked = Checked()
    checked.feed(page)
    assert checked.open == []
    assert not checked.seen & {"script", "link", "img", "iframe"}
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")


def test_names_cannot_break_the_page() -> None:
    game = Game.new([("giza", "A"), ("rhodes", "A"), ("ephesus", "A")], ["<b>Anna & Co", "", ""])
    for action in deal(3, 1, seats=game.setup.seats).game.actions:
        game = game.apply(action)
    page = StoryReport(game, story_of(game), Words(), "x").html()
    assert "<b>" not in page
    assert "&lt;b&gt;Anna &amp; Co" in page


@pytest.mark.parametrize("language", languages())
def test_no_gap_stays_open_in_any_language(language: str) -> None:
    told = report(7, 12, language, leaders=True)
    assert "{" not in told.text()
    assert "{" not in told.html().partition("</style>")[2]


def test_the_columns_of_a_table_are_aligned_also_with_wide_and_combined_letters() -> None:
    lines = list(text_table(["", "Jose\u0301", "花子"], [["a", 1, 2], ["bb", 30, 4]]))
    assert lines == ["    Jose\u0301  花子", "a      1     2", "bb    30     4"]
