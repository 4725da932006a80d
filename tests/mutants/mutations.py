"""Small changes to a module's source, which a test should notice."""

from __future__ import annotations

import ast
import copy
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.USub: ast.UAdd,
}
FUNCTIONS = {"min": "max", "max": "min", "any": "all", "all": "any"}
NOT_MUTATED = {"annotation", "returns", "decorator_list", "type_params", "bases"}
"""Fields of the syntax tree that say nothing about what happens, or that break every import."""
CONDITIONS = (ast.If, ast.IfExp, ast.While)
SAME_NEGATED = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons whose negation is another comparison, which is tried anyway."""
SHOWN_WITHIN = (ast.Constant, ast.Name, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
"""What says nothing without the expression around it."""
REMOVABLE = (ast.Expr, ast.AugAssign, ast.Raise, ast.Delete, ast.Continue, ast.Break)


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the function, the expression before and after, and the lines it concerns.

    `number` counts equal changes in one function from 1, so that the name stays the same when lines move.
    """

    path: str
    function: str
    before: str
    after: str
    number: int
    lines: range
    place: int
    """The position among all changes of the file."""

    @property
    def name(self) -> str:
        """What identifies the mutant in results and in the list of equivalent ones."""
        nth = f" ({self.number})" if self.number > 1 else ""
        return f"{self.path} {self.function}: {self.before} -> {self.after}{nth}"


class Changes(ast.NodeVisitor):
    """Finds what can be changed; `self.found` holds (function, statement, before, after, change) in source order.

    `change` alters the tree in place; `before` and `after` show the smallest expression that makes it understandable.
    """

    def __init__(self) -> None:
        self.found: list[tuple[str, range, str, str, tuple[ast.AST, str, int | None, ast.AST]]] = []
        self.function: list[str] = []
        self.lines = range(0)

    def generic_visit(self, node: ast.AST) -> None:
        lines = self.lines
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
            self.lines = range(node.lineno, max(last, node.lineno) + 1)
        named = isinstance(node, (ast.FunctionDef, ast.ClassDef))
        if named:
            self.function.append(node.name)
        for field, value in ast.iter_fields(node):
            if field in NOT_MUTATED:
                continue
            for index, child in enumerate(value if isinstance(value, list) else [value]):
                if isinstance(child, ast.AST) and not self._is_silent(node, child):
                    at = index if isinstance(value, list) else None
                    for mutated in replacements(node, field, child):
                        self._note(node, field, at, child, mutated)
                    if isinstance(node, ast.Match) and field == "cases" and len(node.cases) > 1:
                        self._note(node, field, at, child, ast.Pass())
                    self.visit(child)
        if named:
            self.function.pop()
        self.lines = lines

    @staticmethod
    def _is_silent(parent: ast.AST, node: ast.AST) -> bool:
        """Docstrings, assertions (also `strict` of `zip`), type aliases and what only the type checker reads."""
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name):
            return node.test.id == "TYPE_CHECKING"
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return True
        if isinstance(parent, (ast.Module, ast.ClassDef)) and isinstance(node, ast.Assign):
            target = node.targets[0]
            return isinstance(target, ast.Name) and (target.id == "__all__" or not target.id.isupper())
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return True
        return isinstance(node, (ast.Assert, ast.Import, ast.ImportFrom))

    def _note(self, parent: ast.AST, field: str, index: int | None, node: ast.AST, mutated: ast.AST) -> None:
        """Record a change; a constant, a name or an operator is shown within the expression around it."""
        shown = parent if isinstance(parent, ast.Return) or isinstance(node, SHOWN_WITHIN) else node
        before = brief(shown)
        put(parent, field, index, mutated)
        after = "pass" if isinstance(mutated, ast.Pass) else brief(shown if shown is not node else mutated)
        put(parent, field, index, node)
        lines = self.lines
        if isinstance(node, ast.stmt):
            lines = range(node.lineno, node.lineno + 1)
        change = (parent, field, index, mutated)
        self.found.append((".".join(self.function) or "module", lines, before, after, change))


def brief(node: ast.AST) -> str:
    """The source of a node on one line; of a statement with a body, only what comes before the body."""
    if isinstance(node, (ast.If, ast.While)):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    if isinstance(node, ast.match_case):
        return f"case {ast.unparse(node.pattern)}"
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return f"{node.name} {ast.unparse(node.args)}" if isinstance(node, ast.FunctionDef) else node.name
    return " ".join(ast.unparse(node).split())


def replacements(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST]:
    """What a node is replaced by, one after the other."""
    if type(node) in OPERATORS:
        yield OPERATORS[type(node)]()
    elif isinstance(node, ast.Constant) and not isinstance(parent, ast.Expr):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, (int, float)):
            yield ast.Constant(node.value + 1)
            yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.Name) and field == "func" and node.id in FUNCTIONS:
        yield ast.Name(FUNCTIONS[node.id], ast.Load())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, REMOVABLE):
        yield ast.Pass()
    if (field == "test" and isinstance(parent, CONDITIONS)) or (field == "ifs" and isinstance(node, ast.expr)):
        yield from negated(node)
    if isinstance(parent, ast.Return) and isinstance(node, ast.expr):
        if not (isinstance(node, ast.Constant) and (node.value is None or node.value is False)):
            yield ast.Constant(None)
        if isinstance(node, (ast.Compare, ast.BoolOp)) or (
            isinstance(node, ast.Call) and brief(node.func) in FUNCTIONS
        ):
            yield from negated(node)


def negated(node: ast.expr) -> Iterator[ast.expr]:
    """The opposite of a condition, unless another change makes it already."""
    already = isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], SAME_NEGATED)
    if not already and not isinstance(node, ast.UnaryOp):
        yield ast.UnaryOp(ast.Not(), node)


def put(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    """Put a node in a place of the tree; a case of `match` that becomes `pass` never matches."""
    if isinstance(parent, ast.Match) and field == "cases" and index is not None:
        case = parent.cases[index]
        if isinstance(node, ast.Pass):
            never = copy.copy(case)
            never.guard = ast.Constant(False)
            parent.cases[index] = never
        else:
            parent.cases[index] = node
    elif index is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[index] = node


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file."""
    changes = Changes()
    changes.visit(ast.parse(source))
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for place, (function, lines, before, after, _) in enumerate(changes.found):
        seen[function, before, after] += 1
        found.append(Mutant(path, function, before, after, seen[function, before, after], lines, place))
    return found


def mutated(path: Path, place: int) -> ast.Module:
    """The syntax tree of a file with one change made."""
    tree = ast.parse(path.read_text("utf-8"))
    changes = Changes()
    changes.visit(tree)
    put(*changes.found[place][-1])
    return ast.fix_missing_locations(tree)
