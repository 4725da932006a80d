"""Starts the program of the package: its own folders first, the packages for this Python next, then Debian's.

`start.py user USER ARGUMENT...` runs it as this user (root only); `start.py program ARGUMENT...` as who is there;
`start.py phones ARGUMENT...` starts the server for telephones alone, `start.py hall ARGUMENT...` what tells a hall.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN = (HERE / "common", HERE / f"python{sys.version_info.major}.{sys.version_info.minor}")

if __name__ == "__main__":
    if not OWN[1].is_dir():
        sys.exit(f"wondertable: the package holds nothing for Python {sys.version_info.major}.{sys.version_info.minor}")
    sys.path[0:0] = [str(folder) for folder in OWN]
    kind, *rest = sys.argv[1:]
    if kind == "user":
        from device.as_user import main_as

        sys.exit(main_as(rest[0], rest[1:]))
    if kind == "phones":
        from device.features.telephones.server.__main__ import main as serve

        sys.exit(serve(rest))
    if kind == "hall":
        from device.features.hall.publisher.__main__ import main as publish

        sys.exit(publish(rest))
    from device.command_line import main

    sys.exit(main(rest))
