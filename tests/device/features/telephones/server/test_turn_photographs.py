"""The cards of a turn, photographed by a telephone at a station: from the picture to what is recorded."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import pytest

from device.features.kit_check.card_pictures import keep_picture
from device.features.telephones.lent_pictures import LentPictures
from device.features.telephones.server.reader_process import READER, ReaderProcess
from device.session.looking import look
from device.session.session import Session
from device.session.setup import StationSetup
from device.umpire.station.station_umpire import StationUmpire
from display.messages.intents import Advance, SetUp
from display.words import Words
from engine import Build
from tests.device.features.telephones.game.phone_table import SEATS, phone_of
from tests.device.features.telephones.photographs.turn_photograph import turn_photograph
from tests.device.features.telephones.server.served import served
from tests.device.features.telephones.server.test_photograph_pages import read
from tests.device.tables import CODEBOOK, code_of
from tests.journeys.art_station import owners_pictures
from vision.scene import Scene

FREE = ("lumber_yard", "ore_vein", "clay_pool", "altar")


@pytest.fixture
def site(tmp_path):
    """A station without a camera, whose owner has shown a few cards; three play, and the first telephone has a seat."""
    for reference in owners_pictures(FREE):
        keep_picture(tmp_path / "cards", reference.design, reference.image)
    lent = LentPictures(tmp_path / "cards", tmp_path / "lent")
    lent.renew()
    with served(reader=ReaderProcess((*READER, "--pictures", str(tmp_path / "lent"))), enters=False) as site:
        site.table.session = Session(StationUmpire(CODEBOOK), setup=StationSetup())
        site.do(SetUp(SEATS, None), Advance())
        assert site.ask(0, "seat", wonder="giza")["refused"] is None
        yield site


def photograph(site, *cards: str) -> str:
    """The name of a photograph of these cards, once it is read."""
    codes = [CODEBOOK.copies(CODEBOOK.entries[code_of(card)])[0].code for card in cards]
    picture = cv2.imencode(".jpg", turn_photograph(codes, 8, 3.0))[1].tobytes()
    name = json.loads(site.request("POST", "/photographs?turn&language=en", picture).content)["photograph"]
    found = read(site, name)
    assert found["shown"] == [[f"card.{card}"] for card in cards]
    return name


def record(site, name: str, phone: int = 0) -> dict:
    asked = {"phone": phone_of(phone), "language": "en", "photograph": name}
    return json.loads(site.request("POST", "/turn", asked).content)


def recorded(site) -> list[tuple[int, str]]:
    session = site.table.session
    session, _ = look(session, replace(Scene(0.0), time=session.scene.time + 0.5))
    site.table.session = session
    return [(entry.action.seat, entry.action.card) for entry in session.entries if isinstance(entry.action, Build)]


def test_the_cards_on_a_photograph_are_recorded_for_their_seats_if_a_telephone_with_a_seat_asks(site):
    """But not if somebody without a seat asks, and no page says what a photograph shows."""
    name = photograph(site, "lumber_yard", "ore_vein", "clay_pool")
    assert record(site, name, phone=1)["refused"] == "not_your_seat"
    made_up = [{"code": code_of(card), "edition": "first"} for card in FREE[:3]]
    asked = {"do": "show", "phone": phone_of(0), "cards": made_up}
    assert site.request("POST", "/ask", asked).status == 400
    assert recorded(site) == []
    assert record(site, name)["text"] == Words("en").say("phones.turn_shown")
    site.until(lambda: len(recorded(site)) == 3)
    assert recorded(site) == [(0, "lumber_yard"), (1, "ore_vein"), (2, "clay_pool")]


def test_a_photograph_with_another_number_of_cards_is_refused_in_words(site):
    name = photograph(site, "lumber_yard", "ore_vein")
    said = record(site, name)
    assert said["refused"] == "cards_differ"
    assert said["text"] == Words("en").say("error.cards_differ", shown=2, awaited=3)
    assert recorded(site) == []


def test_pictures_are_lent_to_the_group_only_and_taken_back(tmp_path):
    (reference,) = owners_pictures(["altar"])
    keep_picture(tmp_path / "cards", reference.design, reference.image)
    lent = LentPictures(tmp_path / "cards", tmp_path / "lent")
    lent.renew()
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "lent").rglob("*")}
    assert modes == {0o640, 0o750}
    keep_picture(tmp_path / "cards", reference.design._replace(id="baths"), reference.image)
    lent.renew()
    assert len(list((tmp_path / "lent").rglob("*.png"))) == 2
    lent.close()
    assert not (tmp_path / "lent").exists()
