"""Whether a mutant that is put into functions that are already there behaves as one that is imported."""

from __future__ import annotations

import importlib.util
from types import FunctionType

from tests.mutants.mutations import mutants_of
from tests.mutants.runner import Reach, put_into

SOURCE = """
BASE = 3

def rule(a):
    return [one + BASE for one in range(a) if one > 1]

class Rule:
    def rule(self, a):
        return max(a, BASE)

OTHER = lambda a: a + 1
"""


def imported(path):
    spec = importlib.util.spec_from_file_location("rules", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answers(module):
    return module.rule(5), module.Rule().rule(2), module.OTHER(1)


def test_a_mutant_is_put_into_the_function_that_it_changes(tmp_path):
    path = tmp_path / "rules.py"
    path.write_text(SOURCE)
    for mutant in mutants_of(str(path), SOURCE):
        module = imported(path)
        before = answers(module)
        functions = [module.rule, module.Rule.rule, module.OTHER]
        assert all(isinstance(function, FunctionType) for function in functions)
        if mutant.function == "module" and "a + 1" not in mutant.name:
            assert not put_into(functions, mutant), mutant.name
        else:
            assert put_into(functions, mutant), mutant.name
            changed = sum(one != other for one, other in zip(before, answers(module), strict=True))
            assert changed == 1, mutant.name


def test_quick_tests_of_the_same_module_come_first():
    (mutant, *_) = mutants_of("engine/rules/trade.py", "def rule(a):\n    return a + 1\n")
    names = {"tests/test_game.py::quick", "tests/test_trade.py::quick", "tests/test_trade.py::slow", "other.py::fast"}
    seconds = dict.fromkeys(names, 0.5) | {"tests/test_trade.py::slow": 20.0, "other.py::fast": 0.1}
    reached = Reach({"engine/rules/trade.py": {2: names}}, seconds)
    assert reached.of(mutant) == [
        "tests/test_trade.py::quick",
        "other.py::fast",
        "tests/test_game.py::quick",
        "tests/test_trade.py::slow",
    ]
    assert not reached.runs_at_import(mutant)


def test_for_what_runs_at_import_all_tests_of_the_file_count():
    (mutant, *_) = mutants_of("engine/rules/trade.py", "PRICE = 2\n")
    lines = {1: {""}, 5: {"test_game.py::one"}}
    reached = Reach({"engine/rules/trade.py": lines}, {"test_trade.py::constant": 0.1, "test_other.py::one": 0.1})
    assert reached.runs_at_import(mutant)
    assert reached.of(mutant) == ["test_trade.py::constant", "test_game.py::one"]
