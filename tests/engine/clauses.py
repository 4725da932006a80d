"""Lists which test proves which clause: `python -m tests.engine.clauses` lists the rulebooks' clauses and their tests.

Examples, clarifications and descriptions of every rulebook, the rulings where they differ or are silent, and known
mistakes of other implementations are in `tests/engine/data/clauses.json`. Tests name them, one or several:
`@pytest.mark.clause("trade/example-a")`.
"""

from __future__ import annotations

import ast
import json
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Clause:
    """A statement of the rulebooks in our words, with its section in each rulebook."""

    id: str
    rulebooks: dict[str, str]
    says: str


def clauses() -> tuple[Clause, ...]:
    """All clauses, in the order of the rulebooks."""
    return tuple(Clause(**row) for row in json.loads((HERE / "data" / "clauses.json").read_text("utf-8")))


def proofs() -> dict[str, list[str]]:
    """The tests that name a clause, by its id, as file::function."""
    found: dict[str, list[str]] = {}
    for path in sorted(HERE.rglob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                for clause in _marks(node):
                    found.setdefault(clause, []).append(f"{path.name}::{node.name}")
    return found


def _marks(test: ast.FunctionDef) -> list[str]:
    calls = [mark for mark in test.decorator_list if isinstance(mark, ast.Call)]
    marks = [mark for mark in calls if ast.unparse(mark.func) == "pytest.mark.clause"]
    return [ast.literal_eval(argument) for mark in marks for argument in mark.args]


def table() -> str:
    """Every clause with its place, its text and its tests; then the totals."""
    proved, lines = proofs(), []
    for clause in clauses():
        lines.append(f"{clause.id}: {clause.says}")
        lines += [f"    {rulebook}, “{section}”" for rulebook, section in clause.rulebooks.items()]
        lines += [f"  - {test}" for test in proved.get(clause.id, ["NOT PROVED"])]
    tests = {test for found in proved.values() for test in found}
    return "\n".join([*lines, f"{len(clauses())} clauses, {len(tests)} tests"])


if __name__ == "__main__":
    sys.stdout.write(table() + "\n")
