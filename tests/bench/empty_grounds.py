"""Is anything read where no sticker is, on every ground and in every light of `tests.vision.lights_and_grounds`?

    python -m tests.bench.empty_grounds [--pictures N] [--first N]

Every picture has another seed and the next setting, 960 x 540 px, and is looked at plainly, thoroughly, and as in a
game until all that whole pictures are searched for had its turn, for all 601 codes. Prints how many readings there are;
fails if there is one.
"""

from __future__ import annotations

import argparse
import sys
from itertools import count, cycle
from typing import TYPE_CHECKING

from tests.bench.vision_reader import say
from tests.vision.lights_and_grounds import SETTINGS
from vision.frame import Frame, GreyImage
from vision.kit.codebook import CODE_COUNT, Codebook, CodebookEntry, StickerKind
from vision.reading.reader import FULL_INTERVAL, IN_TURN, Reader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vision.sighting import Sighting

PICTURES = 10_000
SHAPE = 540, 960
TELL_EVERY = 500


def looks(reader: Reader, picture: GreyImage) -> Iterator[tuple[str, tuple[Sighting, ...]]]:
    """What each way of looking reads."""
    yield "plain look", reader.look(picture)
    yield "thorough look", reader.look(picture, thorough=True)
    reader.reset()
    for number in range(1 + len(IN_TURN)):
        frame = Frame(picture, number * FULL_INTERVAL, number)
        yield f"picture {number} of a game", reader.read(frame).present


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=PICTURES)
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the first seed")
    args = parser.parse_args()
    reader = Reader(Codebook(CodebookEntry(code, StickerKind.TOKEN, "any", "Any") for code in range(CODE_COUNT)))
    invented = 0
    for number, seed, (name, setting) in zip(
        range(1, args.pictures + 1), count(args.first), cycle(SETTINGS.items()), strict=False
    ):
        picture = setting.photograph(setting.table(range(0), SHAPE, seed), seed)
        for look, read in looks(reader, picture):
            for seen in read:
                invented += 1
                say(f"{name}, seed {seed}, {look}: code {seen.code} at {seen.corners.mean(axis=0).round()}")
        if number % TELL_EVERY == 0 or number == args.pictures:
            say(f"{number} empty pictures, plain, thorough and in a game: {invented} invented")
    return int(invented > 0)


if __name__ == "__main__":
    sys.exit(main())
