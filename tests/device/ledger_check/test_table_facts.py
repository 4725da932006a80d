"""What is certain about a table: things that lie still, in sight, at one place and in one city."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from device.ledger_check.table_facts import Front, StageBack, TableFacts, facts_of
from tests.device.tables import CODEBOOK, LEADER_BACK, FakeTable, code_of, leader_code
from vision.scene import Place

WONDERS = [("giza", "A"), ("rhodes", "A"), ("alexandria", "A")]
ALTAR = code_of("altar")


@pytest.fixture
def table():
    return FakeTable(WONDERS)


def facts(table, after=3.0, **options):
    return facts_of(table.scene(after), CODEBOOK, **options)


def changed(table, item, **fields):
    table.items = [replace(one, **fields) if one is item else one for one in table.items]
    return table


def test_a_card_or_leader_is_a_fact_when_it_has_lain_still_for_three_seconds(table):
    table.lay(0, "altar")
    table.leader(1, "sappho")
    assert facts(table, 2.9).fronts == {}
    assert facts(table, 0.1).fronts == {ALTAR: Front(0, 0.0), leader_code("sappho"): Front(1, 0.0)}


def test_a_back_at_a_slot_is_a_stage_and_a_back_in_a_city_is_none(table):
    table.stage(0, 2)
    table.stage(1, 1, back=LEADER_BACK)
    table.front(2, 206)
    found = facts(table)
    assert found.stages == {(0, 2): StageBack("age_1", 0.0), (1, 1): StageBack("leader", 0.0)}
    assert found.fronts == {}


def test_a_front_under_a_board_and_a_card_on_the_mat_are_no_facts(table):
    card = table.lay(0, "altar")
    table.discard()
    found = facts(changed(table, card, place=Place.STAGE, slot=1))
    assert (found.fronts, found.stages) == ({}, {})


@pytest.mark.parametrize("fields", [{"sure": False}, {"unseen_since": 1.0}, {"seat": None}, {"code": 9999}])
def test_what_is_not_clear_is_no_fact(table, fields):
    assert facts(changed(table, table.lay(0, "altar"), **fields)).fronts == {}


def test_a_card_that_is_seen_twice_is_no_fact(table):
    table.lay(0, "altar")
    table.lay(1, "baths")
    scene = replace(table.scene(3), doubts=(ALTAR,))
    assert facts_of(scene, CODEBOOK).fronts.keys() == {code_of("baths")}


def test_what_is_seen_at_all_is_not_absent(table):
    changed(table, table.lay(0, "altar"), sure=False)
    table.stage(0, 1)
    found = facts(table, absent=frozenset({ALTAR, 7}), bare=frozenset({(0, 1), (0, 2)}), discards=4, closed=2.0)
    assert (found.absent, found.bare, found.discards, found.closed) == ({7}, {(0, 2)}, 4, 2.0)


def test_when_the_last_turn_closed_is_unknown_unless_it_is_said(table):
    assert facts(table).closed == TableFacts().closed == -math.inf
