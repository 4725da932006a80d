"""Which changes are made to a module, and that each is made as it is named."""

from __future__ import annotations

import ast

import pytest

from tests.mutants.mutations import mutants_of, mutated


def changes(body):
    """What is changed in a function, without its name."""
    source = "def rule(a, b):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    return [mutant.name.removeprefix("rule.py rule: ") for mutant in mutants_of("rule.py", source)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = b < 1", ["b < 1 -> b <= 1", "b < 1 -> b < 2", "b < 1 -> b < 0"]),
        ("return a + b", ["return a + b -> return None", "a + b -> a - b"]),
        ("return False", ["return False -> return True"]),
        (
            "return a and b",
            [
                "return a and b -> return None",
                "return a and b -> return not (a and b)",
                "a and b -> a or b",
                "a and b -> True and b",
                "a and b -> a and True",
            ],
        ),
        ("if a == b:\n    a.pay()", ["a == b -> a != b", "a.pay() -> pass"]),
        ("if not a:\n    raise b", ["not a -> a", "raise b -> pass"]),
        ("a.x = max(b)", ["a.x = max(b) -> pass", "max(b) -> min(b)"]),
        ("x = [c for c in a if b(c)]", ["b(c) -> True", "b(c) -> not b(c)"]),
        (
            "x = replace(a, b=b, c=c)",
            ["replace(a, b=b, c=c) -> replace(a, c=c)", "replace(a, b=b, c=c) -> replace(a, b=b)"],
        ),
        ("x = a > 2.0", ["a > 2.0 -> a >= 2.0", "a > 2.0 -> a > 3.0", "a > 2.0 -> a > 1.0"]),
        (
            "x = a or 0.0",
            ["a or 0.0 -> a and 0.0", "a or 0.0 -> False or 0.0", "a or 0.0 -> a or 1.0", "a or 0.0 -> a or -1.0"],
        ),
        ('"""What it does."""\nassert a > 0', []),
        ("x = zip(a, b, strict=True)", []),
    ],
)
def test_a_statement_is_changed_in_every_way_that_may_matter(body, expected):
    assert changes(body) == expected


def test_each_case_of_a_match_is_left_out_once():
    assert changes("match a:\n    case 'x':\n        pass\n    case _:\n        pass") == [
        "case 'x' -> pass",
        "case _ -> pass",
    ]


def test_equal_changes_of_one_function_are_numbered():
    assert changes("x = a < b\ny = a < b") == ["a < b -> a <= b", "a < b -> a <= b (2)"]


def test_constants_are_changed_and_what_only_the_type_checker_reads_is_not():
    source = "FLOOR = 90.0\nPair = tuple[1, 2]\nif TYPE_CHECKING:\n    OTHER = 3\ndef rule(a: L[1]) -> L[2]: ...\n"
    assert [mutant.name for mutant in mutants_of("rule.py", source)] == [
        "rule.py module: FLOOR = 90.0 -> FLOOR = 135.0",
        "rule.py module: FLOOR = 90.0 -> FLOOR = 45.0",
    ]


def test_only_one_thing_is_changed_in_the_tree(tmp_path):
    source = "def rule(a, b):\n    if a < b:\n        return a - 1\n    return min(a, b)\n"
    path = tmp_path / "rule.py"
    path.write_text(source)
    made = [ast.unparse(mutated(path, mutant.place)) + "\n" for mutant in mutants_of("rule.py", source)]
    assert len(set(made)) == len(made) > 5
    for text in made:
        compile(text, "rule.py", "exec")
        assert sum(new != old for new, old in zip(text.splitlines(), source.splitlines(), strict=True)) == 1
