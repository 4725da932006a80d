"""What a city can produce, and what of a cost it leaves open (rulebook "Produzione").

The same units are the same object as long as it is in use often, and every object remembers what it has worked out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, final

from engine.resources import FIELD, ONE, RESOURCES, Bundle, kinds, smallest

DONE: Final = (0,)
ANYTHING: Final = RESOURCES
"""A unit that may be whatever is needed."""


@final
class Goods:
    """Units of production, each one resource out of its letters per turn. Made by `goods`, which remembers them."""

    __slots__ = ("_left_open", "_parts", "choices", "fixed", "units")

    def __init__(self, units: tuple[str, ...]) -> None:
        self.units = units
        self.fixed = sum(ONE[unit] for unit in units if len(unit) == 1)
        self.choices = tuple(tuple(ONE[letter] for letter in unit) for unit in units if len(unit) > 1)
        self._left_open: dict[Bundle, tuple[Bundle, ...]] = {}
        self._parts: dict[Bundle, frozenset[Bundle]] = {}

    def __repr__(self) -> str:
        return f"goods{self.units}"

    def __reduce__(self) -> tuple[object, tuple[tuple[str, ...]]]:
        return goods, (self.units,)

    def left_open(self, cost: Bundle) -> tuple[Bundle, ...]:
        """Every smallest bundle of `cost` that is still missing after producing as much as possible; (0,): nothing."""
        known = self._left_open.get(cost)
        if known is None:
            known = self._left_open[cost] = self._work_out(cost)
        return known

    def covers(self, cost: Bundle) -> bool:
        """Whether the units can produce all of it in one turn."""
        return self.left_open(cost) == DONE

    def parts(self, wanted: Bundle) -> frozenset[Bundle]:
        """Every bundle inside `wanted` that the units can produce in one turn, the empty one too."""
        known = self._parts.get(wanted)
        if known is None:
            known = self._parts[wanted] = frozenset(self._reachable(wanted))
        return known

    def plus(self, units: tuple[str, ...]) -> Goods:
        """These units and more."""
        return goods(self.units + units)

    def _reachable(self, wanted: Bundle) -> set[Bundle]:
        states = {0}
        for one in kinds(wanted):
            field = FIELD * one
            most = min(wanted & field, self.fixed & field)
            if most:
                states = {state + more for state in states for more in range(0, most + 1, one)}
        for choice in self.choices:
            useful = [(one, FIELD * one) for one in choice if wanted & FIELD * one]
            states |= {state + one for state in states for one, field in useful if state & field < wanted & field}
        return states

    def _work_out(self, cost: Bundle) -> tuple[Bundle, ...]:
        missing = cost
        for one in kinds(cost):
            field = FIELD * one
            missing -= min(cost & field, self.fixed & field)
        states = {missing}
        for choice in self.choices if missing else ():
            states = {after for state in states for after in _use(choice, state)}
        return (*smallest(states),) if len(states) > 1 else tuple(states)


def _use(choice: tuple[Bundle, ...], state: Bundle) -> list[Bundle]:
    return [state - one for one in choice if state & FIELD * one] or [state]


def goods(units: tuple[str, ...]) -> Goods:
    """The goods of these units, in any order."""
    return _interned(tuple(sorted(units)))


@lru_cache(maxsize=1 << 15)
def _interned(units: tuple[str, ...]) -> Goods:
    return Goods(units)


def forget() -> None:
    """Forget all goods that were made before, and what they have worked out."""
    _interned.cache_clear()


NO_GOODS = goods(())
