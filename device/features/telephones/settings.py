"""Settings of telephones: the section `[phones]`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class PhoneSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the settings files."""

    on: bool = False
    """Telephones in the same Wi-Fi may read along; nothing listens otherwise."""
    enter: bool = False
    """They may enter what is played; without a camera nobody needs the keys."""
    port: Annotated[int, Meta(ge=1024, le=65_535)] = 8377
    """The TCP port of the pages."""
