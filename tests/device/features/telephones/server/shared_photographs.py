"""Scores photographs by the telephones' page and by the command.

`python -m tests.device.features.telephones.server.shared_photographs DIR`

Each JPEG of the folder goes through the page's requests and through `wondertable score`. Coins are made up, conflict
tokens are what the shields give. Exits with 1 if any row differs.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.command_line import main as wondertable
from tests.device.features.telephones.server.served import served
from tests.device.features.telephones.server.test_photograph_pages import read, send, sheet

if TYPE_CHECKING:
    from tests.device.features.telephones.server.served import ServedTable


def by_page(site: ServedTable, photograph: Path) -> tuple[dict[str, Any], list[str]]:
    """What the page hears in the end, and the command's options for the same coins and tokens."""
    name = send(site, photograph.read_bytes())["photograph"]
    read(site, name)
    seen = sheet(site, name)
    cities = [city for seat, city in enumerate(seen.get("cities", ())) if seat != seen.get("free_city")]
    coins = {city["wonder"]: 3 + number for number, city in enumerate(cities)}
    tokens: dict[str, Any] = {city["wonder"]: city["shields"] for city in cities}
    found = sheet(site, name, coins=coins, tokens=tokens)
    while found.get("each"):
        tokens |= {wonder: sets[0] for wonder, sets in found["each"].items()}
        found = sheet(site, name, coins=coins, tokens=tokens)
    lists = [",".join(f"{wonder}={typed(one)}" for wonder, one in values.items()) for values in (coins, tokens)]
    return found, ["--coins", lists[0], "--conflicts", lists[1]] if coins else []


def typed(value: int | list[int]) -> str:
    """Tokens as the command takes them."""
    return str(value) if isinstance(value, int) else "+".join(map(str, [*value, 0])).replace("+-", "-")


def by_command(photograph: Path, options: list[str]) -> Any:
    """The rows that the command prints; None if it gives no score."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        wondertable(["score", "--json", str(photograph), *options])
    return json.loads(out.getvalue())["seats"] if out.getvalue() else None


def main(folder: Path) -> int:
    """Print a line for each photograph."""
    same, photographs = 0, sorted(folder.glob("*.jpg"))
    with served() as site:
        for photograph in photographs:
            found, options = by_page(site, photograph)
            rows = by_command(photograph, options)
            alike = found.get("seats") == rows
            same += alike
            totals = [row["score"]["total"] for row in rows or () if row["score"]]
            said = totals or found["contradictions"]
            sys.stdout.write(f"{photograph.name}: {'same' if alike else 'DIFFERENT'} {said}\n")
    sys.stdout.write(f"{same} of {len(photographs)} the same\n")
    return int(same < len(photographs))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
