"""`wondertable stickers`: makes the printable kit."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import cv2

from device.errors import OutputFileError
from device.features.kit_printing.calibration_board import board_picture, make_board_page
from device.features.kit_printing.cutter import for_cutter, write_cut_lines
from device.features.kit_printing.labels import inset_on_card, label_sheets, make_test_page, on_labels
from device.features.kit_printing.pieces import PrinterCorrection, entries_of, print_pieces
from device.features.kit_printing.scissors import make_kit, write_pngs
from device.features.kit_printing.sheets import Cell, Paper, groups_of, lay_out
from device.features.kit_printing.sleeves import for_sleeves
from device.for_features.kit_wording import kit_font, kit_wording
from device.for_features.parts_of_box import add_box, for_players, part_of_box
from display.words import Words
from vision.kit.boxes import EDITIONS, FURTHER_SETS
from vision.kit.codebook import Codebook, StickerKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from device.features.kit_printing.labels import LabelSheet
    from device.features.kit_printing.pieces import PieceSheets
    from device.features.kit_printing.sheets import StickerGroup
    from device.for_features.kit_wording import Wording
    from device.reporting.output import Output
    from device.settings.settings import Settings
    from vision.kit.codebook import CodebookEntry
    from vision.kit.sizes import KitSizes

CALIBRATION = "calibration"
MOST_SHIFT = 20.0
"""mm."""
SCALES = (90.0, 110.0)
"""Percent."""
BAD_USAGE = 2


class Print(NamedTuple):
    """What everything that is printed has in common."""

    args: argparse.Namespace
    edition: str
    sizes: KitSizes
    wording: Wording
    font: Path | None
    output: Output


class Printed(NamedTuple):
    """What was written: `cut`, the files with lines to cut; `entries`, every sticker on the pages."""

    pages: int
    cut: list[str]
    entries: list[CodebookEntry]


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the command."""
    parser = commands.add_parser("stickers", help="make the printable stickers (PDF)")
    parser.add_argument(
        "--kit",
        choices=("fiducial", "qr", CALIBRATION),
        default="fiducial",
        help="kind of stickers, or the board for `calibrate`; default: fiducial",
    )
    add_box(parser)
    parser.add_argument(
        "--players",
        type=int,
        choices=range(2, 8),
        metavar="N",
        help="what at most N people use, without the table's corners; what more need comes into a second file. Leaders "
        "only with --leaders",
    )
    parser.add_argument("--leaders", action="store_true", help="with --players: also what the Leaders need")
    parser.add_argument(
        "--spare-backs", type=_count, metavar="N", help="spare backs of each kind; default: 3 and what fills the row"
    )
    parser.add_argument(
        "--tags",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="number and name in each sticker's margin, as other layouts always have; default: yes",
    )
    parser.add_argument("--paper", choices=("a4", "letter"), help="default: a4, or the paper of the labels")
    _add_layouts(parser)
    parser.add_argument("--out", type=Path, required=True, metavar="FILE.pdf", help="file to write")
    parser.add_argument(
        "--png", type=Path, metavar="DIR", help="also write each sticker as a picture, and manifest.json"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object that says what was written")
    parser.set_defaults(run=run, refuse=parser.error)


def _add_layouts(parser: argparse.ArgumentParser) -> None:
    names = sorted({sheet.name for sheet in label_sheets().values()})
    parser.add_argument(
        "--labels",
        type=str.upper,
        choices=sorted(label_sheets()),
        metavar="NAME",
        help=f"one sticker on each pre-cut label: {', '.join(names)} and sheets that are cut the same",
    )
    parser.add_argument(
        "--test-page",
        action="store_true",
        help="with --labels: one page for plain paper, to see where they print",
    )
    parser.add_argument(
        "--shift",
        type=_shift,
        metavar="X,Y",
        help="with --labels: print everything so many mm further right and further down, e.g. 0.5,-1",
    )
    parser.add_argument(
        "--scale", type=_scale, metavar="PERCENT", help="with --labels: print everything so large, e.g. 100.5"
    )
    parser.add_argument("--cutter", choices=("svg",), help="for a cutting plotter: lines to cut, as SVG files")
    parser.add_argument("--sleeves", action="store_true", help="slips for card sleeves instead of stickers")


def run(args: argparse.Namespace, settings: Settings, output: Output) -> int:
    """Write the kit, in the layout that was asked for, or the calibration board."""
    _refuse_contradictions(args)
    if args.edition is None and args.kit != CALIBRATION and not args.test_page and sys.stdout.isatty():
        first, second = (_command_for(edition, args) for edition in EDITIONS)
        output.complain("stickers.which_box", first=first, second=second)
        return BAD_USAGE
    edition = args.edition or EDITIONS[0]
    sheet = label_sheets()[args.labels] if args.labels else None
    args.paper = args.paper or (sheet.paper if sheet else Paper.A4)
    try:
        language = settings.screen.language
        with kit_font(language) as font:
            wording = kit_wording(Words(language), edition)
            job = Print(args, edition, settings.table.kit_sizes(), wording, font, output)
            if args.kit == CALIBRATION:
                return _board(job)
            if sheet and args.test_page:
                return _test_page(job, sheet)
            return _kit(job, sheet)
    except OSError as error:
        raise OutputFileError("cannot_write", file=str(error.filename or args.out), reason=error.strerror) from error


def _refuse_contradictions(args: argparse.Namespace) -> None:
    layouts = [name for name in ("labels", "cutter", "sleeves") if getattr(args, name)]
    if args.labels and len(layouts) > 1:
        args.refuse("labels are cut already: --labels goes with neither --cutter nor --sleeves")
    if args.kit == CALIBRATION and layouts:
        args.refuse(f"the calibration board is one page: --{layouts[0]} is for stickers")
    if not args.labels and (args.test_page or args.shift or args.scale):
        args.refuse("--test-page, --shift and --scale go with --labels")
    if args.labels and args.paper not in (None, label_sheets()[args.labels].paper):
        args.refuse(f"{args.labels} is a sheet of labels of paper {label_sheets()[args.labels].paper}")
    if "leaders" in args.without and (args.only == "leaders" or args.leaders):
        args.refuse("--without leaders goes with neither --only leaders nor --leaders")
    if args.players and args.only not in (None, "base"):
        args.refuse(f"--players does not go with --only {args.only}: any number of people may draw each of its cards")
    if args.only in FURTHER_SETS and args.edition != "second":
        args.refuse(f"--only {args.only} goes with --edition second: only the second edition has it here")


def _command_for(edition: str, args: argparse.Namespace) -> str:
    """The command that was typed, for this box; of an option that is given twice the last one counts."""
    words = ["wondertable", *args.typed]
    if "--edition" in words:
        words[words.index("--edition") + 1] = edition
    else:
        words += ["--edition", edition]
    return shlex.join(words)


def _board(job: Print) -> int:
    args = job.args
    pages = make_board_page(args.out, paper=args.paper, wording=job.wording, font=job.font)
    if args.png:
        args.png.mkdir(parents=True, exist_ok=True)
        _, data = cv2.imencode(".png", board_picture(zoom=2))
        (args.png / "calibration_board.png").write_bytes(data.tobytes())
    job.output.line({"pdf": str(args.out), "pages": pages, "stickers": 0, "pictures": 1 if args.png else 0})
    job.output.say("stickers.board", file=str(args.out))
    return 0


def _test_page(job: Print, sheet: LabelSheet) -> int:
    args = job.args
    make_test_page(args.out, sheet, wording=job.wording, sizes=job.sizes, font=job.font, correction=_correction(args))
    job.output.line({"pdf": str(args.out), "pages": 1, "stickers": 0, "pictures": 0})
    job.output.say("stickers.test_page", file=str(args.out), name=sheet.name)
    return 0


def _kit(job: Print, sheet: LabelSheet | None) -> int:
    args, output = job.args, job.output
    unused = ("corners",) if args.leaders else ("corners", "leaders")
    without = (*args.without, *(unused if args.players else ()))
    whole = part_of_box(Codebook.load(), job.edition, only=args.only, without=without)
    codebook, later = for_players(whole, args.players) if args.players else (whole, Codebook([]))
    done = _print(job, codebook, args.out, sheet)
    further = args.out.with_name(f"{args.out.stem}-later{args.out.suffix}")
    added = _print(job, later, further, sheet) if len(later) else None
    pictures = write_pngs(args.png, whole, kit=args.kit, wording=job.wording, sizes=job.sizes) if args.png else 0
    spares = _spare_backs(done.entries)
    output.line(
        {
            "pdf": str(args.out),
            "edition": job.edition,
            "pages": done.pages,
            "stickers": len(codebook),
            "printed": len(done.entries),
            "pictures": pictures,
            "spare_backs": spares,
            "cut_lines": done.cut,
        }
        | ({"later": {"pdf": str(further), "pages": added.pages, "printed": len(added.entries)}} if added else {})
    )
    _say_what_was_written(job, codebook, done)
    if spares:
        output.say("stickers.spare", count=spares)
    if added:
        count = len(added.entries)
        output.say("stickers.later", file=str(further), count=count, players=args.players, pages=added.pages)
    if sheet:
        inset = f"{inset_on_card(sheet, job.sizes):.1f}"
        output.say("stickers.labels", name=sheet.name, maker=sheet.maker, paper=sheet.paper, inset=inset)
    if cut := [*done.cut, *(added.cut if added else ())]:
        output.say("stickers.cut_lines", files=", ".join(cut))
    return 0


def _say_what_was_written(job: Print, codebook: Codebook, done: Printed) -> None:
    """How much, for which box, and how much of it is for the Leaders; aloud, if nobody has said which box it is."""
    args, output = job.args, job.output
    output.say("stickers.done", file=str(args.out), pages=done.pages, count=len(done.entries), codes=len(codebook))
    say = output.say if args.edition else output.complain
    other = next(edition for edition in EDITIONS if edition != job.edition)
    if args.only not in FURTHER_SETS:  # which only one box has
        say(f"stickers.box_{job.edition}", command=_command_for(other, args))
    unasked = not args.only and not args.leaders
    leaders = sum(entry.kind is StickerKind.LEADER or entry.id == "leader" for entry in done.entries)
    if unasked and leaders:
        output.say("stickers.leaders", count=leaders)


def _print(job: Print, codebook: Codebook, file: Path, sheet: LabelSheet | None) -> Printed:
    args = job.args
    groups = groups_of(codebook, job.wording, args.spare_backs)
    if sheet or args.cutter or args.sleeves:
        return _pieces(job, groups, file, sheet)
    options = {"paper": args.paper, "wording": job.wording, "sizes": job.sizes, "font": job.font}
    pages = make_kit(file, codebook, kit=args.kit, spares=args.spare_backs, tags=args.tags, **options)
    laid = lay_out(groups, Paper(args.paper), job.sizes.sticker.side)
    return Printed(pages, [], [cell.entry for page in laid for cell in page if isinstance(cell, Cell)])


def _pieces(job: Print, groups: Sequence[StickerGroup], file: Path, sheet: LabelSheet | None) -> Printed:
    args, paper, entries = job.args, Paper(job.args.paper), entries_of(groups)
    if sheet:
        files = {file: on_labels(entries, sheet, job.sizes)}
    elif args.sleeves:
        loose, slips = for_sleeves(entries, paper, job.sizes, cutter=bool(args.cutter))
        files = {file: slips, file.with_name(f"{file.stem}-stickers{file.suffix}"): loose}
    else:
        files = {file: for_cutter(entries, paper, job.sizes)}
    pages, cut, printed = 0, [], []
    for path, sheets in files.items():
        if not sheets.pages:
            continue
        pages += _write(job, path, sheets)
        cut += [str(name) for name in (write_cut_lines(path, sheets, job.wording) if args.cutter else ())]
        printed += [piece.entry for page in sheets.pages for piece in page]
    return Printed(pages, cut, printed)


def _write(job: Print, file: Path, sheets: PieceSheets) -> int:
    return print_pieces(
        file,
        sheets,
        kit=job.args.kit,
        wording=job.wording,
        sizes=job.sizes,
        font=job.font,
        correction=_correction(job.args),
    )


def _correction(args: argparse.Namespace) -> PrinterCorrection:
    right, down = args.shift or (0.0, 0.0)
    return PrinterCorrection(right, down, (args.scale or 100.0) / 100)


def _spare_backs(printed: Sequence[CodebookEntry]) -> int:
    """Backs that are printed beyond one for each card."""
    backs = sum(entry.kind is StickerKind.BACK for entry in printed)
    cards = sum(entry.kind in (StickerKind.CARD, StickerKind.LEADER) for entry in printed)
    return max(0, backs - cards)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= 100):
        raise argparse.ArgumentTypeError(f"{text} is not a number from 0 to 100")
    return int(text)


def _shift(text: str) -> tuple[float, float]:
    try:
        right, down = (float(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not two numbers such as 0.5,-1") from None
    if not (abs(right) <= MOST_SHIFT and abs(down) <= MOST_SHIFT):
        raise argparse.ArgumentTypeError(f"{text} is more than {MOST_SHIFT:g} mm")
    return right, down


def _scale(text: str) -> float:
    try:
        percent = float(text)
    except ValueError:
        percent = 0.0
    if not SCALES[0] <= percent <= SCALES[1]:
        raise argparse.ArgumentTypeError(f"{text} is not between {SCALES[0]:g} and {SCALES[1]:g} percent")
    return percent
