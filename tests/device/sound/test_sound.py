"""Sounds and voice announce what the screen shows, without delaying it and without being required."""

from __future__ import annotations

import shutil
import threading
import time
from contextlib import closing
from dataclasses import replace
from types import MappingProxyType, SimpleNamespace
from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pygame
import pytest

from device.app.connections import Inputs, Outputs
from device.app.main_loop import MainLoop
from device.doctor.peripherals import check_sound
from device.features.kit_check.pages import ShownKit
from device.features.kit_check.shown import KitCheck
from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import read_settings
from device.sound import Announcer, Speaker, speaker, voice
from device.sound.speaker import NOTE_SECONDS, RATE, TONES, tone
from device.sound.voice import VOICES, synthesize
from device.umpire.table import TableUmpire
from display.messages.intents import Advance, Enter, SetUp
from display.messages.presses import LookAt, Press
from display.messages.questions import Plan, Question
from display.navigation.navigation import handle_press, update_position
from display.navigation.position import START, ScreenId
from display.navigation.reveal import is_revealing
from display.table_state import EmptyChair, TableState
from display.words import languages
from engine import Build, Fight, Payment, Phase
from tests.device.tables import CODEBOOK
from tests.display.sessions import AGE_ENDS, LATE, OVER, marks, played
from tests.journeys.test_by_hand import FEW, planned
from vision.scene import Scene

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from pathlib import Path

    from display.messages.intents import Intent
    from display.messages.questions import Notice

needs_voice = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="espeak-ng is not installed")


class SilentSpeaker:
    """Hears what would be heard."""

    volume = 0.0
    output = ""

    def __init__(self) -> None:
        self.tones: list[str] = []
        self.said: list[tuple[str, Hashable]] = []
        self.silenced = 0

    def problems(self) -> MappingProxyType[str, str]:
        return MappingProxyType({})

    def tone(self, name: str) -> None:
        self.tones.append(name)

    def say(self, text: str, language: str, about: Hashable, within: float) -> None:
        assert within > 0
        assert language in languages()
        self.said.append((text, about))

    def retract(self, about: Hashable) -> None:
        self.said = [one for one in self.said if one[1] != about]

    def silence(self) -> None:
        self.silenced += 1
        self.said = []

    @property
    def texts(self) -> list[str]:
        return [text for text, _ in self.said]


def listening(output: SilentSpeaker, **sound: object) -> tuple[Announcer, Preferences]:
    settings = read_settings(())
    wanted = msgspec.structs.replace(settings.sound, **{"effects": True, "voice": True, **sound})
    preferences = Preferences(msgspec.structs.replace(settings, sound=wanted))
    return Announcer(output, preferences), preferences


def turn(**what: object) -> TableState:
    return replace(TableState(played(3, LATE), marks(3)), **what)


PALACE = Question(1, "already_built", {"card": "palace"}, ("take_back", "exception"))


def test_each_seen_card_has_one_tone() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    announcer.watch(turn(), revealing=False)
    assert output.tones == []
    for plans in ({0: Plan("discard")}, {0: Plan("discard")}, {0: Plan("discard"), 2: Plan("stage", stage=2)}):
        announcer.watch(turn(plans=plans), revealing=False)
    assert output.tones == ["booked", "booked"]


@pytest.mark.parametrize("how", ["entered", "acted_in_secret"])
def test_an_action_entered_by_hand_or_on_a_telephone_has_a_tone_too(how: str) -> None:
    announcer, _ = listening(output := SilentSpeaker())
    for seats in ((), (1,), (1,), (0, 1)):
        announcer.watch(turn(**{how: frozenset(seats)}), revealing=False)
    assert output.tones == ["booked", "booked"]


def test_a_card_taken_away_has_no_tone_and_one_when_it_comes_back() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    for plans in ({0: Plan("discard")}, {}, {0: Plan("discard")}):
        announcer.watch(turn(plans=plans), revealing=False)
    assert output.tones == ["booked", "booked"]


def test_a_question_has_its_own_tone_and_is_spoken_with_its_seat() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    announcer.watch(turn(), revealing=False)
    for _ in range(3):
        announcer.watch(turn(questions=(PALACE,)), revealing=False)
    assert output.tones == ["question"]
    assert output.texts == ["Rhodes: Palace is already in this city."]


def test_a_question_that_is_gone_is_no_longer_spoken() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    announcer.watch(turn(), revealing=False)
    announcer.watch(turn(questions=(PALACE,)), revealing=False)
    announcer.watch(turn(), revealing=False)
    assert output.said == []


def test_what_to_do_for_the_empty_chair_is_said_once() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    for does in (None, Build(1, "loom"), Build(1, "loom"), None):
        announcer.watch(turn(chair=EmptyChair(1, ("loom",), does, "loom")), revealing=False)
    assert output.texts == ["Rhodes: lay Loom in its city"]


def test_sentences_are_in_the_language_of_the_screen() -> None:
    announcer, preferences = listening(output := SilentSpeaker())
    preferences.change("screen.language", "uk")
    announcer.watch(turn(), revealing=False)
    announcer.watch(turn(questions=(PALACE,)), revealing=False)
    assert output.texts == ["Родос: Палац: уже є в цьому місті."]


def test_conflicts_are_announced_once_after_the_screen_has_shown_them() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    game = played(3, AGE_ENDS)
    assert game.phase is Phase.CONFLICTS
    state = TableState(game, marks(3))
    announcer.watch(state, revealing=True)
    assert output.said == []
    for _ in range(3):
        announcer.watch(state, revealing=False)
    won = [sum(city.conflict) for city in game.apply(Fight()).cities]
    assert output.texts[0] == "Conflicts of Age 1."
    names = ("Giza", "Rhodes", "Olympia")
    assert output.texts[1:] == [
        f"{name} {'loses' if points < 0 else 'wins'} {abs(points)} point{'' if abs(points) == 1 else 's'}."
        for name, points in zip(names, won, strict=True)
    ]


def test_the_winner_is_announced_after_the_screen_has_shown_the_scoring() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    state = TableState(played(4, OVER), marks(4), finished=True)
    announcer.watch(state, revealing=True)
    assert output.said == []
    announcer.watch(state, revealing=False)
    assert " wins with " in output.texts[0]
    assert len(output.texts) == 4


class Viewer:
    """A screen in front of which somebody looks at a city at once, and back at the conflicts or the scoring later."""

    up = True

    def __init__(self) -> None:
        self.position, self.touch = START, None

    def show(self, state: TableState, now: float) -> None:
        self.position = update_position(self.position, state, now)

    def busy(self, state: TableState) -> bool:
        return is_revealing(self.position, state)

    def presses(self) -> tuple[LookAt | Press, ...]:
        touch, self.touch = self.touch, None
        return () if touch is None else (touch,)

    def press(self, touch: LookAt | Press, state: TableState, now: float) -> Intent | None:
        self.position, intent = handle_press(update_position(self.position, state, now), state, touch, now)
        return intent

    def notices(self) -> tuple[Notice, ...]:
        return ()


def test_nothing_is_announced_that_the_screen_has_not_shown_since_another_one_is_looked_at() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    viewer, now = Viewer(), [0.0]
    pictures = SimpleNamespace(left=0, look=lambda: None)
    loop = MainLoop(
        Session(TableUmpire(CODEBOOK)), Inputs(pictures), Outputs(viewer, announcer=announcer), clock=lambda: now[0]
    )

    def go_on(seconds: float, touch: LookAt | Press | None = None) -> None:
        rounds = iter([FrameResult(Scene(now[0]), number, blind=True) for number in range(3)])
        viewer.touch, now[0], pictures.look = touch, now[0] + seconds, lambda: next(rounds, None)
        loop.run()

    for intent in (SetUp(tuple(FEW)), Advance(), *map(Enter, planned("three")[:18])):
        loop.press(intent)
    assert loop.session.game.phase is Phase.CONFLICTS
    go_on(0.1)
    go_on(0.5, LookAt(1))
    go_on(60)
    assert viewer.position.screen is ScreenId.CITY
    assert output.said == []
    go_on(1, Press.LEFT)
    go_on(1, Press.LEFT)
    go_on(60, Press.LEFT)
    assert viewer.position.screen is ScreenId.CONFLICTS
    assert output.texts[0] == "Conflicts of Age 1."


def test_an_exception_is_announced_when_it_is_recorded() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    game = played(3, LATE)
    seat = game.to_act[0]
    twice = next(card for card in game.cities[seat].cards)
    announcer.watch(TableState(game, marks(3)), revealing=False)
    announcer.watch(TableState(game.apply(Build(seat, twice, exception=True)), marks(3)), revealing=False)
    assert len(output.texts) == 1
    assert output.texts[0].endswith("Recorded as an exception.")


def test_exceptions_of_an_earlier_game_that_is_looked_at_are_not_announced() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    longer = played(3, LATE)
    longer = longer.apply(Build(longer.to_act[0], longer.cities[longer.to_act[0]].cards[0], exception=True))
    announcer.watch(TableState(played(3, AGE_ENDS), marks(3)), revealing=True)
    announcer.watch(TableState(longer, marks(3), finished=True, is_review=True), revealing=True)
    assert output.texts == []


def test_ordinary_plays_are_said_only_if_they_are_wanted_and_once() -> None:
    plans = {0: Plan("build", "haven", payment=Payment(2, 1, 0)), 1: Plan("stage", None, 2), 2: Plan("discard")}
    state = turn(plans=plans)
    for voice_setting, texts in (
        (True, []),
        ("plays", ["Giza builds Haven", "Rhodes builds stage 2", "Olympia discards"]),
    ):
        output = SilentSpeaker()
        announcer, _ = listening(output, voice=voice_setting)
        announcer.watch(turn(), revealing=False)
        announcer.watch(state, revealing=False)
        announcer.watch(turn(plans={**state.plans, 0: Plan("build", "haven")}), revealing=False)
        assert output.texts == texts, "another payment is no other play"


def test_a_play_that_is_taken_back_is_no_longer_said_and_another_one_is() -> None:
    output = SilentSpeaker()
    announcer, _ = listening(output, voice="plays")
    announcer.watch(turn(plans={0: Plan("build", "haven")}), revealing=False)
    announcer.watch(turn(plans={0: Plan("build", "arena")}), revealing=False)
    assert output.texts == ["Giza builds Arena"]
    announcer.watch(turn(), revealing=False)
    assert output.texts == []


def test_what_was_played_in_an_earlier_turn_is_never_said() -> None:
    output = SilentSpeaker()
    announcer, _ = listening(output, voice="plays")
    announcer.watch(turn(), revealing=False)
    assert output.texts == []


def test_in_a_kit_check_each_card_has_a_tone_and_a_wrong_one_another() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    for check in (None, KitCheck(2, shown=1), KitCheck(2, shown=1), KitCheck(3, wrong="slanted", shown=1)):
        announcer.watch(TableState(features={"kit_check": ShownKit(check)}), revealing=False)
    assert output.tones == ["booked", "question"]


def test_undo_silences_the_voice() -> None:
    announcer, _ = listening(output := SilentSpeaker())
    game = played(3, AGE_ENDS)
    announcer.watch(TableState(game, marks(3)), revealing=False)
    assert output.said
    announcer.watch(TableState(game.undo_turn(), marks(3)), revealing=False)
    assert (output.said, output.silenced) == ([], 1)
    announcer.watch(TableState(game, marks(3)), revealing=False)
    assert output.said, "and announced again when the game comes to it again"


def test_switching_sound_off_takes_effect_at_once() -> None:
    announcer, preferences = listening(output := SilentSpeaker())
    announcer.watch(turn(), revealing=False)
    preferences.change("sound.effects", False)
    preferences.change("sound.voice", False)
    preferences.change("sound.volume", 0.25)
    announcer.watch(turn(questions=(PALACE,), plans={0: Plan("discard")}), revealing=False)
    announcer.watch(TableState(played(3, AGE_ENDS), marks(3)), revealing=False)
    assert (output.tones, output.said, output.volume) == ([], [], 0.25)


def test_another_loudspeaker_is_heard_as_soon_as_it_is_chosen_and_again_when_asked_for() -> None:
    announcer, preferences = listening(output := SilentSpeaker())
    preferences.change("sound.effects", False)
    announcer.watch(TableState(), revealing=False)
    assert (output.output, output.tones) == ("", [])
    preferences.change("sound.output", "usb")
    for _ in range(3):
        announcer.watch(TableState(), revealing=False)
    assert (output.output, output.tones) == ("usb", ["question"])
    announcer.try_sound()
    assert output.tones == ["question"] * 2


@pytest.mark.parametrize("name", list(TONES))
def test_a_tone_is_soft_and_short_and_fades_out(name: str) -> None:
    samples = np.frombuffer(tone(name), "<i2").astype(float) / np.iinfo(np.int16).max
    assert NOTE_SECONDS * RATE <= len(samples) <= 0.7 * RATE
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
    samples = np.frombuffer(synthesize("Giza, Gizé, Гіза: 12", language), "<i2")
    assert 0.5 * RATE < len(samples) < 12 * RATE
    assert np.abs(samples).max() > 3000
    assert VOICES.keys() == set(languages())


@needs_voice
def test_a_sentence_is_never_taken_for_an_option_of_espeak() -> None:
    assert len(synthesize("-q --compile=x", "en")) > RATE


def test_without_espeak_nothing_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice.shutil, "which", lambda program: None)
    assert synthesize("Giza", "en") == b""


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


def test_a_tone_is_as_loud_as_the_volume_that_is_set(recorded: Path) -> None:
    with closing(Speaker(volume=0.5)) as output:
        assert "sound.effects" not in output.problems()
        output.tone("booked")
        until(lambda: heard(recorded) > 4000)
    assert heard(recorded) < 0.3 * np.iinfo(np.int16).max


@needs_voice
def test_sentences_are_spoken_one_after_the_other_and_can_be_stopped(recorded: Path) -> None:
    with closing(Speaker(volume=1.0)) as output:
        for _ in range(8):
            output.say("One two three four five six seven eight nine ten", "en", "count", 60.0)
        until(lambda: heard(recorded) > 4000)
        output.silence()
        until(lambda: not output._sentences)
        started = time.monotonic()
    assert time.monotonic() - started < 2.0, "the game does not wait for the end of a sentence"


def test_late_or_retracted_sentences_are_never_spoken(monkeypatch: pytest.MonkeyPatch, recorded: Path) -> None:
    said: list[str] = []
    monkeypatch.setattr(speaker, "synthesize", lambda text, language: said.append(text) or b"\0\0" * RATE)
    clock = iter([0.0, *[100.0] * 50])
    with closing(Speaker(clock=lambda: next(clock))) as output:
        output.say("stale", "en", "a", 1.0)
        time.sleep(0.1)
    with closing(Speaker()) as output:
        output.say("first", "en", "a", 9.0)
        until(lambda: said == ["first"])
        output.say("second", "en", "b", 9.0)
        output.say("third", "en", "c", 9.0)
        output.retract("b")
        until(lambda: len(said) == 2)
    assert said == ["first", "third"]


@pytest.fixture
def deaf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a sound card."""
    for name in ("SDL_AUDIODRIVER", "PULSE_SERVER", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(speaker, "SOUND_CARDS", tmp_path)


@pytest.mark.usefixtures("deaf")
def test_a_missing_loudspeaker_is_no_error_and_shows_in_the_settings() -> None:
    threads = threading.active_count()
    with closing(Speaker()) as output:
        output.tone("booked")
        output.say("Giza", "en", "x", 1.0)
        assert output.problems()["sound.effects"] == "menu.settings.no_sound"
        assert "sound.voice" in output.problems()
    output.close()
    assert threading.active_count() == threads


def test_a_sound_card_that_cannot_be_opened_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    with closing(Speaker()) as output:
        output.tone("booked")
        until(lambda: "sound.effects" in output.problems())


def test_too_many_sounds_are_dropped_and_no_call_waits(monkeypatch: pytest.MonkeyPatch, recorded: Path) -> None:
    going = threading.Event()
    monkeypatch.setattr(speaker, "synthesize", lambda text, language: (going.wait(10) and b"") or b"")
    with closing(Speaker()) as output:
        for number in range(1000):
            output.say(str(number), "en", number, 60.0)
            output.tone("booked")
        assert len(output._sentences) <= speaker.MOST_SENTENCES
        assert len(output._tones) <= speaker.MOST_TONES
        going.set()


SOUND = read_settings(()).sound


@pytest.mark.usefixtures("deaf")
def test_a_missing_loudspeaker_or_voice_is_no_fault_unless_the_voice_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.doctor.peripherals.can_speak", lambda: False)
    asked = "asked, whereupon ALSA's library says on standard error what it does not find"
    monkeypatch.setattr("device.doctor.peripherals.output_names", lambda: pytest.fail(asked))
    findings = list(check_sound(SOUND))
    assert [finding.found for finding in findings] == ["doctor.audio.none", "doctor.voice.none"]
    assert all(finding.good for finding in findings)
    wanted = list(check_sound(msgspec.structs.replace(SOUND, voice=True)))[1]
    assert (wanted.good, wanted.advice) == (False, "doctor.advice.voice")


def test_the_doctor_plays_a_sound(recorded: Path) -> None:
    assert next(check_sound(SOUND)).found == "doctor.audio.played"
    assert heard(recorded) > 4000


def test_the_doctor_says_why_the_loudspeaker_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    found = next(check_sound(SOUND))
    assert (found.found, found.good, found.advice) == ("doctor.audio.failed", False, "doctor.advice.audio")


def test_a_loudspeaker_that_is_plugged_in_later_is_found(recorded: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    there = [False]
    monkeypatch.setattr(speaker, "has_loudspeaker", lambda: there[0])
    with closing(Speaker(clock=lambda: now[0])) as output:
        output.tone("booked")
        until(lambda: not output._tones)
        assert output.problems()["sound.effects"]
        there[0] = True
        now[0] += speaker.RETRY_AFTER + 1
        output.tone("booked")
        until(lambda: heard(recorded) > 4000)
        assert "sound.effects" not in output.problems()


@pytest.mark.parametrize(
    ("wanted", "opened"),
    [("", None), ("headphones", "bcm2835 Headphones"), ("HDMI", "vc4-hdmi-0"), ("not plugged in", None)],
)
def test_the_output_in_the_settings_is_opened_and_otherwise_the_systems_own(
    monkeypatch: pytest.MonkeyPatch, wanted: str, opened: str | None
) -> None:
    names: list[object] = []
    mixer = SimpleNamespace(init=lambda *_, devicename=None, **__: names.append(devicename), quit=lambda: None)
    monkeypatch.setattr(pygame, "mixer", mixer)
    monkeypatch.setattr(speaker, "get_audio_device_names", lambda iscapture: ["vc4-hdmi-0", "bcm2835 Headphones"])
    speaker.open_mixer(wanted)
    assert names[-1] == opened


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


def test_pulling_a_loudspeaker_out_is_noticed_and_a_new_one_plays_at_once(
    cards: Cards, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(speaker, "synthesize", lambda text, language: b"\0\0")
    now = [0.0]
    cards.plug("first")
    with closing(Speaker(clock=lambda: now[0])) as output:
        output.say("Giza", "en", "a", 9.0)
        until(lambda: cards.heard["first"] == 1)
        cards.pull()
        now[0] += speaker.CHECK_AFTER
        assert output.problems()["sound.effects"] == "menu.settings.no_sound"
        output.tone("booked")
        until(lambda: not output._tones)
        cards.plug("second")
        now[0] += speaker.CHECK_AFTER
        assert "sound.effects" not in output.problems()
        output.tone("booked")
        until(lambda: cards.heard["second"] == 1)


def test_a_loudspeaker_changed_between_two_sounds_plays_the_second(cards: Cards) -> None:
    cards.plug("first")
    with closing(Speaker(clock=lambda: 0.0)) as output:
        output.tone("booked")
        until(lambda: cards.heard["first"] == 1)
        cards.pull()
        cards.plug("second")
        output.tone("booked")
        until(lambda: cards.heard["second"] == 1)
