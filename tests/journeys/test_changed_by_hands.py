"""Hands change what was recorded of the turn that has closed: the record follows, and the screen says so."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace

import pytest

from device.reporting.json_lines import as_lines
from device.reporting.sentences import sentences
from display.messages.events import Corrected
from display.messages.presses import Press
from display.words import Words
from tests.journeys.playthrough import DECISION, Playthrough

FIRST = ("lumber_yard", "stone_pit", "clay_pool")
LEADERS = ("cleopatra", "nero", "plato")


@pytest.fixture
def playthrough():
    with closing(Playthrough()) as found:
        yield found


def laid(playthrough, cards):
    items = [playthrough.lay(seat, card) for seat, card in enumerate(cards)]
    playthrough.wait(DECISION)
    assert playthrough.closed == [(1, 1)]
    return items


def exchange(playthrough, items, instead):
    """Hands take all these cards away, and then lay other ones in their places."""
    take_by_hands(playthrough, items)
    for item, card in zip(items, instead, strict=True):
        laid = playthrough.table.lay(item.seat, card)
        playthrough.table.items[-1] = replace(laid, x=item.x, y=item.y)
    playthrough.wait(4 * DECISION)


def take_by_hands(playthrough, items):
    table = playthrough.table
    table.items = [replace(item, covered=item in items) for item in table.items]
    playthrough.wait(0.5)
    table.items = [item for item in table.items if not item.covered]


def said(playthrough):
    """What the screen says of it."""
    notices = [notice for notice in playthrough.state.notices if notice.key.startswith("notice.corrected")]
    return [Words().say(notice.key, **notice.placeholders) for notice in notices]


def test_it_is_said_on_the_screen_for_a_while(playthrough):
    exchange(playthrough, laid(playthrough, FIRST)[2:], ["timber_yard"])
    assert said(playthrough) == ["Turn 1 corrected: Alexandria builds Timber Yard"]
    playthrough.wait(12)
    assert said(playthrough) == []


def test_two_cities_are_said_together(playthrough):
    exchange(playthrough, laid(playthrough, FIRST)[1:], ["ore_vein", "timber_yard"])
    assert said(playthrough) == ["2 actions corrected"]


def test_it_is_no_longer_said_of_a_turn_that_is_undone(playthrough):
    exchange(playthrough, laid(playthrough, FIRST)[2:], ["timber_yard"])
    playthrough.press(Press.UNDO)
    assert said(playthrough) == []


def test_the_terminal_and_programs_hear_it(playthrough):
    exchange(playthrough, laid(playthrough, FIRST)[2:], ["timber_yard"])
    (event,) = [event for event in playthrough.events if isinstance(event, Corrected)]
    assert sentences(event, playthrough.main_loop.session, Words()) == (
        "Age I, turn 1 corrected: Alexandria builds Timber Yard (1 coin to the bank)",
    )
    (line,) = as_lines(event)
    assert (line["event"], line["turn"], line["seat"], line["card"]) == ("corrected", 1, 2, "timber_yard")


def test_a_leader_that_is_exchanged_has_no_turn():
    with closing(Playthrough(leaders=True)) as playthrough:
        items = [playthrough.recruit(seat, leader) for seat, leader in enumerate(LEADERS)]
        playthrough.wait(DECISION)
        take_by_hands(playthrough, items[2:])
        instead = playthrough.table.leader(2, "hannibal")
        playthrough.table.items[-1] = replace(instead, x=items[2].x, y=items[2].y)
        playthrough.wait(4 * DECISION)
        assert said(playthrough) == ["Leaders corrected: Alexandria recruits Hannibal"]
        event = next(event for event in playthrough.events if isinstance(event, Corrected))
        told = sentences(event, playthrough.main_loop.session, Words())
        assert told[0].startswith("Age I, leaders corrected: Alexandria recruits Hannibal")
