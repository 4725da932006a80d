"""The plot of a game's points, and the names of its steps."""

from __future__ import annotations

from device.features.story.plot import step_line, story_plot
from device.for_features.story.story import story_of
from display.facts.names import spoken
from display.words import Words
from tests.dealing.dealer import deal
from tests.display.sessions import OVER, played

GAME = played(4, OVER, ("Anna", "", "Chiara", "Dario"))
STORY = story_of(GAME)


def test_a_players_name_goes_before_the_wonder() -> None:
    assert [line.name.text(Words().say) for line in story_plot(GAME, STORY).lines] == [
        "Anna, Giza",
        "Rhodes",
        "Chiara, Olympia",
        "Dario, Ephesus",
    ]


def test_the_plot_has_every_players_points_and_the_ages() -> None:
    plot = story_plot(GAME, STORY)
    assert [line.values[-1] for line in plot.lines] == [sheet.total for sheet in STORY.outcome.sheets]
    assert [line.strong for line in plot.lines] == [seat in STORY.outcome.winners for seat in range(4)]
    assert plot.marks == ((7, 1), (14, 2), (21, 3))


def test_the_free_city_has_no_line() -> None:
    game = deal(2, 5).game
    assert len(story_plot(game, story_of(game)).lines) == 2


def test_the_steps_are_named() -> None:
    game = deal(3, 5, leaders=True).game
    said = [spoken(step_line(one), Words()) for one in story_of(game).standings]
    assert said[:3] == ["Before Age I", "Age I, leaders", "Age I, turn 1"]
    assert said[-1] == "Age III, conflicts"
