"""Reads bytes that somebody else has written: the only place that decodes JSON and TOML from outside.

Whatever the bytes are, there are two outcomes: a value of the wanted shape, or `NotUnderstoodError`. Where they come
over a line, a `Boundary` also limits their length, counts what it refuses and names it in the log, a line a minute.
"""

import logging
import time
import tomllib
from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, Generic, TypeVar, cast

import msgspec

LOGGED_EVERY = 60.0
"""s between two lines of the log about one boundary."""
LONGEST_REASON = 160
Shape = TypeVar("Shape")


class NotUnderstoodError(ValueError):
    """The bytes are not what belongs there. Its text says why, in one line of printable letters."""

    def __init__(self, why: object) -> None:
        text = "".join(sign if sign.isprintable() else " " for sign in str(why))
        super().__init__(text[:LONGEST_REASON])


def read_json(data: bytes | str, shape: type[Shape]) -> Shape:
    """The value that this JSON says. Raises `NotUnderstoodError` for anything else."""
    try:
        value: Shape = _decoder(cast("Hashable", shape)).decode(data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as problem:
        raise NotUnderstoodError(problem) from problem
    return value


def read_toml(data: bytes) -> dict[str, Any]:
    """The tables of this TOML file. Raises `NotUnderstoodError` for anything else."""
    try:
        return tomllib.loads(data.decode())
    except (ValueError, RecursionError) as problem:
        raise NotUnderstoodError(problem) from problem


@cache
def _decoder(shape: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(shape)


class Boundary(Generic[Shape]):
    """A place at which JSON of one shape comes in, in pieces of at most `longest` bytes."""

    def __init__(self, name: str, shape: Any, longest: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.name, self._shape, self._longest, self._clock = name, shape, longest, clock
        self.refused = 0
        """How many pieces were not what belongs there."""
        self._logged, self._logged_at = 0, float("-inf")

    def read(self, data: bytes) -> Shape:
        """What a piece says. Raises `NotUnderstoodError`, which is counted and named."""
        try:
            if len(data) > self._longest:
                raise NotUnderstoodError(f"{len(data)} bytes; at most {self._longest}")  # noqa: TRY301  one way out
            value: Shape = read_json(data, self._shape)
        except NotUnderstoodError as problem:
            self.refuse(problem)
            raise
        return value

    def refuse(self, why: object) -> None:
        """Count and name what does not belong there for a reason that the shape does not say."""
        self.refused += 1
        now = self._clock()
        if now - self._logged_at >= LOGGED_EVERY:
            count, self._logged, self._logged_at = self.refused - self._logged, self.refused, now
            said = NotUnderstoodError(why)
            logging.getLogger(__name__).warning("%s: %d refused; the last one: %s", self.name, count, said)
