"""Whether the tests of a mutant run with it, and which these are."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.mutants.mutations import mutants_of
from tests.mutants.runner import ENDS, KILLED, LONGEST, SURVIVED, Reach, start, trial

RULES = "LEAST = 2\ndef price(a):\n    return max(a, LEAST)\n"
TEST = "test_prices.py::test_price"


@pytest.mark.parametrize(("given", "survive"), [(1, []), (5, ["LEAST = 2 -> LEAST = 3", "LEAST = 2 -> LEAST = 1"])])
def test_the_tests_run_with_the_mutant_in_place(tmp_path, monkeypatch, given, survive):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    Path("prices.py").write_text(RULES)
    asserted = f"assert price({given}) == {max(given, 2)}"
    Path("test_prices.py").write_text(f"from prices import price\ndef test_price():\n    {asserted}\n")
    ends = {}
    for mutant in mutants_of("prices.py", RULES):
        child = start(lambda: trial(mutant, [TEST], {TEST: 0.1}), Path("said.txt"))  # noqa: B023
        ends[mutant.name] = ENDS[os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])]
    assert [name.partition(": ")[2] for name, end in ends.items() if end == SURVIVED] == survive
    assert KILLED in ends.values()


def test_quick_tests_of_the_same_module_come_first_then_those_beside_it_and_those_that_take_too_long_not_at_all():
    (mutant, *_) = mutants_of("engine/rules/trade.py", "def rule(a):\n    return a + 1\n")
    beside = "tests/engine/rules/test_pay.py::slow"
    own, others = ["tests/test_trade.py::quick"], ["other.py::fast", "tests/test_game.py::quick"]
    names = {*own, *others, "tests/test_trade.py::slow", beside}
    seconds = dict.fromkeys(names, 0.5) | {"tests/test_trade.py::slow": 20.0, "other.py::fast": 0.1, beside: 2.0}
    reached = Reach({"engine/rules/trade.py": {2: names}}, seconds)
    assert reached.of(mutant) == [*own, "tests/test_trade.py::slow", beside, *others]
    seconds["tests/test_trade.py::slow"] = LONGEST
    assert reached.of(mutant) == own


def test_for_what_runs_at_import_all_tests_of_the_file_count():
    (mutant, *_) = mutants_of("engine/rules/trade.py", "PRICE = 2\n")
    lines = {1: {""}, 5: {"test_game.py::one"}}
    reached = Reach({"engine/rules/trade.py": lines}, {"test_trade.py::constant": 0.1, "test_other.py::one": 0.1})
    assert reached.of(mutant) == ["test_trade.py::constant", "test_game.py::one"]
