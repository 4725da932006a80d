"""`wondertable stickers`: makes the printable kit."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import cv2

from device.commands.kit_wording import kit_font, kit_wording
from device.errors import OutputFileError
from display.words import Words
from vision.kit.boxes import EDITIONS, box
from vision.kit.calibration_board import board_picture, make_board_page
from vision.kit.codebook import Codebook
from vision.kit.sheets import Cell, Paper, groups_of, lay_out
from vision.kit.stickers import make_kit, write_pngs

if TYPE_CHECKING:
    import argparse

    from device.reporting.output import Output
    from device.settings.settings import Settings
    from vision.kit.sizes import KitSizes
    from vision.kit.wording import Wording

CALIBRATION = "calibration"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("stickers", help="make the printable stickers (PDF)")
    parser.add_argument(
        "--kit",
        choices=("fiducial", "qr", CALIBRATION),
        default="fiducial",
        help="kind of stickers, or the board for `calibrate`; default: fiducial",
    )
    parser.add_argument(
        "--edition", choices=EDITIONS, default="first", help="the box of 2010 (first) or 2020 (second); default: first"
    )
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="default: a4")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help="file to write")
    parser.add_argument(
        "--png", type=Path, metavar="DIR", help="also write each sticker as a picture, and manifest.json"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object that says what was written")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Write the kit or the calibration board."""
    try:
        language = settings.screen.language
        with kit_font(language) as font:
            print_it = _board if args.kit == CALIBRATION else _kit
            wording = kit_wording(Words(language), args.edition)
            return print_it(args, settings.table.kit_sizes(), wording, font, output)
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(error.filename or args.out), reason=error.strerror) from error


def _board(args: argparse.Namespace, sizes: KitSizes, wording: Wording, font: Path | None, output: Output) -> int:
    del sizes  # the board has its own sizes
    pages = make_board_page(args.out, paper=args.paper, wording=wording, font=font)
    if args.png:
        args.png.mkdir(parents=True, exist_ok=True)
        _, data = cv2.imencode(".png", board_picture(zoom=2))
        (args.png / "calibration_board.png").write_bytes(data.tobytes())
    output.line({"pdf": str(args.out), "pages": pages, "stickers": 0, "pictures": 1 if args.png else 0})
    output.say("stickers.board", file=str(args.out))
    return 0


def _kit(args: argparse.Namespace, sizes: KitSizes, wording: Wording, font: Path | None, output: Output) -> int:
    codebook = box(Codebook.load(), args.edition)
    pages = make_kit(args.out, codebook, kit=args.kit, paper=args.paper, wording=wording, sizes=sizes, font=font)
    pictures = write_pngs(args.png, codebook, kit=args.kit, wording=wording, sizes=sizes) if args.png else 0
    sheets = lay_out(groups_of(codebook, wording), Paper(args.paper), sizes.sticker.side)
    printed = sum(isinstance(part, Cell) for sheet in sheets for part in sheet)
    written = {
        "pdf": str(args.out),
        "pages": pages,
        "stickers": len(codebook),
        "printed": printed,
        "pictures": pictures,
    }
    output.line(written)
    output.say("stickers.done", file=str(args.out), pages=pages, count=printed, codes=len(codebook))
    return 0
