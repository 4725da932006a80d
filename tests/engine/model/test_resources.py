"""Bundles of resources."""

from __future__ import annotations

import pytest

from engine import UnknownName
from engine.model.resources import bundle, holds, smallest


def test_a_bundle_holds_what_it_has_as_often_as_it_has_it():
    assert holds(bundle("WWS"), bundle("WS"))
    assert not holds(bundle("WS"), bundle("WW"))
    assert not holds(bundle("WW"), bundle("G"))


def test_of_bundles_that_hold_one_another_the_smallest_are_left():
    assert set(smallest([bundle("WWS"), bundle("WS"), bundle("G"), bundle("GW")])) == {bundle("WS"), bundle("G")}


def test_an_unknown_letter_is_named():
    with pytest.raises(UnknownName) as refused:
        bundle("WX")
    assert (refused.value.key, refused.value.placeholders) == ("unknown_resource", {"name": "X"})
