"""The printed kits of a release: each is asked for once, and all have checksums."""

from __future__ import annotations

import subprocess
from pathlib import Path

from device.command_line import _parser
from device.features.kit_printing import stickers

SCRIPT = Path(__file__).parents[2] / "systemd" / "kits.sh"
STAND_IN = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/asked"
for word; do case $word in *.pdf) echo "$word" > "$word";; esac; done
"""


def test_kits_of_both_editions_and_papers_are_written_with_checksums(tmp_path):
    wondertable, folder = tmp_path / "wondertable", tmp_path / "kits"
    wondertable.write_text(STAND_IN)
    wondertable.chmod(0o755)
    subprocess.run(["sh", str(SCRIPT), str(wondertable), str(folder)], check=True)
    files = {path.stem.removeprefix("wondertable-kit-") for path in folder.glob("*.pdf")}
    for edition in ("first", "second"):
        for paper in ("a4", "letter"):
            names = (f"{edition}-four-players-{paper}", f"{edition}-{paper}", f"{edition}-{paper}-without-backs")
            assert set(names) <= files
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder, check=True)
    asked = (tmp_path / "asked").read_text().splitlines()
    assert len(asked) == len(files)
    for line in asked:
        assert _parser().parse_args(line.split()).run is stickers.run, "the program knows these options"
