"""The sentences of a game's story."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.for_features.story.standings import Moment
from device.for_features.story.story import Story, story_of
from device.for_features.wording.story_facts import has_story, story_sentences
from display.facts.names import spoken
from display.words import Words, languages
from engine import CorrectCoins, FinalCity, Game, finished_game
from tests.dealing.dealer import deal
from tests.display.sessions import OVER, played

GAME = played(4, OVER, ("Anna", "", "Chiara", "Dario"))
STORY = story_of(GAME)


def told(story: Story, game: Game = GAME) -> list[str]:
    return [spoken(one, Words()) for one in story_sentences(game, story)]


def test_the_lead_the_coins_and_the_closest_conflict_are_told() -> None:
    won, lead, paid, shield = told(STORY)
    at = STORY.standings[STORY.lead_change.index]
    first = next(sheet for sheet in STORY.outcome.sheets if sheet.seat == STORY.outcome.winners[0])
    assert f" wins with {first.total} points, " in won
    assert lead.startswith(f"Last change of the lead: {'the conflicts of ' if at.after is Moment.CONFLICTS else ''}Age")
    assert paid.startswith(f"Most coins to a neighbour: {STORY.paid[0].coins}, from ")
    assert shield.startswith("One more shield for ")


def with_sheets(*points: dict[str, int], coins: tuple[int, ...], winners: tuple[int, ...]) -> str:
    """The first sentence about a game that ended like this."""
    some = STORY.outcome.sheets
    sheets = tuple(
        replace(some[seat], points=one, coins=own) for seat, (one, own) in enumerate(zip(points, coins, strict=True))
    )
    ranks = {seat: 1 if seat in winners else 2 for seat in range(len(sheets))}
    return told(replace(STORY, outcome=replace(STORY.outcome, sheets=sheets, ranks=ranks, winners=winners)))[0]


def test_who_won_is_told_first_and_by_what() -> None:
    clear = with_sheets({"wonder": 7, "guilds": 10}, {"wonder": 10, "guilds": 2}, coins=(3, 3), winners=(0,))
    assert clear == "Anna, Giza wins with 17 points, 5 ahead of Rhodes. The largest lead: Guilds (+8)."
    tied = with_sheets({"wonder": 7}, {"wonder": 7}, coins=(3, 4), winners=(1,))
    assert tied == "Rhodes wins with 7 points, as many as Anna, Giza, by the coins."
    shared = with_sheets({"wonder": 7}, {"wonder": 7}, coins=(3, 3), winners=(0, 1))
    assert shared == "Anna, Giza; Rhodes share the victory with 7 points."


def test_a_game_without_changes_and_trade_says_so() -> None:
    calm = replace(STORY, lead_change=None, paid=(), close=(), chains=())
    assert told(calm)[1:] == ["The lead never changed.", "Nobody bought from a neighbour."]


@pytest.mark.parametrize("gain", [None, 0])
def test_chains_are_told_if_no_shield_would_have_brought_anything(gain: int | None) -> None:
    game = deal(5, 4).game
    story = story_of(game)
    close = () if gain is None else (replace(story.close[0], gain=0, loss=0, decides=False),)
    story = replace(story, close=close)
    assert told(story, game)[-1].startswith("Chains saved ")


@pytest.mark.parametrize("decides", [False, True])
def test_a_shield_that_would_have_decided_is_told_first(decides: bool) -> None:
    small = replace(STORY.close[0], decides=decides, gain=1, loss=1)
    story = replace(STORY, close=(small, replace(small, decides=False, gain=5, age=3)))
    assert told(story)[-1].endswith("would have changed the winner." if decides else "would have brought 5 points.")


def test_only_a_finished_game_that_was_recorded_has_a_story() -> None:
    assert has_story(GAME)
    assert not has_story(played(4, OVER - 1))
    seats = [FinalCity("giza", "A"), FinalCity("rhodes", "A"), FinalCity("ephesus", "A")]
    assert not has_story(finished_game(seats))
    assert not has_story(finished_game(seats).apply(CorrectCoins(0, 9)))


def test_ten_stories_have_every_gap_filled_in_every_language() -> None:
    games = [deal(2 + seed % 6, 40 + seed, alternatives=0.3, leaders=seed % 3 == 0).game for seed in range(10)]
    sentences = [one for game in games for one in story_sentences(game, story_of(game))]
    for words in map(Words, languages()):
        for one in sentences:
            said = spoken(one, words)
            assert "{" not in said
            assert one.key not in said
