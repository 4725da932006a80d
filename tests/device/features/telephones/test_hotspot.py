"""The own Wi-Fi, with a stand-in for NetworkManager: opened, closed, refused, ended by itself, left by a crash."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager

import pytest

from device.features.telephones.wifi import hotspot, network_manager
from device.features.telephones.wifi.hotspot import AFTER_GAME, CHECKED_EVERY, FILE, Hotspot, HotspotHost
from tests.device.features.telephones.fake_nmcli import AT_HOME, FREE, WIRED, FakeNetwork

FOREIGN = {"Wondertable": {"ssid": "somebody's own"}}


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def host_of(folder, clock=None):
    host = HotspotHost(folder / "state", clock or Clock())
    try:
        yield host
    finally:
        host.close()


def until(host: HotspotHost, condition) -> Hotspot:
    """What the host says once that is so."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if condition(host.access):
            return host.access
        time.sleep(0.01)
    raise AssertionError(host.access)


def opened(host: HotspotHost) -> Hotspot:
    until(host, lambda wifi: wifi is not None)
    host.switch(on=True)
    return until(host, lambda wifi: wifi.state == "on")


def closed(host: HotspotHost) -> Hotspot:
    return until(host, lambda wifi: wifi is not None and wifi.state == "off")


def test_a_wifi_is_opened_with_a_new_passphrase_and_closed_again(tmp_path, monkeypatch):
    network = FakeNetwork(tmp_path, monkeypatch, WIRED, FREE)
    with host_of(tmp_path) as host:
        first = opened(host)
        (profile,) = network.now["profiles"].values()
        assert (profile["ssid"], profile["802-11-wireless-security.psk"]) == (first.name, first.passphrase)
        assert (profile["ipv4.method"], profile["802-11-wireless.mode"], profile["save"]) == ("shared", "ap", "no")
        assert len(first.passphrase) == 12
        host.switch(on=False)
        closed(host)
        assert network.now["profiles"] == {}
        assert opened(host).passphrase != first.passphrase
    assert network.now["profiles"] == {}, "closed with the program"
    assert not (tmp_path / "state" / FILE).exists()


def test_the_connection_that_would_end_is_named_before_and_comes_back(tmp_path, monkeypatch):
    network = FakeNetwork(tmp_path, monkeypatch, AT_HOME)
    with host_of(tmp_path) as host:
        assert closed(host).cuts == "Wohnzimmer: 5 GHz"
        opened(host)
    assert network.now["active"][-1] == "8f-22"


@pytest.mark.parametrize(
    ("devices", "ap"),
    [
        ([WIRED], ()),
        ([FREE], ()),
        ([["wlan0", "wifi", "unavailable", "", ""]], ("wlan0",)),
        ([["wlan0", "wifi", "unmanaged", "", ""]], ("wlan0",)),
    ],
    ids=["no Wi-Fi", "no access point", "switched off", "not NetworkManager's"],
)
def test_without_the_hardware_nothing_is_offered(tmp_path, monkeypatch, devices, ap):
    network = FakeNetwork(tmp_path, monkeypatch, *devices, ap=ap)
    with host_of(tmp_path) as host:
        assert wait_for_calls(network)
        assert host.access is None
        host.switch(on=True)
        assert host.access is None


def wait_for_calls(network: FakeNetwork) -> bool:
    end = time.monotonic() + 20
    while not network.calls and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.1)
    return bool(network.calls)


def test_without_network_manager_nothing_is_offered_and_nothing_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with host_of(tmp_path) as host:
        host.switch(on=True)
        host.watch(phones=True, over=False)
        assert host.access is None


def test_a_network_manager_that_does_not_run_offers_nothing(tmp_path, monkeypatch):
    network = FakeNetwork(tmp_path, monkeypatch, FREE)
    network.change(running=False)
    with host_of(tmp_path) as host:
        assert wait_for_calls(network)
        assert host.access is None


@pytest.mark.parametrize(
    ("fails", "said"),
    [
        ({"add": [1, "Error: Failed to add 'x' connection: Insufficient privileges"]}, "hotspot_not_allowed"),
        ({"up": [4, "Error: Not authorized to share connections via wifi."]}, "hotspot_not_allowed"),
        ({"up": [4, "Error: Connection activation failed: IP configuration could not be reserved."]}, "Connection"),
        ({"up": [3, ""]}, "status 3"),
    ],
    ids=["polkit", "polkit, sharing", "no dnsmasq", "too late"],
)
def test_what_is_refused_is_said_and_undone(tmp_path, monkeypatch, fails, said):
    network = FakeNetwork(tmp_path, monkeypatch, FREE)
    network.change(fails=fails, profiles=FOREIGN)
    with host_of(tmp_path) as host:
        closed(host)
        host.switch(on=True)
        trouble = until(host, lambda wifi: wifi.trouble).trouble
        assert trouble.startswith(said)
        assert not trouble.endswith(".")
        assert network.now["profiles"] == FOREIGN
        network.change(fails={})
        assert opened(host), "it may be tried again"


def test_a_connection_of_somebody_else_is_left_alone(tmp_path, monkeypatch):
    network = FakeNetwork(tmp_path, monkeypatch, FREE)
    network.change(profiles=FOREIGN, active=["Wondertable"])
    with host_of(tmp_path) as host:
        opened(host)
        assert len(network.now["profiles"]) == 2
    assert network.now["profiles"] == FOREIGN
    assert network.now["active"] == ["Wondertable"]


def test_what_a_crash_left_open_is_closed_at_the_next_start(tmp_path, monkeypatch):
    network = FakeNetwork(tmp_path, monkeypatch, AT_HOME)
    with monkeypatch.context() as crashed, host_of(tmp_path) as host:
        opened(host)
        crashed.setattr(HotspotHost, "_undo", lambda self: None)
    assert len(network.now["profiles"]) == 1
    kept = json.loads((tmp_path / "state" / FILE).read_text())
    assert kept["profile"] in network.now["profiles"]
    with host_of(tmp_path) as host:
        closed(host)
        assert network.now["profiles"] == {}
        assert network.now["active"] == ["8f-22"]


def test_what_cannot_be_closed_is_closed_at_the_next_start(tmp_path, monkeypatch):
    network = FakeNetwork(tmp_path, monkeypatch, FREE)
    with host_of(tmp_path) as host:
        opened(host)
        network.change(fails={"delete": [8, "Error: NetworkManager is not running."]})
        host.switch(on=False)
        assert until(host, lambda wifi: wifi.trouble).trouble == "NetworkManager is not running"
    assert (tmp_path / "state" / FILE).exists()
    network.change(fails={})
    with host_of(tmp_path) as host:
        closed(host)
        assert network.now["profiles"] == {}


def test_one_that_ends_by_itself_is_said(tmp_path, monkeypatch):
    network, clock = FakeNetwork(tmp_path, monkeypatch, FREE), Clock()
    with host_of(tmp_path, clock) as host:
        opened(host)
        for active, trouble in ((network.now["active"], ""), ([], "hotspot_ended")):
            network.change(active=active)
            calls = len(network.calls)
            clock.now += CHECKED_EVERY + 1
            host.watch(phones=True, over=False)
            until(host, lambda _, calls=calls: len(network.calls) > calls)
            if trouble:
                until(host, lambda wifi: wifi.trouble == "hotspot_ended")
        assert network.now["profiles"] == {}


def test_a_network_manager_that_hangs_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(network_manager, "KILLED_AFTER", 0.3)
    network = FakeNetwork(tmp_path, monkeypatch, FREE)
    with host_of(tmp_path) as host:
        closed(host)
        network.change(hangs=["up"])
        host.switch(on=True)
        assert until(host, lambda wifi: wifi.trouble).trouble == "hotspot_no_answer"
        assert network.now["profiles"] == {}


@pytest.mark.parametrize("ends", ["telephones off", "next game", "long after the game"])
def test_it_closes_with_telephones_and_with_the_game(tmp_path, monkeypatch, ends):
    FakeNetwork(tmp_path, monkeypatch, FREE)
    clock = Clock()
    with host_of(tmp_path, clock) as host:
        opened(host)
        host.watch(phones=True, over=False)
        host.watch(phones=True, over=True)
        clock.now += AFTER_GAME - 1
        host.watch(phones=True, over=True)
        assert host.access.state == "on", "scores may still be looked at"
        clock.now += 2 if ends == "long after the game" else 0
        host.watch(phones=ends != "telephones off", over=ends != "next game")
        closed(host)


def test_the_code_escapes_what_would_end_a_field():
    wifi = Hotspot("on", 'a;b:c,d"e', "back\\slash")
    assert wifi.code == 'WIFI:T:WPA;S:a\\;b\\:c\\,d\\"e;P:back\\\\slash;;'
    assert Hotspot("starting", "name", "word").code == ""


def test_nothing_in_the_folder_can_stop_the_start(tmp_path, monkeypatch):
    FakeNetwork(tmp_path, monkeypatch, FREE)
    (tmp_path / "state").mkdir()
    for content in (b"", b"[]", b'{"profile": 1}', b"\xff"):
        (tmp_path / "state" / FILE).write_bytes(content)
        with host_of(tmp_path) as host:
            closed(host)


def test_a_folder_that_cannot_be_written_opens_nothing(tmp_path, monkeypatch):
    network = FakeNetwork(tmp_path, monkeypatch, FREE)

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(hotspot, "write_durably", full)
    with host_of(tmp_path) as host:
        closed(host)
        host.switch(on=True)
        assert until(host, lambda wifi: wifi.trouble).trouble == "No space left on device"
        assert network.now["profiles"] == {}
