"""Names that count as other names: a small file beside the journal, which itself stays as it was played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from device.for_features.errors import RenameError
from device.for_features.reports.written_files import keep_file
from device.for_features.statistics.player_merging import folded, merged_names
from device.untrusted import NotUnderstoodError, read_json

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

RENAMES = "players.json"
"""The file's name in the state directory."""


def stored_renames(path: Path) -> dict[str, str]:
    """A name -> the one that it counts as; empty if there is no such file.

    Raises:
        RenameError: the file holds something else.
    """
    try:
        return read_json(path.read_bytes(), dict[str, str])
    except FileNotFoundError:
        return {}
    except (OSError, NotUnderstoodError) as problem:
        raise RenameError("renames_unreadable", path=str(path)) from problem


def with_renames(renames: dict[str, str], wanted: Iterable[str]) -> dict[str, str]:
    """The renames after more of them, each as "OLD=NEW"; "OLD=" takes one back.

    Where NEW has counted as OLD, it counts as itself from now on, so that OLD can count as NEW.

    Raises:
        RenameError: one of them has another form.
    """
    found = dict(renames)
    for text in wanted:
        old, equals, new = (part.strip() for part in text.partition("="))
        if not old or not equals:
            raise RenameError("rename_form", text=text)
        found = _without(found, old)
        if new and folded(new) != folded(old):
            if folded(merged_names([new], found)[new]) == folded(old):
                found = _without(found, new)
            found[old] = new
    return found


def _without(renames: dict[str, str], name: str) -> dict[str, str]:
    return {old: new for old, new in renames.items() if folded(old) != folded(name)}


def store_renames(path: Path, renames: dict[str, str]) -> None:
    """Raises `OutputFileError` if the file cannot be written."""
    keep_file(path, msgspec.json.format(msgspec.json.encode(renames), indent=2))
