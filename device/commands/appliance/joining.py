"""Says where telephones join, where no screen shows it."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from device.durable_file import make_folder, write_durably

if TYPE_CHECKING:
    from pathlib import Path

    from device.reporting.output import Output

FILE = "phones-address.txt"
"""In the state directory, for this user only."""


def tell_where_to_join(address: str, output: Output, folder: Path) -> None:
    """Print the address on a terminal, as a screen would show it.

    It holds the secret of the evening, which no log may keep: where standard error is a pipe, a file or the system's
    journal, the address goes to a file in `folder`, and only the name of that file is printed.
    """
    if sys.stderr.isatty():
        output.complain("phones.address", address=address)
        return
    try:
        make_folder(folder)
        write_durably(folder / FILE, f"{address}\n".encode(), mode=0o600)
    except OSError as problem:
        output.complain("phones.address_not_kept", path=folder / FILE, reason=problem.strerror or str(problem))
    else:
        output.complain("phones.address_kept", path=folder / FILE)


def forget_where_to_join(folder: Path) -> None:
    """Remove the file, if there is one: nobody can join any more."""
    with suppress(OSError):
        (folder / FILE).unlink()
