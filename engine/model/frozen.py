"""Copies of frozen values with other fields, made fast: a random game makes about 200 of them.

Measured by `python -m tests.engine.bench` ("replace_over_evolve"): `dataclasses.replace` takes about five times as long
for a game, because it calls `__init__`, which sets every field through `object.__setattr__`.
"""

from __future__ import annotations

from typing import TypeVar

Value = TypeVar("Value")
_new, _set = object.__new__, object.__setattr__


def evolve(value: Value, **changes: object) -> Value:
    """A copy of a frozen dataclass with other fields; only for classes without slots and `__post_init__`."""
    copy = _new(value.__class__)
    _set(copy, "__dict__", value.__dict__ | changes)
    return copy
