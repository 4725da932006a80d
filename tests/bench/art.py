"""How well a station knows cards by their pictures: made-up cards, or scans of real ones.

    python -m tests.bench.art [--looks N] [--seed S] [--json]
    python -m tests.bench.art DIR [--looks N] [--seed S] [--json]

Without DIR, 75 procedural cards are enrolled from one printing and looked at in another. With DIR, which holds a folder
for each scan of a game with a picture of each front (the file names, without endings, are the ids; how scans may look
is in `tests.bench.card_scans`), they are enrolled from each scan and asked for with each other one. A quarter of the
looks shows cards that were never enrolled: a quarter of those that both scans have, and what only the other one has.
One folder alone is asked with itself, which is easier than another printing. Nothing is written, and nothing leaves the
machine.

Prints how many looks were accepted, and how many wrongly, by sleeve, lamp, blur and size; how well the likeliest
design correlates; which cards were taken wrongly or refused; and the time against reading a sticker, the memory, and
the size of the store. With --json the last line holds the totals. The status is 1 if anything was accepted wrongly, or
less than 99.5 % of the enrolled cards, and 2 if there is nothing to measure.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from device.for_features.card_art.features import PX_PER_MM
from device.for_features.card_art.finder import ArtFinder
from device.for_features.card_art.recogniser import Recogniser
from device.for_features.card_art.references import Design, Reference, as_png
from tests.bench.card_scans import Scan, ScanError, scans_in
from tests.vision.procedural_cards import TEXELS, Look, card, random_look, seen
from vision.symbologies import FiducialFinder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vision.frame import GreyImage

CARDS = 75
NEVER = 0.25
"""Share of the looks that show a card that was not enrolled."""
SCALES = (1.9, 2.5, 4.0, 4.0, 4.0, 6.0)
"""px per mm; each look has one of them."""
ACCEPTED = 0.995
BROADEST = 150
"""mm; of what is broader, a board, the camera sees more."""
BOARD_MM = (300.0, 170.0)
SAME = 0.8
"""Correlation above which two pictures of one scan are the same."""
NOTHING_TO_MEASURE = 2
"""The status if there is no picture to measure with."""
TOLD_EVERY = 500
"""Looks after which it is said on standard error how it goes."""
NAMED = 8
"""Cards that are listed, at most."""


@dataclass(frozen=True)
class Answer:
    """One look: the card that was shown (None: never enrolled), and what it was taken for (None: nothing sure).

    `name`: of what was shown.
    """

    look: Look
    name: str
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
    never: Callable[[int], tuple[str, GreyImage]],
    looks: int,
    seed: int,
) -> list[Answer]:
    """Look at cards with these names, and at others that `never` gives."""
    random, answers = np.random.default_rng(seed), []
    noting = _Noting(recogniser.references)
    for number in range(looks):
        shown = None if random.random() < NEVER else int(random.integers(len(names)))
        look = random_look(random, float(random.choice(SCALES)))
        name, drawn = never(number) if shown is None else (names[shown], face(names[shown]))
        view = {"mm": BOARD_MM} if max(drawn.shape) / TEXELS > BROADEST else {}
        picture = seen(drawn, look, random, **view)
        finder = ArtFinder(lambda: noting)
        started = time.process_time()
        sightings = finder.look(picture)
        spent = time.process_time() - started
        sure = [one.code for one in sightings if one.by_picture and one.by_picture.sure]
        taken = next((code for code in sure if code != shown), sure[0] if sure else None)
        last = noting.last
        correlation, lead = (last.correlation, last.lead) if last else (0.0, 0.0)
        answers.append(Answer(look, name, shown, taken, correlation, lead, spent))
        if len(answers) % TOLD_EVERY == 0:
            so_far = totals(answers)
            sys.stderr.write(f"{len(answers)} of {looks} looks: {so_far['refused']} refused, {so_far['wrong']} wrong\n")
    return answers


def totals(answers: list[Answer]) -> dict[str, object]:
    """What became of the looks, in numbers."""
    known = [answer for answer in answers if answer.shown is not None]
    right, wrong = sum(answer.right for answer in known), sum(answer.wrong for answer in answers)
    share = right / max(len(known), 1)
    spent = [answer.seconds for answer in answers]
    return {
        "looks": len(answers),
        "enrolled": len(known),
        "never_enrolled": len(answers) - len(known),
        "accepted": right,
        "accepted_share": round(share, 5),
        "refused": sum(answer.taken is None for answer in known),
        "wrong": wrong,
        "wrong_of_never_enrolled": sum(answer.wrong for answer in answers if answer.shown is None),
        "ms": round(1000 * float(np.median(spent)), 1) if spent else None,
        "good": bool(known) and wrong == 0 and share >= ACCEPTED,
    }


def report(answers: list[Answer], names: list[str]) -> None:
    """Print what became of the looks."""
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
        if not len(found):
            continue
        low, middle, high = np.quantile(found[:, 0], [0.001, 0.5, 0.999])
        _print(f"\ncorrelation, {name}: {low:.2f} (0.1 %), {middle:.2f} (median), {high:.2f} (99.9 %)", end="")
    spent = np.array([answer.seconds for answer in answers])
    _print(
        f"\n\na look takes {1000 * np.median(spent):.0f} ms of processor time, "
        f"99 %: {1000 * np.quantile(spent, 0.99):.0f} ms"
    )
    mistaken = Counter(
        (answer.name, names[answer.taken]) for answer in answers if answer.wrong and answer.taken is not None
    )
    for (shown_name, taken_name), count in mistaken.most_common(NAMED):
        _print(f"WRONG: {shown_name} was taken for {taken_name}, {count} times")
    refused = Counter(answer.name for answer in known if answer.taken is None)
    if refused:
        _print("refused most: " + ", ".join(f"{name} {count}" for name, count in refused.most_common(NAMED)))


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


def procedural(looks: int, seed: int) -> dict[str, object]:
    names = [f"card c{number}" for number in range(CARDS)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    faces = {name: card(name) for name in names}
    recogniser = enrolled(faces)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    never = lambda number: (f"n{number}", card(f"card n{number}"))  # noqa: E731
    answers = ask(recogniser, names, lambda name: card(name, 1), never, looks, seed)
    report(answers, names)
    stored = sum(len(as_png(reference.image)) for reference in recogniser.references)
    random = np.random.default_rng(seed)
    finder, pictures = FiducialFinder(range(250)), [seen(faces[names[k]], Look(), random) for k in range(20)]
    started = time.process_time()
    for picture in pictures:
        finder.look(picture)
    _print(f"reading a sticker: {1000 * (time.process_time() - started) / len(pictures):.0f} ms")
    _print(f"memory: at most {grown / 1024:.0f} MB more; store: {stored / 1e6:.1f} MB for {len(names)} designs")
    return totals(answers)


def of_scans(folder: Path, looks: int, seed: int) -> dict[str, object]:
    """Enrol from each scan, ask with each other one; the looks are shared among the pairs.

    Raises:
        ScanError: there is nothing to measure.
    """
    scans = scans_in(folder)
    for scan in scans:
        _print(f"{scan.name}: {len(scan.faces)} fronts")
        for line in scan.passed_over:
            _print(f"  {line}")
    twins = {later for scan in scans for later in _twins(scan)}
    scans = [replace(one, faces={name: face for name, face in one.faces.items() if name not in twins}) for one in scans]
    pairs = [(one, other) for one in scans for other in scans if one is not other] or [(scans[0], scans[0])]
    pairs = [(one, other) for one, other in pairs if len(one.faces.keys() & other.faces.keys()) > 1]
    if not pairs:
        examples = "; ".join(f"{scan.name}: {', '.join(list(scan.faces)[:3])}" for scan in scans)
        raise ScanError(
            f"{folder}: no two fronts are in two folders under the same names. Name them alike ({examples})."
        )
    if pairs[0][0] is pairs[0][1]:
        _print("Only one scan: it is asked with itself, which is easier than another printing.")
    everything: list[Answer] = []
    rows = []
    for one, other in pairs:
        first, second = one.faces, other.faces
        common = sorted(first.keys() & second.keys())
        left_out = common[:: max(2, min(4, len(common)))]
        kept = [name for name in common if name not in left_out]
        left_out += sorted(second.keys() - first.keys())
        _print(f"\nenrolled from {one.name}: {len(kept)} fronts; asked with {other.name}, {len(left_out)} not enrolled")
        recogniser = enrolled({name: first[name] for name in kept})
        never = lambda number, names=left_out, faces=second: (  # noqa: E731
            names[number % len(names)],
            faces[names[number % len(names)]],
        )
        answers = ask(recogniser, kept, second.__getitem__, never, max(1, looks // len(pairs)), seed)
        report(answers, kept)
        everything += answers
        rows.append({"enrolled_from": one.name, "asked_with": other.name, **totals(answers)})
    good = all(row["good"] for row in rows)
    return {**totals(everything), "good": good, "pairs": rows}


def _twins(scan: Scan) -> list[str]:
    """Names under which the same picture is there once more: copies of a card. They are said, and left out."""
    names, found = sorted(scan.faces), []
    references = enrolled(scan.faces).references
    by_name = dict(zip(scan.faces, references, strict=True))
    kept: list[str] = []
    for name in names:
        match = Recogniser([by_name[one] for one in kept]).recognise(by_name[name].image) if kept else None
        if match is None or match.correlation < SAME:
            kept.append(name)
            continue
        found.append(name)
        _print(f"  {scan.name}: {name} is the same picture as {match.reference.design.id}, and is left out")
    return found


def _print(line: str, end: str = "\n") -> None:
    sys.stdout.write(line + end)
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path, nargs="?", metavar="DIR", help="a folder for each scan of your cards")
    parser.add_argument("--looks", type=int, default=10_000, help="in all (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the totals as a last line of JSON")
    asked = parser.parse_args()
    if asked.looks < 1:
        parser.error("--looks must be 1 or more")
    cv2.setNumThreads(1)
    cv2.utils.logging.setLogLevel(
        cv2.utils.logging.LOG_LEVEL_SILENT
    )  # a file that is no picture is named below, in words
    try:
        found = of_scans(asked.folder, asked.looks, asked.seed) if asked.folder else procedural(asked.looks, asked.seed)
    except ScanError as problem:
        sys.stderr.write(f"{problem}\n")
        if asked.json:
            _print(json.dumps({"good": False, "error": str(problem)}))
        sys.exit(NOTHING_TO_MEASURE)
    if asked.json:
        _print(json.dumps(found))
    sys.exit(0 if found["good"] else 1)


if __name__ == "__main__":
    main()
