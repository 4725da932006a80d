"""Sounds and voice: what is announced is what everybody sees, nobody waits for it, and nothing is needed for it."""

from __future__ import annotations

import shutil
import threading
import time
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pygame
import pytest

from device.doctor.sound import check_sound
from device.messages.questions import Plan, Question
from device.settings.preferences import Preferences
from device.settings.settings import read_settings
from device.sound import Announcer, Speaker, speaker, voice
from device.sound.tones import RATE, RINGS, TONES, tone
from device.sound.voice import VOICES, spoken
from display.table_state import TableState
from display.words import languages
from engine import Build, Fight, Phase
from tests.display.sessions import AGE_ENDS, LATE, OVER, marks, played

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from pathlib import Path

needs_voice = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")


class Ear:
    """Hears what would be heard."""

    volume = 0.0

    def __init__(self) -> None:
        self.tones: list[str] = []
        self.said: list[tuple[str, Hashable]] = []
        self.hushed = 0

    def amiss(self) -> MappingProxyType[str, str]:
        return MappingProxyType({})

    def tone(self, name: str) -> None:
        self.tones.append(name)

    def say(self, text: str, language: str, about: Hashable, patience: float) -> None:
        assert patience > 0
        assert language in languages()
        self.said.append((text, about))

    def retract(self, about: Hashable) -> None:
        self.said = [one for one in self.said if one[1] != about]

    def hush(self) -> None:
        self.hushed += 1
        self.said = []

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in self.said]


def listening(ear: Ear, **sound: object) -> tuple[Announcer, Preferences]:
    settings = read_settings(())
    wanted = msgspec.structs.replace(settings.sound, **{"effects": True, "voice": True, **sound})
    preferences = Preferences(msgspec.structs.replace(settings, sound=wanted))
    return Announcer(ear, preferences), preferences


def turn(**what: object) -> TableState:
    return replace(TableState(played(3, LATE), marks(3)), **what)


PALACE = Question(1, "already_built", {"card": "palace"}, ("take_back", "exception"))


def test_each_card_that_is_seen_sounds_once() -> None:
    announcer, _ = listening(ear := Ear())
    announcer.watch(turn(), revealing=False)
    assert ear.tones == []
    for plans in ({0: Plan("discard")}, {0: Plan("discard")}, {0: Plan("discard"), 2: Plan("stage", stage=2)}):
        announcer.watch(turn(plans=plans), revealing=False)
    assert ear.tones == ["booked", "booked"]


def test_what_is_entered_by_hand_sounds_too() -> None:
    announcer, _ = listening(ear := Ear())
    announcer.watch(turn(), revealing=False)
    announcer.watch(turn(entered=frozenset({1})), revealing=False)
    assert ear.tones == ["booked"]


def test_a_card_taken_away_is_silent_and_sounds_when_it_comes_back() -> None:
    announcer, _ = listening(ear := Ear())
    for plans in ({0: Plan("discard")}, {}, {0: Plan("discard")}):
        announcer.watch(turn(plans=plans), revealing=False)
    assert ear.tones == ["booked", "booked"]


def test_a_question_has_a_sound_of_its_own_and_is_said_with_its_seat() -> None:
    announcer, _ = listening(ear := Ear())
    announcer.watch(turn(), revealing=False)
    for _ in range(3):
        announcer.watch(turn(questions=(PALACE,)), revealing=False)
    assert ear.tones == ["question"]
    assert ear.texts == ["Rhodes: Palace is already in this city."]


def test_a_question_that_went_away_is_not_said_any_more() -> None:
    announcer, _ = listening(ear := Ear())
    announcer.watch(turn(), revealing=False)
    announcer.watch(turn(questions=(PALACE,)), revealing=False)
    announcer.watch(turn(), revealing=False)
    assert ear.said == []


def test_it_is_said_in_the_language_of_the_screen() -> None:
    announcer, preferences = listening(ear := Ear())
    preferences.change("screen.language", "uk")
    announcer.watch(turn(), revealing=False)
    announcer.watch(turn(questions=(PALACE,)), revealing=False)
    assert ear.texts == ["Родос: Палац: уже є в цьому місті."]


def test_the_conflicts_are_told_when_the_screen_has_shown_them_and_once() -> None:
    announcer, _ = listening(ear := Ear())
    game = played(3, AGE_ENDS)
    assert game.phase is Phase.CONFLICTS
    state = TableState(game, marks(3))
    announcer.watch(state, revealing=True)
    assert ear.said == []
    for _ in range(3):
        announcer.watch(state, revealing=False)
    won = [sum(city.conflict) for city in game.apply(Fight()).cities]
    assert ear.texts[0] == "Conflicts of Age 1."
    names = ("Giza", "Rhodes", "Olympia")
    assert ear.texts[1:] == [
        f"{name} {'loses' if points < 0 else 'wins'} {abs(points)} point{'' if abs(points) == 1 else 's'}."
        for name, points in zip(names, won, strict=True)
    ]


def test_the_winner_is_not_given_away_before_the_screen_does() -> None:
    announcer, _ = listening(ear := Ear())
    state = TableState(played(4, OVER), marks(4), finished=True)
    announcer.watch(state, revealing=True)
    assert ear.said == []
    announcer.watch(state, revealing=False)
    assert " wins with " in ear.texts[0]
    assert len(ear.texts) == 4


def test_an_exception_is_said_when_it_is_booked() -> None:
    announcer, _ = listening(ear := Ear())
    game = played(3, LATE)
    seat = game.to_act[0]
    twice = next(card for card in game.cities[seat].cards)
    announcer.watch(TableState(game, marks(3)), revealing=False)
    announcer.watch(TableState(game.apply(Build(seat, twice, exception=True)), marks(3)), revealing=False)
    assert len(ear.texts) == 1
    assert ear.texts[0].endswith("Recorded as an exception.")


def test_what_was_taken_back_is_hushed() -> None:
    announcer, _ = listening(ear := Ear())
    game = played(3, AGE_ENDS)
    announcer.watch(TableState(game, marks(3)), revealing=False)
    assert ear.said
    announcer.watch(TableState(game.undo_turn(), marks(3)), revealing=False)
    assert (ear.said, ear.hushed) == ([], 1)
    announcer.watch(TableState(game, marks(3)), revealing=False)
    assert ear.said, "and told anew when it comes to it again"


def test_what_is_switched_off_is_silent_at_once() -> None:
    announcer, preferences = listening(ear := Ear())
    announcer.watch(turn(), revealing=False)
    preferences.change("sound.effects", False)
    preferences.change("sound.voice", False)
    preferences.change("sound.volume", 0.25)
    announcer.watch(turn(questions=(PALACE,), plans={0: Plan("discard")}), revealing=False)
    announcer.watch(TableState(played(3, AGE_ENDS), marks(3)), revealing=False)
    assert (ear.tones, ear.said, ear.volume) == ([], [], 0.25)


@pytest.mark.parametrize("name", list(TONES))
def test_a_tone_is_soft_short_and_ends_in_silence(name: str) -> None:
    samples = np.frombuffer(tone(name), "<i2").astype(float) / np.iinfo(np.int16).max
    assert RINGS * RATE <= len(samples) <= 0.7 * RATE
    assert 0.3 < np.abs(samples).max() <= 0.51
    assert np.abs(samples[:8]).max() < 0.05, "no click at its beginning"
    assert np.abs(samples[-50:]).max() < 0.02, "nor at its end"


def test_a_question_does_not_sound_like_a_card() -> None:
    pitches = []
    for name in TONES:
        samples = np.frombuffer(tone(name), "<i2").astype(float)
        end = samples[int(0.2 * RATE) :]
        pitches.append(np.argmax(np.abs(np.fft.rfft(end, RATE))))
    assert abs(pitches[0] - pitches[1]) > 100


@needs_voice
@pytest.mark.parametrize("language", languages())
def test_espeak_has_a_voice_for_every_language(language: str) -> None:
    samples = np.frombuffer(spoken("Giza, Gizé, Гіза: 12", language), "<i2")
    assert 0.5 * RATE < len(samples) < 12 * RATE
    assert np.abs(samples).max() > 3000
    assert VOICES.keys() == set(languages())


@needs_voice
def test_a_sentence_is_words_and_never_an_option() -> None:
    assert len(spoken("-q --compile=x", "en")) > RATE


def test_without_the_program_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice.shutil, "which", lambda program: None)
    assert spoken("Giza", "en") == b""


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A loudspeaker that writes down what it plays."""
    file = tmp_path / "heard.raw"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(file))
    return file


def heard(file: Path) -> float:
    """The loudest sample so far."""
    samples = np.fromfile(file, "<i2") if file.exists() else np.zeros(0)
    return float(np.abs(samples.astype(float)).max(initial=0.0))


def until(happened: Callable[[], bool], within: float = 10.0) -> None:
    end = time.monotonic() + within
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_tone_reaches_the_loudspeaker_as_loud_as_it_is_set(recorded: Path) -> None:
    with Speaker(volume=0.5) as mouth:
        assert "sound.effects" not in mouth.amiss()
        mouth.tone("booked")
        until(lambda: heard(recorded) > 4000)
    assert heard(recorded) < 0.3 * np.iinfo(np.int16).max


@needs_voice
def test_sentences_reach_it_one_after_the_other_and_can_be_broken_off(recorded: Path) -> None:
    with Speaker(volume=1.0) as mouth:
        for _ in range(8):
            mouth.say("One two three four five six seven eight nine ten", "en", "count", 60.0)
        until(lambda: heard(recorded) > 4000)
        mouth.hush()
        until(lambda: not mouth._sentences)
        started = time.monotonic()
    assert time.monotonic() - started < 2.0, "nobody waits for the end of a sentence"


def test_what_came_too_late_or_was_retracted_is_never_said(monkeypatch: pytest.MonkeyPatch, recorded: Path) -> None:
    said: list[str] = []
    monkeypatch.setattr(speaker, "spoken", lambda text, language: said.append(text) or b"\0\0" * RATE)
    clock = iter([0.0, *[100.0] * 50])
    with Speaker(clock=lambda: next(clock)) as mouth:
        mouth.say("stale", "en", "a", 1.0)
        time.sleep(0.1)
    with Speaker() as mouth:
        mouth.say("first", "en", "a", 9.0)
        until(lambda: said == ["first"])
        mouth.say("second", "en", "b", 9.0)
        mouth.say("third", "en", "c", 9.0)
        mouth.retract("b")
        until(lambda: len(said) == 2)
    assert said == ["first", "third"]


@pytest.fixture
def deaf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a sound card."""
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(speaker, "SOUND_CARDS", tmp_path)


@pytest.mark.usefixtures("deaf")
def test_without_a_loudspeaker_nothing_fails_and_the_settings_say_so() -> None:
    threads = threading.active_count()
    with Speaker() as mouth:
        mouth.tone("booked")
        mouth.say("Giza", "en", "x", 1.0)
        assert mouth.amiss()["sound.effects"] == "menu.settings.no_sound"
        assert "sound.voice" in mouth.amiss()
    mouth.close()
    assert threading.active_count() == threads


def test_a_sound_card_that_cannot_be_opened_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    with Speaker() as mouth:
        mouth.tone("booked")
        until(lambda: "sound.effects" in mouth.amiss())


def test_more_than_can_be_heard_is_dropped_and_nobody_waits(monkeypatch: pytest.MonkeyPatch, recorded: Path) -> None:
    going = threading.Event()
    monkeypatch.setattr(speaker, "spoken", lambda text, language: (going.wait(10) and b"") or b"")
    with Speaker() as mouth:
        for number in range(1000):
            mouth.say(str(number), "en", number, 60.0)
            mouth.tone("booked")
        assert len(mouth._sentences) <= speaker.MOST_SENTENCES
        assert len(mouth._tones) <= speaker.MOST_TONES
        going.set()


SOUND = read_settings(()).sound


@pytest.mark.usefixtures("deaf")
def test_the_doctor_does_not_call_silence_an_illness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.doctor.sound.can_speak", lambda: False)
    findings = list(check_sound(SOUND))
    assert [finding.found for finding in findings] == ["doctor.audio.none", "doctor.voice.none"]
    assert all(finding.good for finding in findings)
    wanted = list(check_sound(msgspec.structs.replace(SOUND, voice=True)))[1]
    assert (wanted.good, wanted.advice) == (False, "doctor.advice.voice")


def test_the_doctor_plays_a_sound(recorded: Path) -> None:
    assert next(check_sound(SOUND)).found == "doctor.audio.played"
    assert heard(recorded) > 4000


def test_the_doctor_says_why_nothing_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    found = next(check_sound(SOUND))
    assert (found.found, found.good, found.advice) == ("doctor.audio.failed", False, "doctor.advice.audio")


def test_a_loudspeaker_that_is_plugged_in_later_is_found(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    there = [False]
    monkeypatch.setattr(speaker, "has_loudspeaker", lambda: there[0])
    with Speaker(clock=lambda: now[0]) as mouth:
        mouth.tone("booked")
        until(lambda: not mouth._tones)
        assert mouth.amiss()["sound.effects"]
        there[0] = True
        now[0] += speaker.TRY_AGAIN_AFTER + 1
        mouth.tone("booked")
        until(lambda: heard(recorded) > 4000)
        assert "sound.effects" not in mouth.amiss()


class Cards:
    """What is plugged in; `heard` is what came out of each card. Like SDL, plays on in silence when one is pulled."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.opened = folder, ""
        self.heard: dict[str, int] = {}
        monkeypatch.setattr(pygame, "mixer", self)
        monkeypatch.setattr(speaker, "SOUND_CARDS", folder)
        for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "XDG_RUNTIME_DIR"):
            monkeypatch.delenv(name, raising=False)

    def plug(self, name: str) -> None:
        self.heard[name] = 0
        (self.folder / "pcmC0D0p").write_text(name)

    def pull(self) -> None:
        (self.folder / "pcmC0D0p").rename(self.folder / "pulled")  # so that no other gets its number on the disk

    def init(self, *_: object, **__: object) -> None:
        try:
            self.opened = (self.folder / "pcmC0D0p").read_text()
        except OSError as problem:
            raise pygame.error("no such card") from problem

    def quit(self) -> None:
        self.opened = ""

    def Sound(self, buffer: bytes) -> Cards:  # noqa: N802  pygame's name
        return self

    def set_volume(self, volume: float) -> None:
        pass

    def get_busy(self) -> bool:
        if not self.opened:
            raise pygame.error("mixer not initialized")
        return True

    def stop(self) -> None:
        pass

    def play(self) -> Cards:
        card = self.folder / "pcmC0D0p"
        if card.exists() and card.read_text() == self.opened:
            self.heard[self.opened] += 1
        return self


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cards:
    return Cards(tmp_path, monkeypatch)


def test_a_loudspeaker_that_was_pulled_out_is_missed_and_the_next_one_is_heard_at_once(
    cards: Cards, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speaker, "spoken", lambda text, language: b"\0\0")
    now = [0.0]
    cards.plug("first")
    with Speaker(clock=lambda: now[0]) as mouth:
        mouth.say("Giza", "en", "a", 9.0)
        until(lambda: cards.heard["first"] == 1)
        cards.pull()
        now[0] += speaker.LOOK_AGAIN_AFTER
        assert mouth.amiss()["sound.effects"] == "menu.settings.no_sound"
        mouth.tone("booked")
        until(lambda: not mouth._tones)
        cards.plug("second")
        now[0] += speaker.LOOK_AGAIN_AFTER
        assert "sound.effects" not in mouth.amiss()
        mouth.tone("booked")
        until(lambda: cards.heard["second"] == 1)


def test_a_loudspeaker_that_was_changed_between_two_sounds_is_the_one_that_is_heard(cards: Cards) -> None:
    cards.plug("first")
    with Speaker(clock=lambda: 0.0) as mouth:
        mouth.tone("booked")
        until(lambda: cards.heard["first"] == 1)
        cards.pull()
        cards.plug("second")
        mouth.tone("booked")
        until(lambda: cards.heard["second"] == 1)
