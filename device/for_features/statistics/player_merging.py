"""Spellings of one player's name that count as one player."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def folded(name: str) -> str:
    """The name without what differs by accident: capitals, blanks, the way in which accents are stored."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def merged_names(names: Iterable[str], renamed: Mapping[str, str]) -> dict[str, str]:
    """Each spelling -> the name under which it is counted.

    Args:
        names: as they were given, the oldest first, as often as they were played with.
        renamed: a name -> the one that it counts as; may lead on to others. A circle ends where it began.

    Of several spellings that only differ by accident the most frequent one is shown, then the latest.
    """
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    latest: dict[str, int] = {}
    for place, name in enumerate(names):
        spellings[folded(name)][name.strip()] += 1
        latest[name.strip()] = place
    shown = {fold: max(counts, key=lambda name: (counts[name], latest[name])) for fold, counts in spellings.items()}
    leads = {folded(name): other.strip() for name, other in renamed.items() if other.strip()}
    return {name: _target(name, leads, shown) for counts in spellings.values() for name in counts}


def _target(name: str, leads: Mapping[str, str], shown: Mapping[str, str]) -> str:
    fold, passed, wanted = folded(name), set(), ""
    while fold in leads and fold not in passed:
        passed.add(fold)
        wanted = leads[fold]
        fold = folded(wanted)
    return shown.get(fold, wanted or name)
