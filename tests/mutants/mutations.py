"""Small changes to a module's source, which a test should notice."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from itertools import islice
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
NOT_CHANGED = {"annotation", "returns", "decorator_list", "type_params", "bases"}
"""Fields of the syntax tree that say nothing about what happens, or that break every import."""
CONDITIONS = (ast.If, ast.IfExp, ast.While)
SAME_NEGATED = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons whose negation is another comparison, which is tried anyway."""
SHOWN_WITHIN = (ast.Constant, ast.Name, ast.keyword, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
"""What says nothing without the expression around it."""
REMOVABLE = (ast.Expr, ast.AugAssign, ast.Raise, ast.Delete, ast.Continue, ast.Break)
"""Statements that can be left out, beside assignments to something that is there already."""
HALF = 0.5
"""A number with a fraction, mostly a time in seconds, is changed by this part of itself."""


@dataclass(frozen=True)
class Mutant:
    """One change: the file, the function, the expression before and after, and the lines it concerns."""

    path: str
    function: str
    before: str
    after: str
    lines: range
    place: int
    """The position among all changes of the file."""
    number: int
    """Counts equal changes in one function from 1, so that the name stays the same when lines move."""

    @property
    def name(self) -> str:
        """What identifies the mutant in results and in the list of equivalent ones."""
        nth = f" ({self.number})" if self.number > 1 else ""
        return f"{self.path} {self.function}: {self.before} -> {self.after}{nth}"


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Every mutant of a file."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for place, (lines, *change) in enumerate(changes(ast.parse(source))):
        function, before, after = change
        seen[function, before, after] += 1
        found.append(Mutant(path, function, before, after, lines, place, seen[function, before, after]))
    return found


def mutated(path: Path, place: int) -> ast.Module:
    """The syntax tree of a file with one change made."""
    tree = ast.parse(path.read_text("utf-8"))
    next(islice(changes(tree), place, None))  # the change is taken back only when the next one is asked for
    return ast.fix_missing_locations(tree)


def changes(
    node: ast.AST, lines: range = range(0), function: tuple[str, ...] = ()
) -> Iterator[tuple[range, str, str, str]]:
    """Make one change after the other in a tree, each until the next one is asked for.

    Yields the lines it concerns, the function, and the smallest expression that shows it, before and after.
    """
    for field, value in ast.iter_fields(node):
        if field in NOT_CHANGED:
            continue
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if not isinstance(child, ast.AST) or is_silent(node, child):
                continue
            within = range(child.lineno, header_end(child) + 1) if isinstance(child, ast.stmt) else lines
            shown = node if isinstance(node, (ast.Return, ast.BoolOp)) or isinstance(child, SHOWN_WITHIN) else child
            before = brief(shown)
            for new in replacements(node, field, child):
                changed = [*children[:index], *([new] if new else []), *children[index + 1 :]]
                setattr(node, field, changed if isinstance(value, list) else new)
                after = (
                    "pass" if isinstance(new, (ast.Pass, ast.match_case)) else brief(new if shown is child else node)
                )
                yield (within if isinstance(new, ast.Pass) else lines), ".".join(function) or "module", before, after
                setattr(node, field, value)
            named = isinstance(child, (ast.FunctionDef, ast.ClassDef))
            yield from changes(child, within, (*function, child.name) if named else function)


def header_end(node: ast.stmt) -> int:
    """The last line of a statement, of one with a body the last before the body."""
    body = getattr(node, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno or node.lineno
    return max(last, node.lineno)


def is_silent(parent: ast.AST, node: ast.AST) -> bool:
    """True for docstrings, assertions (also `strict` of `zip`), type aliases and what only the type checker reads."""
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


def brief(node: ast.AST) -> str:
    """The source of a node on one line; of a statement with a body, only what comes before the body."""
    if isinstance(node, (ast.If, ast.While)):
        return f"{type(node).__name__.lower()} {ast.unparse(node.test)}"
    if isinstance(node, ast.match_case):
        return f"case {ast.unparse(node.pattern)}"
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return f"{node.name} {ast.unparse(node.args)}" if isinstance(node, ast.FunctionDef) else node.name
    return " ".join(ast.unparse(node).split())


def replacements(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.AST | None]:
    """What a node is replaced by, one after the other; None: it is left out."""
    if type(node) in OPERATORS:
        yield OPERATORS[type(node)]()
    elif isinstance(node, ast.Constant) and not isinstance(parent, ast.Expr):
        yield from map(ast.Constant, other_values(node.value))
    elif isinstance(node, ast.Name) and field == "func" and node.id in FUNCTIONS:
        yield ast.Name(FUNCTIONS[node.id], ast.Load())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, REMOVABLE) or (isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name)):
        yield ast.Pass()
    elif isinstance(node, ast.match_case) and isinstance(parent, ast.Match) and len(parent.cases) > 1:
        yield ast.match_case(node.pattern, ast.Constant(False), node.body)
    elif isinstance(node, ast.keyword) and isinstance(parent, ast.Call) and brief(parent.func) == "replace":
        yield None
    yield from other_conditions(parent, field, node)


def other_values(value: object) -> Iterator[object]:
    """What a constant is replaced by: neighbours of whole numbers; times half as long and half as long again."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, float) and value:
        yield value * (1 + HALF)
        yield value * (1 - HALF)
    elif isinstance(value, (int, float)):
        yield value + 1
        yield value - 1


def other_conditions(parent: ast.AST, field: str, node: ast.AST) -> Iterator[ast.expr]:
    """What an expression that decides is replaced by: its opposite, and nothing at all."""
    if not isinstance(node, ast.expr):
        return
    if isinstance(parent, ast.BoolOp):
        if not (isinstance(node, ast.Constant) and not node.value):  # `0.0` after `or` is as good as False
            yield ast.Constant(isinstance(parent.op, ast.And))
    elif field == "ifs":
        yield ast.Constant(True)
        yield from negated(node)
    elif field == "test" and isinstance(parent, CONDITIONS):
        yield from negated(node)
    elif isinstance(parent, ast.Return):
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
