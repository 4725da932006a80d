"""How well a station knows cards by their pictures: made-up cards, or scans of real ones.

    python -m tests.bench.art [--looks N] [--seed S]
    python -m tests.bench.art DIR [--looks N]

Without DIR, 75 procedural cards are enrolled from one printing and looked at in another. With DIR, which holds a folder
for each scan of a game with a picture of each front (the file names, without endings, are the ids), they are enrolled
from each scan and asked for with each other one. A quarter of the looks shows cards that were never enrolled. Nothing
is written, and nothing leaves the machine.

Prints how many looks were accepted, and how many wrongly, by sleeve, lamp, blur and size; how well the likeliest
design correlates; and the time against reading a sticker, the memory, and the size of the store. The status is 1 if
anything was accepted wrongly, or less than 99.5 % of the enrolled cards.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from tests.vision.procedural_cards import TEXELS, Look, card, random_look, seen
from vision.art.features import PX_PER_MM
from vision.art.finder import ArtFinder
from vision.art.recogniser import Recogniser
from vision.art.references import Design, Reference, as_png
from vision.symbologies.fiducial import FiducialFinder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vision.frame import GreyImage

CARDS = 75
NEVER = 0.25
"""Share of the looks that show a card that was not enrolled."""
SCALES = (1.9, 2.5, 4.0, 4.0, 4.0, 6.0)
"""px per mm; each look has one of them."""
ACCEPTED = 0.995
MM = (65, 100)


@dataclass(frozen=True)
class Answer:
    """One look: the card that was shown (None: never enrolled), and what it was taken for (None: nothing sure)."""

    look: Look
    shown: int | None
    taken: int | None
    correlation: float
    lead: float
    seconds: float

    @property
    def wrong(self) -> bool:
        return self.taken is not None and self.taken != self.shown

    @property
    def right(self) -> bool:
        return self.taken is not None and self.taken == self.shown


def enrolled(faces: Mapping[str, GreyImage]) -> Recogniser:
    zoom = PX_PER_MM / TEXELS
    small = {
        name: cv2.resize(face, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA) for name, face in faces.items()
    }
    return Recogniser(
        [Reference.of(Design("first", "card", name), k, one) for k, (name, one) in enumerate(small.items())]
    )


class _Noting(Recogniser):
    """Keeps the last match, sure or not."""

    last = None

    def recognise_all(self, image, expected=None, most=2):
        found = super().recognise_all(image, expected, most)
        self.last = found[0] if found else None
        return found


def ask(
    recogniser: Recogniser,
    names: list[str],
    face: Callable[[str], GreyImage],
    never: Callable[[int], GreyImage],
    looks: int,
    seed: int,
) -> list[Answer]:
    """Look at cards with these names, and at others that `never` gives."""
    random, answers = np.random.default_rng(seed), []
    noting = _Noting(recogniser.references)
    for number in range(looks):
        shown = None if random.random() < NEVER else int(random.integers(len(names)))
        look = random_look(random, float(random.choice(SCALES)))
        picture = seen(never(number) if shown is None else face(names[shown]), look, random)
        finder = ArtFinder(lambda: noting)
        started = time.process_time()
        sightings = finder.look(picture)
        spent = time.process_time() - started
        sure = [one for one in sightings if one.by_picture and one.by_picture.sure]
        last = noting.last
        correlation, lead = (last.correlation, last.lead) if last else (0.0, 0.0)
        answers.append(Answer(look, shown, sure[0].code if sure else None, correlation, lead, spent))
    return answers


def report(answers: list[Answer]) -> bool:
    """Print what became of the looks; True if all is well."""
    known = [answer for answer in answers if answer.shown is not None]
    others = [answer for answer in answers if answer.shown is None]
    wrong = sum(answer.wrong for answer in answers)
    share = sum(answer.right for answer in known) / max(len(known), 1)
    _print(f"{len(answers)} looks, {len(others)} of them at cards that were never enrolled")
    _print(f"accepted {100 * share:.2f} %, wrong {wrong}\n")
    _print(f"{'':24}{'looks':>7}{'accepted':>10}{'wrong':>7}")
    for name, group in _groups(answers).items():
        shown = [answer for answer in group if answer.shown is not None]
        part = 100 * sum(answer.right for answer in shown) / max(len(shown), 1)
        _print(f"{name:24}{len(group):7}{part:8.2f} %{sum(answer.wrong for answer in group):7}")
    for name, group in (("enrolled", known), ("never enrolled", others)):
        found = np.array([(answer.correlation, answer.lead) for answer in group])
        low, middle, high = np.quantile(found[:, 0], [0.001, 0.5, 0.999])
        _print(f"\ncorrelation, {name}: {low:.2f} (0.1 %), {middle:.2f} (median), {high:.2f} (99.9 %)", end="")
    spent = np.array([answer.seconds for answer in answers])
    _print(
        f"\n\na look takes {1000 * np.median(spent):.0f} ms of processor time, "
        f"99 %: {1000 * np.quantile(spent, 0.99):.0f} ms"
    )
    return wrong == 0 and share >= ACCEPTED


def _groups(answers: list[Answer]) -> dict[str, list[Answer]]:
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        look = answer.look
        groups.setdefault(f"{look.scale} px/mm", []).append(answer)
        sleeve = "no sleeve" if not look.sleeve else "sleeve, some glare" if look.sleeve < 0.6 else "sleeve, much glare"
        groups.setdefault(sleeve, []).append(answer)
        for name in ("lamp", "blur", "tilt", "wear"):
            value = getattr(look, name)
            groups.setdefault(
                f"{name} {'0 to 0.3' if value < 0.3 else '0.3 to 0.6' if value < 0.6 else '0.6 to 1'}", []
            ).append(answer)
    return dict(sorted(groups.items()))


def procedural(looks: int, seed: int) -> bool:
    names = [f"card c{number}" for number in range(CARDS)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    faces = {name: card(name) for name in names}
    recogniser = enrolled(faces)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    good = report(
        ask(recogniser, names, lambda name: card(name, 1), lambda number: card(f"card n{number}"), looks, seed)
    )
    stored = sum(len(as_png(reference.image)) for reference in recogniser.references)
    random = np.random.default_rng(seed)
    finder, pictures = FiducialFinder(range(250)), [seen(faces[names[k]], Look(), random) for k in range(20)]
    started = time.process_time()
    for picture in pictures:
        finder.look(picture)
    _print(f"reading a sticker: {1000 * (time.process_time() - started) / len(pictures):.0f} ms")
    _print(f"memory: at most {grown / 1024:.0f} MB more; store: {stored / 1e6:.1f} MB for {len(names)} designs")
    return good


def of_scans(folder: Path, looks: int, seed: int) -> bool:
    """Enrol from each scan, ask with each other one."""
    scans = {scan.name: _faces(scan) for scan in sorted(folder.iterdir()) if scan.is_dir()}
    good = True
    for one, first in scans.items():
        for other, second in scans.items():
            common = sorted(first.keys() & second.keys())
            if one == other or not common:
                continue
            kept, left_out = common[len(common) // 4 :], common[: len(common) // 4] or common[:1]
            _print(f"\nenrolled from {one}, asked with {other}: {len(kept)} of {len(common)} common fronts")
            recogniser = enrolled({name: first[name] for name in kept})
            never = lambda number, names=left_out, faces=second: faces[names[number % len(names)]]  # noqa: E731
            good &= report(ask(recogniser, kept, second.__getitem__, never, looks, seed))
    if not any(scans.values()):
        _print(f"{folder}: no folders with pictures")
        return False
    return good


def _faces(folder: Path) -> dict[str, GreyImage]:
    size = (MM[0] * TEXELS, MM[1] * TEXELS)
    found = {file.stem: cv2.imread(str(file), cv2.IMREAD_GRAYSCALE) for file in sorted(folder.iterdir())}
    return {
        name: np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        for name, image in found.items()
        if image is not None
    }


def _print(line: str, end: str = "\n") -> None:
    sys.stdout.write(line + end)
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--looks", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    good = of_scans(asked.folder, asked.looks, asked.seed) if asked.folder else procedural(asked.looks, asked.seed)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
