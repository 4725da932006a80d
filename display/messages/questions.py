"""What the umpire says of a turn that is still open: plans, questions, notices."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine import Payment

NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Plan:
    """What was seen of a seat's turn; nothing of it is booked yet.

    `do` is a word of the record (build, stage, discard, build_from_discard); `ways` counts the ways it could be paid,
    `chosen` is the index of the one that stands. `exception`: the rules forbid it, and somebody insisted.
    """

    do: str
    card: str | None = None
    stage: int | None = None
    payment: Payment | None = None
    ways: int = 1
    chosen: int = 0
    exception: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt. `kind` and each of `choices` are keys: `question.<kind>`, `question.<kind>.help`, `choice.<choice>`.

    A choice may carry a card, a number or a wonder behind a colon: `card:palace`, `wonder:giza`, `way:2:0` (coins left,
    right). `chosen` is the default, which stands if nobody answers.
    """

    seat: int | None
    kind: str
    placeholders: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    choices: tuple[str, ...] = ()
    chosen: int = 0


@dataclass(frozen=True, slots=True)
class Notice:
    """A calm remark, at a seat or at the whole table: `key` (a whole catalogue key) and what fills it in."""

    key: str
    placeholders: Mapping[str, object] = field(default_factory=lambda: NOTHING)
    seat: int | None = None
    lasting: bool = False
    """It stands for as long as it is so: what waits for somebody has its place first."""
