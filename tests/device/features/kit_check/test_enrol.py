"""A simulated person shows procedural cards to the camera: what is kept, what is told, how long it takes."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from device.command_line import main
from device.errors import OutputFileError
from device.features.kit_check.card_pictures import keep_picture
from device.features.kit_check.command import CheckScreen
from device.features.kit_check.enrol import count, enrol
from device.features.kit_check.enrolment import EnrolmentOnScreen, EnrolmentRequests, LiveEnrolment
from device.features.kit_check.shown import Enrol
from device.for_features.card_art.copies import counted_copies
from device.for_features.card_art.finder import ArtFinder, StoredCards
from device.for_features.card_art.references import file_of
from device.reporting.output import Output
from device.settings.settings import load_settings
from tests.journeys.art_station import owners_picture
from tests.vision.procedural_cards import Look, of_entry, seen
from vision.frame import Frame
from vision.kit.codebook import Codebook

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from device.for_features.card_art.references import Design

CODEBOOK = Codebook.load()
SETTINGS = load_settings()
FPS = 4.0
"""Half of what cameras give: every picture is searched."""
MM = (230.0, 130.0)
LOOK = Look(scale=3.0, noise=0.1)


class Noise:
    """Another noise for each picture: a part of a larger one."""

    def __init__(self) -> None:
        self._random = np.random.default_rng(3)
        self._plane = self._random.normal(0, 1.5, (600, 1000)).astype(np.float32)

    def on(self, picture: np.ndarray) -> np.ndarray:
        high, wide = picture.shape
        top, left = self._random.integers(0, 64, 2)
        noisy = picture + self._plane[top : top + high, left : left + wide]
        return np.clip(noisy, 0, 255).astype(np.uint8)


class Person:
    """Lays down what the program asks for, and takes it away; now and then something else.

    `shows`: id of what is asked for -> id of what is shown at first. `hands`: ids of what is held for too long.
    """

    def __init__(self, live: LiveEnrolment, shows: Mapping[str, str], hands: frozenset[str], ends: int) -> None:
        self.live, self.shows, self.hands, self.ends = live, dict(shows), set(hands), ends
        self.time, self.number = 0.0, 0
        self._plan = self._acts()
        self._noise = Noise()
        self._mat = seen(None, LOOK, np.random.default_rng(1), MM)

    def read(self) -> Frame | None:
        picture = next(self._plan, None)
        if picture is None:
            return None
        self.time, self.number = self.time + 1 / FPS, self.number + 1
        return Frame(self._noise.on(picture), self.time, self.number)

    def _acts(self):
        yield from [self._mat] * 6
        while (wanted := self.live.enrolment.wanted) is not None and self.live.enrolment.count < self.ends:
            shown = self.shows.pop(wanted.id, wanted.id)
            yield from self._lay(shown, wanted)

    def _lay(self, id_: str, wanted: Design):
        entry = next(e for e in CODEBOOK if e.id == id_ and e.kind == wanted.kind and (e.side or "") == wanted.side)
        picture = self._of(entry.code)
        for reach in (0.3, 0.7, 1.0):
            yield self._with_hand(self._mat, reach)
        yield self._with_hand(picture, 1.0)
        held = self.hands and wanted.id in self.hands
        for _ in range(16 if held else 1):
            yield self._with_hand(picture, 0.8)
        self.hands.discard(wanted.id)
        before = self.live.shown.news
        for _ in range(12):
            yield picture
            if self.live.shown.news != before:
                break
        for reach in (1.0, 0.6):
            yield self._with_hand(self._mat, reach)
        yield from [self._mat] * 4

    def _of(self, code: int) -> np.ndarray:
        """The thing on the same mat."""
        return seen(of_entry(CODEBOOK.entries[code]), LOOK, np.random.default_rng(1), MM)

    def _with_hand(self, picture: np.ndarray, reach: float) -> np.ndarray:
        drawn = picture.copy()
        high, wide = picture.shape
        tip = (round(wide * 0.5), round(high * (1.2 - 0.7 * reach)))
        cv2.line(drawn, (round(wide * 0.55), high + 80), tip, 165, 110)
        return drawn


@pytest.fixture
def begin(tmp_path: Path) -> Callable[..., tuple[LiveEnrolment, Path]]:
    def begun(sets: tuple[str, ...] = ("base",)) -> tuple[LiveEnrolment, Path]:
        sizes = SETTINGS.table.kit_sizes()
        live = LiveEnrolment(CODEBOOK, sizes, tmp_path / "cards", edition="first", sets=sets, language="en")
        return live, tmp_path / "cards"

    return begun


def shown_by(person: Person, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    output = Output(json=True)
    with ExitStack() as stack:
        screen = CheckScreen(SETTINGS, output, stack, headless=True, family="enrol")
        enrol(person.live, person, screen, output)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_what_is_shown_is_kept_and_known_and_next_week_the_rest(begin, capsys) -> None:
    live, folder = begin()
    person = Person(live, {}, frozenset(), ends=3)
    lines = shown_by(person, capsys)
    kept = [line["id"] for line in lines if line["event"] == "enrolled"]
    assert kept == [design.id for design in list(live.enrolment.box)[:3]]
    assert person.time / len(kept) < 8, "seconds a card"
    again, _ = begin()
    assert again.enrolment.count == 3
    assert again.enrolment.wanted == list(again.enrolment.box)[3]
    finder = ArtFinder(StoredCards(folder, CODEBOOK).recogniser)
    for design in list(live.enrolment.box)[:3]:
        code = live.enrolment.box[design][0]
        picture = seen(of_entry(CODEBOOK.entries[code], 1), Look(), np.random.default_rng(code))
        assert [(one.code, one.by_picture.sure) for one in finder.look(picture)] == [(code, True)]
    assert file_of(folder, design).stat().st_mode & 0o077 == 0, "only its owner may read it"


def test_a_card_that_was_shown_as_another_is_told_and_kept_once(begin, capsys) -> None:
    live, _ = begin()
    first, second, third, *_ = live.enrolment.box
    person = Person(live, {second.id: first.id}, frozenset(), ends=3)
    lines = [line for line in shown_by(person, capsys) if line["event"] == "enrolled"]
    told = [(line["id"], line["outcome"], line["other"] and line["other"]["id"]) for line in lines]
    assert told == [
        (first.id, "kept", None),
        (second.id, "shown_as", first.id),
        (second.id, "kept", None),
        (third.id, "kept", None),
    ]


def fails(design: Design, image: object) -> None:
    del image
    raise OutputFileError("cannot_write", file=design.name, reason="No space left on device")


def test_the_wrong_one_is_told_when_its_turn_comes_and_one_press_puts_it_right(begin, capsys, monkeypatch) -> None:
    live, _ = begin()
    first, second, *_ = live.enrolment.box
    person = Person(live, {first.id: second.id}, frozenset(), ends=2)
    person.ends = 1
    shown_by(person, capsys)
    person = Person(live, {}, frozenset(), ends=2)
    person._plan = person._lay(second.id, second)
    lines = [line for line in shown_by(person, capsys) if line["event"] == "enrolled"]
    assert [(line["id"], line["outcome"], line["other"]["id"]) for line in lines] == [(second.id, "shown_as", first.id)]
    with monkeypatch.context() as full:
        full.setattr(live.enrolment, "_keep", fails)
        for _ in range(2):
            with pytest.raises(OutputFileError):  # which is said on the screen
                live.was_wrong_before()
    live.was_wrong_before()
    assert live.enrolment.count == 1
    assert first in live.enrolment.missing
    assert second not in live.enrolment.missing


def test_a_hand_in_the_picture_is_told_and_nothing_is_kept_with_it(begin, capsys) -> None:
    live, folder = begin()
    first, *_ = live.enrolment.box
    person = Person(live, {}, frozenset({first.id}), ends=1)
    lines = shown_by(person, capsys)
    assert [line.get("kind") for line in lines if line["event"] == "hindrance"] == ["over_the_edge"]
    kept = cv2.imread(str(file_of(folder, first)), cv2.IMREAD_GRAYSCALE)
    truth = cv2.resize(of_entry(CODEBOOK.entries[live.enrolment.box[first][0]]), kept.shape[::-1])
    likeness = max(np.corrcoef(kept.ravel(), np.rot90(truth, turns).ravel())[0, 1] for turns in (0, 2))
    assert likeness > 0.9


def test_what_is_in_the_way_is_told_once_however_often_the_thing_is_shown(begin, capsys) -> None:
    live, _ = begin()
    person = Person(live, {}, frozenset(), ends=1)
    person._plan = plain_cards(person, times=2)
    lines = shown_by(person, capsys)
    assert [line.get("kind") for line in lines if line["event"] == "hindrance"] == ["plain"]
    assert live.enrolment.count == 0
    assert "printed" in live.shown.wrong, "it stays on the screen"


def plain_cards(person: Person, times: int):
    """A blank card is laid down, waited for and taken away, by hand."""
    blank = np.full((100 * 6, 65 * 6), 210, np.uint8)
    lying = seen(blank, LOOK, np.random.default_rng(1), MM)
    yield from [person._mat] * 6
    for _ in range(times):
        for picture in (person._mat, lying):
            yield person._with_hand(picture, 1.0)
        yield from [lying] * 14
        for picture in (lying, person._mat):
            yield person._with_hand(picture, 1.0)
        yield from [person._mat] * 4


def test_one_card_again_and_what_is_missing(tmp_path: Path, capsys, monkeypatch) -> None:
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path))
    assert main(["enrol", "--missing", "--without-leaders"]) == 1
    said = capsys.readouterr().out
    assert "0 of" in said
    assert "Altar" in said
    assert main(["enrol", "--missing", "--json", "--edition", "second", "--sets", "cities"]) == 1
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["of"] == 191
    assert main(["enrol", "--missing", "--card", "nonsense"]) == 1
    assert "nonsense" in capsys.readouterr().err
    assert main(["enrol", "--camera", "none"]) == 1
    assert "--camera" in capsys.readouterr().err


def test_what_is_asked_for_on_a_screen_or_a_telephone_is_done_with_the_next_picture(begin) -> None:
    live, _ = begin()
    first, second, third, *_ = live.enrolment.box
    time = [0.0]
    requests = EnrolmentRequests(lambda: time[0])
    requests.add(Enrol(step=2))
    on_screen = EnrolmentOnScreen(live, requests, "en")
    person = Person(live, {}, frozenset(), ends=9)
    shown = on_screen.look(person.read())
    assert live.enrolment.wanted == first, "what was asked for on an earlier page counts no longer"
    assert [thing.design for thing in shown.box][:2] == [first.name, second.name]
    requests.add(Enrol(step=1))
    requests.add(Enrol(choose=third.name))
    requests.add(Enrol(choose="card.nonsense"))
    assert on_screen.look(person.read()).news == shown.news, "no tone: no picture was taken"
    assert live.enrolment.wanted == third
    requests.add(Enrol())
    assert requests.is_open
    time[0] += 121
    assert not requests.is_open
    requests.add(Enrol())
    requests.add(Enrol(pause=True))
    assert not requests.is_open


class Shower:
    """Shows one card after the other and takes each away."""

    def __init__(self, codes: list[int]) -> None:
        self.time = 0.0
        self._mat = seen(None, LOOK, np.random.default_rng(1), MM)
        self._noise = Noise()
        self._plan = self._acts(codes)

    def read(self) -> Frame | None:
        picture = next(self._plan, None)
        if picture is None:
            return None
        self.time += 1 / FPS
        return Frame(self._noise.on(picture), self.time, round(self.time * FPS))

    def _acts(self, codes: list[int]):
        yield from [self._mat] * 6
        for code in codes:
            yield from [seen(of_entry(CODEBOOK.entries[code]), LOOK, np.random.default_rng(1), MM)] * 4
            yield from [self._mat] * 4


def test_copies_are_counted_by_showing_every_card_once(begin, capsys) -> None:
    live, folder = begin()
    first, second = list(live.enrolment.box)[:2]
    for design in (first, second):
        keep_picture(folder, design, owners_picture(design, live.enrolment.box[design][0]).image)
    codes = [live.enrolment.box[design][0] for design in (second, first, second)]
    output = Output(json=True)
    with ExitStack() as stack:
        screen = CheckScreen(SETTINGS, output, stack, headless=True, family="copies")
        count(live, folder, Shower([codes[0], *codes]), screen, output)  # the first teaches how the empty mat looks
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    counted = {line["id"]: line["count"] for line in lines if line["event"] == "copies" and line["count"]}
    assert counted == {first.id: 1, second.id: 2}
    lowest = [CODEBOOK.copies(CODEBOOK.entries[code])[0].code for code in codes]
    assert counted_copies(folder) == {("first", code): lowest.count(code) for code in lowest}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_a_whole_box(begin, capsys) -> None:
    """From nothing to a whole deck; printed for the record."""
    live, _ = begin(("base", "leaders"))
    names = [design for design in live.enrolment.box if design.kind == "card"]
    mistakes = {names[10].id: names[3].id, names[30].id: names[12].id}
    person = Person(live, mistakes, frozenset({names[20].id}), ends=len(live.enrolment.box))
    lines = shown_by(person, capsys)
    told = [line for line in lines if line.get("kept") is False or line["event"] == "hindrance"]
    with capsys.disabled():
        sys.stdout.write(f"\n{live.enrolment.count} designs, {person.time:.0f} s, told {len(told)}\n")
    assert lines[-1]["missing"] == []
    assert len(told) == 3
