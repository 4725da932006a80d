"""Actions as plain dictionaries."""

import json
from dataclasses import FrozenInstanceError, replace

import pytest

from engine import (
    NOTHING,
    ActionError,
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Discard,
    Fight,
    Pass,
    Payment,
    action_from_dict,
    action_to_dict,
)
from tests.dealing.dealer import deal

ACTIONS = [
    Build(0, "altar"),
    Build(1, "palace", Payment(2, 1, 0), exception=True),
    Build(1, "palace", Payment(), free=True),
    BuildStage(2),
    BuildStage(2, 3, Payment(0, 4, 0)),
    Discard(3),
    Discard(3, "altar"),
    Pass(1),
    BuildFromDiscard(4, None),
    BuildFromDiscard(4, "altar"),
    CorrectCoins(0, 12),
    Fight(),
]


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_actions_survive_json(action):
    assert action_from_dict(json.loads(json.dumps(action_to_dict(action)))) == action


@pytest.mark.clause("stage/hidden-card")
def test_the_words_other_programs_read():
    assert action_to_dict(BuildStage(0, 1, Payment(2, 0, 0))) == {
        "seat": 0,
        "do": "stage",
        "card": None,
        "stage": 1,
        "pays": {"left": 2, "right": 0, "bank": 0},
    }
    assert action_to_dict(Build(1, "altar", Payment(), free=True, exception=True)) == {
        "seat": 1,
        "do": "build",
        "card": "altar",
        "stage": None,
        "pays": {"left": 0, "right": 0, "bank": 0},
        "free": True,
        "exception": True,
    }


def test_every_action_of_a_game_survives():
    for action in deal(5, 3).game.actions:
        assert action_from_dict(action_to_dict(action)) == action


@pytest.mark.parametrize(
    ("row", "key"),
    [
        ({}, "unknown_action"),
        ({"do": "fly", "seat": 1}, "unknown_action"),
        ({"do": "build", "seat": 1}, "missing_field"),
        ({"do": "build", "seat": "1", "card": "altar"}, "bad_field"),
        ({"do": "build", "seat": -1, "card": "altar"}, "bad_field"),
        ({"do": "build", "seat": True, "card": "altar"}, "bad_field"),
        ({"do": "build", "seat": 1, "card": 7}, "bad_field"),
        ({"do": "build", "seat": 1, "card": "altar", "pays": 3}, "bad_field"),
        ({"do": "build", "seat": 1, "card": "altar", "pays": {"left": -2}}, "bad_field"),
        ({"do": "build", "seat": 1, "card": "altar", "exception": "yes"}, "bad_field"),
        ({"do": "stage", "seat": 1, "colour": "red"}, "unknown_field"),
        ({"do": "discard", "seat": 1, "stage": 2}, "unknown_field"),
        ({"do": "coins", "seat": 1}, "missing_field"),
        ({"do": "coins", "seat": 1, "coins": 2.5}, "bad_field"),
    ],
)
def test_invalid_action_rows_are_refused(row, key):
    with pytest.raises(ActionError) as refused:
        action_from_dict(row)
    assert refused.value.key == key


def test_a_payment_cannot_be_changed():
    for name in Payment._fields:
        with pytest.raises(AttributeError):
            setattr(NOTHING, name, 1)


@pytest.mark.parametrize("value", [Build(0, "altar"), BuildStage(1, 2, Payment(1, 2, 3)), Discard(2)])
def test_actions_cannot_be_changed(value):
    for name in value.__slots__:
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, 1)
    assert replace(value) == value
    assert hash(replace(value)) == hash(value)
