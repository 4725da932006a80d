"""Tables sign their sheets, so that a hall believes neither the broker nor one table about another.

Each table shares a key with the hall, made when the hall is set up (`systemd/hall/accounts.sh`). The signature is an
HMAC (RFC 2104) of the whole message, which names table, game, seating, times and revision; it goes beside it.
"""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from device.for_features.errors import HallError
from device.for_features.hall.messages import MessageError, is_table_name

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

LONGEST_KEY = 1024
SHORTEST_KEY = 16
"""Bytes of a key's file that are read, and that it has to have."""
SIGNED = b"wondertable sheet 1\n"
"""Begins what is signed, so that a signature fits nothing else."""


def read_key(file: Path) -> bytes:
    """What stands in a key's file, without the end of the line.

    Raises:
        HallError: it cannot be read, or is too short to be a key.
    """
    try:
        with file.open("rb") as opened:
            key = opened.read(LONGEST_KEY).strip()
    except OSError as problem:
        raise HallError("hall_key", file=str(file), reason=problem.strerror or str(problem)) from problem
    if len(key) < SHORTEST_KEY:
        raise HallError("hall_key", file=str(file), reason=f"< {SHORTEST_KEY} bytes")
    return key


def read_keys(folder: Path) -> Mapping[str, bytes]:
    """The tables' keys: each is in a file that is called as the table.

    Raises:
        HallError: they cannot be read, or there are none.
    """
    try:
        files = sorted(file for file in folder.iterdir() if is_table_name(file.name))
    except OSError as problem:
        raise HallError("hall_key", file=str(folder), reason=problem.strerror or str(problem)) from problem
    if not files:
        raise HallError("hall_key", file=str(folder), reason="0")
    return {file.name: read_key(file) for file in files}


def signature(key: bytes, payload: bytes) -> str:
    """What a table sends beside a message."""
    return hmac.new(key, SIGNED + payload, "sha256").hexdigest()


def check_signature(keys: Mapping[str, bytes], table: str, payload: bytes, given: str) -> None:
    """Raises `MessageError` if this table has not signed this message."""
    if table not in keys:
        raise MessageError("hall_no_key")
    if not hmac.compare_digest(signature(keys[table], payload).encode(), given.encode("utf-8", "replace")):
        raise MessageError("hall_signature")
