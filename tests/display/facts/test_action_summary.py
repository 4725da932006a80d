"""What a seat does or did is shown the same way, whether it was only seen, is recorded, or is some turns old."""

from __future__ import annotations

import pytest

from display.facts.action_summary import ActionSummary, latest_action, summary_of_action, summary_of_plan
from display.messages.questions import Plan
from display.table_state import TableState
from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Fight,
    Game,
    Pass,
    Payment,
    Recruit,
)

BOARDS = [("giza", "A"), ("rhodes", "B"), ("ephesus", "A")]
PAYS = Payment(1, 2, 3)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Build(0, "baths", PAYS), ActionSummary("build", "baths", pays=PAYS)),
        (Build(0, "baths"), ActionSummary("build", "baths")),
        (Recruit(0, "croesus", Payment(0, 0, 1)), ActionSummary("recruit", "croesus", pays=Payment(bank=1))),
        (BuildStage(0, 2, PAYS), ActionSummary("stage", None, 2, PAYS)),
        (Discard(0, "baths"), ActionSummary("discard")),
        (ChooseLeader(0, "croesus"), ActionSummary("court", "croesus")),
        (CorrectCoins(0, 7), ActionSummary("coins", pays=Payment(bank=7))),
        (BuildFromDiscard(0, "palace"), ActionSummary("build_from_discard", "palace")),
        (BuildFromDiscard(0, None), None),
        (Pass(0), None),
        (Fight(), None),
    ],
)
def test_every_recorded_action_has_a_summary_unless_nothing_was_taken(
    action: object, expected: ActionSummary | None
) -> None:
    assert summary_of_action(action) == expected  # type: ignore[arg-type]


def test_a_discarded_card_stays_hidden() -> None:
    summary = summary_of_action(Discard(0, "baths"))
    assert summary is not None
    assert summary.card is None


def test_an_exception_is_marked_in_the_record_and_in_a_plan() -> None:
    for forbidden in (True, False):
        recorded = summary_of_action(Build(0, "baths", exception=forbidden))
        assert recorded is not None
        assert recorded.exception is forbidden
        assert summary_of_plan(Plan("build", "baths", exception=forbidden)).exception is forbidden


def test_a_plan_and_its_recorded_action_look_the_same() -> None:
    assert summary_of_plan(Plan("build", "baths", payment=PAYS)) == summary_of_action(Build(0, "baths", PAYS))
    assert summary_of_plan(Plan("stage", None, 2, PAYS)) == summary_of_action(BuildStage(0, 2, PAYS))
    assert summary_of_plan(Plan("discard")) == summary_of_action(Discard(0))


def test_what_was_seen_goes_before_what_is_recorded_and_that_before_the_last_turn() -> None:
    game = Game.new(BOARDS)
    state = TableState(game)
    assert latest_action(state, game, 0) is None
    for action in (Build(0, "stone_pit"), Discard(1), Discard(2)):
        game = game.apply(action)
    assert latest_action(state, game, 0) == ActionSummary("build", "stone_pit", past=True)
    game = game.apply(Build(0, "baths"))
    assert latest_action(state, game, 0) == ActionSummary("build", "baths")
    seen = TableState(game, plans={0: Plan("discard")})
    assert latest_action(seen, game, 0) == ActionSummary("discard")
    assert latest_action(seen, game, 1) == ActionSummary("discard", past=True)


def test_a_turn_in_which_nothing_was_taken_leaves_the_action_before() -> None:
    game = Game.new(BOARDS).apply(CorrectCoins(0, 9))
    assert latest_action(TableState(game), game, 0) == ActionSummary("coins", pays=Payment(bank=9), past=True)
    assert latest_action(TableState(game), game, 1) is None
