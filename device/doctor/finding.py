"""A finding: one line of the doctor's report."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True)
class Finding:
    """What was checked, what was found, whether that is good, and if not, what to do.

    `what`, `found` and `advice` are catalogue keys, `values` fills in all three.
    """

    what: str
    found: str
    good: bool
    advice: str | None = None
    values: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def finding(what: str, found: str, advice: str | None = None, /, *, good: bool, **values: object) -> Finding:
    """A finding from short keys: "camera", "size" become "doctor.camera", "doctor.camera.size".

    The advice is dropped if the finding is good.
    """
    key = f"doctor.{what}"
    return Finding(key, f"{key}.{found}", good, f"doctor.advice.{advice}" if advice and not good else None, values)
