"""The main loop serves telephones in every round, and books what they entered."""

from __future__ import annotations

import socket
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.features.telephones.game.host import PhoneHost
from device.features.telephones.game.requests import EnterTurn, NamePlayer, TakeSeat, to_line
from device.features.telephones.pages import FreeSeat, LookForWifi, NextAddress, RenewSecret, SwitchHotspot
from device.features.telephones.wifi.hotspot import Hotspot
from device.journal.journal import Journal
from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.settings.preferences import Preferences
from device.settings.settings import read_settings
from device.umpire.table import TableUmpire
from display.messages.intents import Advance, Change, EndTurn, FeatureIntent, KeepScoredTable, SetUp
from engine import CityCount, FinalCity
from tests.device.features.telephones.game.phone_table import SEATS, phone_of
from tests.device.features.telephones.joined import features_with
from tests.device.tables import CODEBOOK
from vision.scene import Scene


class Rounds:
    """Nothing is seen; the loop ends after so many rounds."""

    def __init__(self) -> None:
        self.left = self.number = 0

    def look(self):
        self.left -= 1
        self.number += 1
        return FrameResult(Scene(float(self.number)), self.number, blind=True) if self.left >= 0 else None

    def close(self):
        pass


class Wifi:
    """An own Wi-Fi that notes what is asked of it."""

    access = Hotspot("on", "Wondertable", "passphrase")

    def __init__(self) -> None:
        self.asked: list[object] = []

    def look(self) -> None:
        self.asked.append("look")

    def switch(self, *, on: bool) -> None:
        self.asked.append(on)

    def watch(self, *, phones: bool, over: bool) -> None:
        self.asked.append((phones, over))


class Joined:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.host = PhoneHost(folder, enters=True, socket=folder / "phones.sock")
        self.host.switch(on=True)
        self.rounds = Rounds()
        self.journal = Journal(folder / "games.sqlite")
        preferences = Preferences(read_settings(()), folder)
        storage = Storage(journal=self.journal, preferences=preferences)
        self.wifi = Wifi()
        outputs = Outputs(features=features_with(self.host, preferences, self.wifi))
        self.loop = MainLoop(Session(TableUmpire(CODEBOOK)), Inputs(self.rounds), outputs, storage)
        self.loop.press(SetUp(SEATS))
        self.server = socket.socket(socket.AF_UNIX)
        self.server.connect(str(folder / "phones.sock"))
        self.run()

    def run(self, rounds: int = 3) -> None:
        self.rounds.left = rounds
        self.loop.run()

    def ask(self, *requests) -> None:
        self.server.sendall(b"".join(map(to_line, requests)))
        self.run()

    def close(self) -> None:
        self.server.close()
        self.host.close()
        self.journal.close()


def asks(what: object) -> FeatureIntent:
    return FeatureIntent("telephones", what)


@pytest.fixture
def appliance():
    with TemporaryDirectory(dir="/tmp") as folder, closing(Joined(Path(folder))) as appliance:
        yield appliance


def test_what_is_entered_is_in_the_journal_once_all_have_acted(appliance):
    appliance.ask(*(TakeSeat(seat, phone_of(seat), wonder) for seat, (wonder, _) in enumerate(SEATS)))
    appliance.ask(NamePlayer(4, phone_of(1), "Ada"))
    appliance.loop.press(Advance())
    appliance.run()
    moment = appliance.host.evening.moment
    appliance.ask(*(EnterTurn(seat, phone_of(seat), moment, seat, "discard") for seat in range(2)))
    assert appliance.loop.session.entries == ()
    appliance.ask(EnterTurn(2, phone_of(2), moment, 2, "build", "baths"))
    assert appliance.loop.session.game.turn == 2
    assert appliance.loop.session.names[1] == "Ada"
    (stored,) = appliance.journal.games()
    assert len(appliance.journal.events(stored.id)) >= 3


def test_a_turn_that_is_ended_counts_what_was_entered(appliance):
    appliance.ask(*(TakeSeat(seat, phone_of(seat), wonder) for seat, (wonder, _) in enumerate(SEATS)))
    appliance.loop.press(Advance())
    appliance.run()
    moment = appliance.host.evening.moment
    for seat, card in ((0, "baths"), (2, "altar")):
        appliance.ask(EnterTurn(seat, phone_of(seat), moment, seat, "build", card))
    appliance.loop.press(Advance())
    assert appliance.loop.session.game.pending == {}, "what was entered stays secret while somebody is waited for"
    appliance.loop.press(EndTurn((1,)))
    assert [city.cards for city in appliance.loop.session.game.cities] == [("baths",), (), ("altar",)]


def test_telephones_are_switched_on_and_off_in_the_menu(appliance):
    appliance.loop.press(Change("phones.on", False))
    appliance.run(1)
    assert not appliance.host.is_on
    appliance.loop.press(Change("phones.on", True, also=Change("phones.enter", False)))
    appliance.run(1)
    assert appliance.host.is_on
    assert not appliance.host.enters


def test_code_seats_and_address_are_changed_in_the_menu(appliance):
    appliance.ask(TakeSeat(1, phone_of(0), "giza"))
    before = appliance.host.evening
    for what in (RenewSecret(), FreeSeat("giza"), NextAddress()):
        appliance.loop.press(asks(what))
    assert appliance.host.evening.secret != before.secret
    assert appliance.host.evening.seats == {}


def test_nothing_happens_without_telephones():
    loop = MainLoop(Session(TableUmpire(CODEBOOK)), Inputs(Rounds()))
    loop.press(asks(RenewSecret()))
    loop.press(Advance())


def test_the_own_wifi_hears_what_is_pressed_and_whether_it_is_still_needed(appliance):
    appliance.wifi.asked.clear()
    for what in (LookForWifi(), SwitchHotspot(on=True)):
        appliance.loop.press(asks(what))
    appliance.run(1)
    appliance.loop.press(Change("phones.on", False))
    appliance.run(1)
    assert appliance.wifi.asked == ["look", True, (True, False), (False, False)]


def test_without_an_own_wifi_nothing_is_asked_of_it(tmp_path):
    host = PhoneHost(tmp_path, socket=tmp_path / "phones.sock")
    with closing(features_with(host)) as features:
        features.press(asks(SwitchHotspot(on=True)))
        features.press(asks(LookForWifi()))
        assert features.notices() == ()


def test_a_table_from_photographs_is_kept_once_with_the_past_games(appliance):
    cities = tuple(FinalCity(wonder, side) for wonder, side in SEATS)
    kept = KeepScoredTable(cities, tuple(CityCount(3) for _ in SEATS), None)
    for intent in (kept, kept, replace(kept, counts=(CityCount(6), *kept.counts[1:]))):
        appliance.loop.press(intent)
    games = list(appliance.journal.games())
    assert [game.state for game in games] == ["finished", "finished"]
    assert appliance.loop.session.game is None
