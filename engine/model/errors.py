"""What can go wrong: a key and its placeholders. The words are the display's business."""

from collections.abc import Mapping
from dataclasses import dataclass, field


class WondertableError(Exception):
    """Root of everything this project raises on purpose.

    `key` names the message in the language catalogues, `placeholders` fill it in.
    """

    def __init__(self, key: str, **placeholders: object) -> None:
        super().__init__(key, placeholders)
        self.key = key
        self.placeholders = placeholders

    def __reduce__(self) -> tuple[object, ...]:
        """Errors can be sent to another process."""
        return _rebuilt, (self.__class__, self.args, self.__dict__)


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is wrong with an action: a key and what fills it in."""

    key: str
    placeholders: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        """Key and placeholders, for logs and tests."""
        inside = ", ".join(f"{name}={value}" for name, value in self.placeholders.items())
        return f"{self.key}({inside})" if inside else self.key


def reason(key: str, **placeholders: object) -> Reason:
    """A reason, written short."""
    return Reason(key, placeholders)


def _rebuilt(kind: type[WondertableError], args: tuple[object, ...], fields: dict[str, object]) -> WondertableError:
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class IllegalAction(WondertableError, ValueError):  # noqa: N818  what it says is an action's quality
    """The rules forbid the action; `reasons` are all of them at once."""

    def __init__(self, action: object, reasons: tuple[Reason, ...]) -> None:
        self.key, self.placeholders = "illegal_action", {"action": action, "reasons": reasons}
        self.action = action
        self.reasons = reasons

    def __str__(self) -> str:
        """The action and every reason against it."""
        return f"{self.action}: {'; '.join(map(str, self.reasons))}"


class UnknownName(WondertableError, LookupError):  # noqa: N818  it names what is unknown
    """A card, wonder or anything else that is not in the catalogue."""


class ImpossibleSetup(WondertableError, ValueError):  # noqa: N818  so is the set-up
    """Seats that no game can be played with."""


class ImpossiblePosition(ImpossibleSetup):
    """A position that no game can come to; `reasons` are all of them at once."""

    def __init__(self, reasons: tuple[Reason, ...]) -> None:
        self.key, self.placeholders = "impossible_position", {"reasons": reasons}
        self.reasons = reasons

    def __str__(self) -> str:
        """Every reason against the position."""
        return "; ".join(map(str, self.reasons))


class RecordError(WondertableError, ValueError):
    """A record that cannot be read; `line` counts from 1."""

    def __init__(self, line: int, key: str, **placeholders: object) -> None:
        super().__init__(key, line=line, **placeholders)
        self.line = line


class DataError(WondertableError, ValueError):
    """A data file that does not hold what it should."""
