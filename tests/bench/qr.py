"""In how many photographs of other people's QR codes each library reads one, and how many we take for ours.

    python -m tests.bench.qr DIR

DIR holds photographs; those of QR codes lie in folders named qrcode-* or multi-qrcode-*. The libraries are asked as
for stickers: dark modules on light ground.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.frame import GreyImage, as_grey
from vision.kit.codebook import Codebook
from vision.symbologies import FiducialFinder, QrFinder
from vision.symbologies.qr import LIBRARIES, libraries

PICTURES = {".png", ".jpg", ".webp"}
MARGIN = 64
FIDUCIALS = "fiducials"
BOTH = "both"
"""A thorough look: a photograph counts if either library reads it."""


def photographs(folder: Path) -> Iterator[tuple[Path, GreyImage]]:
    """Every picture, with the margin that a cut-out picture lacks."""
    for path in sorted(path for path in folder.rglob("*") if path.suffix in PICTURES):
        image = cv2.imread(str(path))
        yield path, as_grey(cv2.copyMakeBorder(image, *[MARGIN] * 4, cv2.BORDER_REPLICATE))


def shows_qr(path: Path) -> bool:
    """True if a QR code is in a photograph."""
    return path.parent.name.startswith(("qrcode-", "multi-qrcode-"))


@dataclass
class Row:
    """The results of one reader; `spent` in seconds of one core."""

    photographs: int = 0
    read: int = 0
    ours: int = 0
    spent: float = 0.0


def measure(pictures: Iterable[tuple[Path, GreyImage]]) -> dict[str, Row]:
    """By library, and by our reader of fiducials, which reads no QR codes."""
    codes = Codebook.load().codes
    rows = {name: Row() for name in (*LIBRARIES, BOTH, FIDUCIALS)}
    for path, image in pictures:
        for name, reads in {**{name: libraries([name]) for name in LIBRARIES}, BOTH: libraries()}.items():
            started = time.process_time()
            found = [code for read in reads for code in read(image)]
            rows[name].spent += time.process_time() - started
            rows[name].photographs += shows_qr(path)
            rows[name].read += shows_qr(path) and bool(found)
            rows[name].ours += len(QrFinder(codes, reads).look(image, thorough=name == BOTH))
        started = time.process_time()
        rows[FIDUCIALS].ours += len(FiducialFinder(codes).look(image, thorough=True))
        rows[FIDUCIALS].spent += time.process_time() - started
    return rows


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    rows = measure(photographs(parser.parse_args().folder))
    sys.stdout.write(f"{'':10} {'photos':>6} {'read':>6} {'share':>7} {'ours':>5} {'s':>7}\n")
    for name, row in rows.items():
        share = f"{row.read / row.photographs:7.1%}" if row.photographs else "      -"
        sys.stdout.write(f"{name:10} {row.photographs:6} {row.read:6} {share} {row.ours:5} {row.spent:7.1f}\n")


if __name__ == "__main__":
    main()
