"""`python -I -m device.as_user USER ARGUMENT...`: the program `wondertable` as this user; for root only."""

import sys
from collections.abc import Sequence

from device.caller import run_as


def _main(arguments: Sequence[str]) -> int:
    from device.command_line import main  # noqa: PLC0415  whatever it opens, root does not open it

    return main(arguments)


def main_as(user: str, arguments: Sequence[str]) -> int:
    """The program as this user. Returns its exit status. Only root may call this."""
    return run_as(user, arguments, _main)


if __name__ == "__main__":
    sys.exit(main_as(sys.argv[1], sys.argv[2:]))
