"""Is anything read where no sticker is, on every ground and in every light of `tests.vision.lights_and_grounds`?

    python -m tests.bench.empty_grounds [--pictures N] [--first N]

Every picture has another seed and the next setting, 960 x 540 px, and is looked at plainly and thoroughly, for all 601
codes. Prints how many readings there were; fails if there was one.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count, cycle

from tests.bench.vision_reader import say
from tests.vision.lights_and_grounds import SETTINGS
from vision.kit.codebook import Codebook, CodebookEntry, StickerKind
from vision.kit.fiducials import fiducial_count
from vision.reading.reader import Reader

PICTURES = 10_000
SHAPE = 540, 960
TELL_EVERY = 500


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=PICTURES)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the first seed")
    args = parser.parse_args()
    reader = Reader(Codebook(CodebookEntry(code, StickerKind.TOKEN, "any", "Any") for code in range(fiducial_count())))
    invented = 0
    for number, seed, (name, setting) in zip(
        range(1, args.pictures + 1), count(args.first), cycle(SETTINGS.items()), strict=False
    ):
        picture = setting.photograph(setting.table(range(0), SHAPE, seed), seed)
        for look, thorough in (("plain", False), ("thorough", True)):
            for seen in reader.look(picture, thorough=thorough):
                invented += 1
                say(f"{name}, seed {seed}, {look} look: code {seen.code} at {seen.corners.mean(axis=0).round()}")
        if number % TELL_EVERY == 0 or number == args.pictures:
            say(f"{number} empty pictures, plain and thorough: {invented} invented")
    return int(invented > 0)


if __name__ == "__main__":
    sys.exit(main())
