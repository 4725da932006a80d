"""Frozen values, and how to make them quickly: a game makes thousands."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any, TypeVar

Value = TypeVar("Value")
_new, _set = object.__new__, object.__setattr__  # looking them up in `object` costs a fifth of `evolve`


def evolve(value: Value, **changes: object) -> Value:
    """A copy of a frozen dataclass (no slots, no __post_init__) with other fields: `replace` in a tenth of the time."""
    new = _new(value.__class__)
    _set(new, "__dict__", value.__dict__ | changes)
    return new


def quick(frozen: type[Value]) -> type[Value]:
    """Let a frozen dataclass with slots and plain defaults write its slots directly, which halves the time to make one.

    Its own `__init__` looks `object.__setattr__` up for every field, and that looks up the slot.
    """
    described: Any = fields(frozen)  # type: ignore[arg-type]
    setters = {f"set_{one.name}": getattr(frozen, one.name).__set__ for one in described}
    defaults = {f"default_{one.name}": one.default for one in described if one.default is not MISSING}
    parameters = [one.name if one.default is MISSING else f"{one.name}=default_{one.name}" for one in described]
    lines = [
        f"def __init__(self, {', '.join(parameters)}):",
        *(f" set_{one.name}(self, {one.name})" for one in described),
    ]
    made: dict[str, Any] = {}
    exec("\n".join(lines), setters | defaults, made)  # as dataclasses itself does
    frozen.__init__ = made["__init__"]  # type: ignore[method-assign]
    return frozen
