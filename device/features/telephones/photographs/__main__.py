"""`... -m device.features.telephones.photographs picture|cards|score`: standard input in, one JSON object out."""

from __future__ import annotations

import argparse
import os
import sys
from mmap import PROT_READ, mmap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from device.errors import SettingsError
from device.features.telephones.photographs.confinement import FOR_CARDS, MEMORY, confine
from device.features.telephones.photographs.picture import RefusedPictureError, card_reader, picture_reader
from device.features.telephones.photographs.score import ScoreRequest, answer
from device.for_features.system_calls import end_with_parent
from device.settings.settings import load_settings, read_settings
from device.untrusted import read_json
from vision.kit.codebook import Codebook

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from device.settings.settings import TableSettings

LONGEST_REQUEST = 1 << 22
"""Bytes of the readings of a table's photographs."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Read a photograph of a table (`picture`) or of a turn's cards (`cards`), or score what several show (`score`)."""
    parser = argparse.ArgumentParser(prog="wondertable photographs", description="Reads photographs from telephones.")
    parser.add_argument("job", choices=("picture", "cards", "score"))
    parser.add_argument("--config", type=Path, help="settings file")
    parser.add_argument(
        "--kit", choices=("fiducial", "qr", "both", "art"), help="kind of stickers; default: from the settings"
    )
    parser.add_argument("--pictures", type=Path, default=Path(), help="the owner's pictures of his cards")
    parser.add_argument("--parent", type=int, help="the process that has started this one, which ends with it")
    args = parser.parse_args(arguments)
    if args.parent:
        end_with_parent(args.parent)
    match args.job:
        case "picture":
            found = _read_picture(lambda: picture_reader(_table(args)))
        case "cards":
            found = _read_picture(lambda: card_reader(args.pictures), MEMORY + FOR_CARDS)
        case _:
            found = _score()
    sys.stdout.buffer.write(msgspec.json.encode(found))
    sys.stdout.buffer.flush()
    return 0


def _table(args: argparse.Namespace) -> TableSettings:
    """The kit, as `wondertable score` takes it from the settings; a damaged file counts as none."""
    try:
        table = load_settings(args.config).table
    except SettingsError:
        table = read_settings(()).table
    return msgspec.structs.replace(table, kit=args.kit) if args.kit else table


def _read_picture(load: Callable[[], Callable[[NDArray[np.uint8]], Any]], memory: int = MEMORY) -> Any:
    if not os.fstat(0).st_size:
        return {"refused": "photo_unknown"}
    read = load()
    with mmap(0, 0, prot=PROT_READ) as sent:
        confine(memory)
        try:
            return {"reading": read(np.frombuffer(bytes(sent), np.uint8))}
        except RefusedPictureError as refusal:
            return {"refused": str(refusal)}


def _score() -> Any:
    codebook = Codebook.load()
    confine()
    data = sys.stdin.buffer.read(LONGEST_REQUEST + 1)
    return answer(read_json(data, ScoreRequest), codebook)


if __name__ == "__main__":
    sys.exit(main())
