"""Settings of a hall with many tables: the section `[hall]`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class HallSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the settings files."""

    broker: Annotated[str, Meta(pattern=r"^(mqtts?://\S+)?\Z")] = ""
    """mqtt:// or mqtts:// and a host; "": none, and nothing is told to anybody."""
    user: str = ""
    """The table's account at the broker."""
    password_file: str = ""
    ca_file: str = ""
    """Certificates (PEM) that the broker's is checked against; "": the system's."""
    key_file: str = ""
    """A file with the key by which the table signs its sheets; "": it does not."""
    table: Annotated[str, Meta(pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]{0,31})?\Z")] = ""
    """What the table is called; "": as its account (`user`), or as the machine."""
    names: bool = False
    """Players' names are told, too."""
    prefix: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,32}\Z")] = "wondertable"
    """The first level of every topic."""
    discovery: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,32}\Z")] = "homeassistant"
    """The prefix under which Home Assistant looks; "": none."""
