"""`wondertable read IMAGE...`: lists the stickers in pictures of a table."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from device.cameras import load_image
from device.commands.arguments import add_calibration, add_kit
from device.features.captures.replay import code_difference, picture_paths
from device.for_features.kit_wording import kit_wording
from device.for_features.photographs.hidden_boards import table_of
from device.perception.lens_calibration import lens_of
from vision.kit.codebook import Codebook, StickerKind
from vision.kit.symbols import Symbology
from vision.reading.reader import NOTHING_EXAMINED, Reader
from vision.reading.unread import unread_among
from vision.scene import Place
from vision.symbologies import beside_fiducials, of_kit
from vision.table.bend import bend_of, percent_of

if TYPE_CHECKING:
    import argparse

    from device.features.captures.replay import CodeDifference
    from device.reporting.output import Output
    from device.settings.settings import Settings
    from vision.sighting import Corners
    from vision.table.layout import LocatedSticker


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser(
        "read", help="list the stickers in pictures of a table or in a folder that `run --record` wrote"
    )
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE")
    add_kit(parser)
    add_calibration(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object per picture")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Read every picture; stop at the first unreadable one."""
    codebook, sizes = Codebook.load(), settings.table.kit_sizes()
    lens = lens_of(args.calibration, settings)
    kit = args.kit or settings.table.kit
    others = beside_fiducials(kit, codebook.codes)
    reader = Reader(codebook) if Symbology.FIDUCIAL in of_kit(kit) else None
    for path in picture_paths(args.images):
        image = load_image(path)
        examined = reader.examine(image) if reader else NOTHING_EXAMINED
        also = (seen for finder in others for seen in finder.look(image, thorough=True))
        sightings = (*examined.sightings, *also)
        measured = lens.of(image)
        bent = None if measured else bend_of(sightings, sizes, image.shape)
        located = table_of(sightings, codebook, sizes, measured or bent).locate(sightings)
        unread = unread_among(examined.doubtful, sightings)
        bend = percent_of(bent) if bent else 0
        then = code_difference(path, sightings)
        line = _line(path, located, codebook) | {"unread": [_rounded(corners) for corners in unread]}
        output.line(line | ({"bend": bend} if bend else {}) | (asdict(then) if then else {}))
        _tell(path, located, codebook, output)
        for corners in unread:
            x, y = corners.mean(axis=0).round().astype(int).tolist()
            output.say("read.unread", x=x, y=y)
        if bend:
            output.say("lens.bends", picture=str(path), percent=bend)
        if then:
            _compare(then, codebook, output)
    return 0


def _compare(then: CodeDifference, codebook: Codebook, output: Output) -> None:
    """Print how the stickers differ from those that were read when the picture was recorded."""
    for key, codes in (("read.missing", then.missing), ("read.new", then.new)):
        if codes:
            output.say(key, stickers=", ".join(f"{codebook.entries[code].name} ({code})" for code in codes))
    if not (then.missing or then.new):
        output.say("read.as_then")


def _line(path: Path, located: tuple[LocatedSticker, ...], codebook: Codebook) -> dict[str, object]:
    return {
        "image": path.name,
        "path": str(path),
        "seats": [
            {"seat": thing.seat, "wonder": entry.id, "side": entry.side, "code": thing.code}
            for thing, entry in _boards(located, codebook)
        ],
        "stickers": [
            {
                "code": thing.code,
                "kind": entry.kind,
                "id": entry.id,
                "corners": _rounded(thing.corners),
                "place": thing.place,
                "seat": thing.seat,
                "slot": thing.slot,
            }
            for thing in located
            if (entry := codebook.entry(thing.code))
        ],
    }


def _rounded(corners: Corners) -> list[list[float]]:
    return [[round(float(x), 2), round(float(y), 2)] for x, y in corners]


def _boards(located: tuple[LocatedSticker, ...], codebook: Codebook):  # type: ignore[no-untyped-def]
    found = [
        (thing, entry) for thing in located if (entry := codebook.entry(thing.code)) and entry.kind is StickerKind.BOARD
    ]
    return sorted(found, key=lambda pair: (pair[0].seat is None, pair[0].seat or 0))


def _tell(path: Path, located: tuple[LocatedSticker, ...], codebook: Codebook, output: Output) -> None:
    name = kit_wording(output.words).name
    output.say("read.picture", image=str(path), count=len(located))
    boards = {board.seat: entry for board, entry in _boards(located, codebook)}
    for seat in sorted({thing.seat for thing in located if thing.seat is not None}):
        at_seat = [thing for thing in located if thing.seat == seat]
        cards = [codebook.entry(thing.code) for thing in at_seat if thing.place is Place.CITY]
        board = boards.get(seat)
        output.say(
            "read.seat" if board else "read.seat_without_board",
            seat=seat,
            wonder=name(board) if board else "",
            side=board.side if board else "",
            stages=Counter(thing.place for thing in at_seat)[Place.STAGE],
            cards=output.words.listed(name(card) for card in cards if card) or "-",
        )
