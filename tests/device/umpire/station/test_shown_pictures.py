"""A station that knows cards by pictures: a picture gives a name, and a name has copies."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from device.umpire.ruling import Situation, UmpireMemory
from device.umpire.station.shown_pictures import _copies, another_copy, identify, is_booked
from device.umpire.station.station_umpire import StationUmpire
from display.messages.events import Booked
from display.messages.presses import Press
from engine import Build, Game, Phase, Recruit
from engine.model.frozen import evolve
from tests.device.tables import CODEBOOK, code_of, leader_code
from tests.journeys.playthrough import THREE
from tests.journeys.test_station_games import Station
from vision.by_picture import NOT_KNOWN, ByPicture
from vision.kit.codebook import StickerKind
from vision.scene import Item, Place, Scene

FOUR = (*THREE, ("babylon", "A"))
SAPPHO = leader_code("sappho")
BOARD = next(entry.code for entry in CODEBOOK if entry.kind is StickerKind.BOARD)


class ArtStation(Station):
    """Shows things that are known by pictures."""

    by_picture = ByPicture("first")

    def put(self, code):
        self.tracks += 1
        lowest = CODEBOOK.copies(CODEBOOK.entries[code])[0].code if code != NOT_KNOWN else code
        self.shown = Item(self.tracks, lowest, Place.SHOWN, None, None, 0.0, 0.0, 0.0, self.now)
        self.shown = replace(self.shown, by_picture=self.by_picture)
        self.wait(0.5)


@pytest.fixture
def station():
    found = ArtStation()
    found.show(code_of("lumber_yard"))
    return found


def booked(station):
    return [entry.code for entry in station.main_loop.session.entries]


def test_a_name_that_was_recorded_in_this_turn_is_asked_about(station):
    """Nobody can see whether the same card is shown again, or another copy of it."""
    station.show(code_of("ore_vein"))
    station.put(code_of("ore_vein"))
    assert (station.kind, station.asked.choices) == ("shown_twice", ("exception", "take_back"))
    station.take_away()
    assert station.turn == 2
    assert station.kind is None
    assert booked(station) == [code_of("lumber_yard"), code_of("ore_vein")]


def test_a_name_that_was_recorded_in_this_turn_is_asked_about_although_another_card_was_shown_since():
    station = ArtStation(FOUR)
    station.show(*map(code_of, ("lumber_yard", "ore_vein")))
    station.put(code_of("lumber_yard"))
    assert station.kind == "shown_twice"


def test_another_copy_of_the_last_card_is_recorded_when_somebody_says_so(station):
    station = ArtStation(FOUR)
    station.show(code_of("lumber_yard"))
    station.put(code_of("lumber_yard"))
    station.answer("exception")
    station.take_away()
    lumber_yards = [copy.code for copy in CODEBOOK.copies(CODEBOOK.entries[code_of("lumber_yard")])]
    assert booked(station) == lumber_yards[:2]
    assert not station.game.pending[1].exception


def test_another_copy_of_a_card_of_an_earlier_turn_is_recorded():
    station = ArtStation(FOUR)
    station.show(*map(code_of, ("lumber_yard", "ore_vein", "clay_pool", "stone_pit", "altar", "lumber_yard")))
    assert station.game.pending[1].card == "lumber_yard"


def remarks(station):
    notices = station.main_loop.session.ruling.notices
    return [notice.placeholders for notice in notices if notice.key == "notice.another_copy"]


def test_another_copy_is_remarked_on_with_the_city_that_has_one_as_long_as_the_card_lies_there():
    station = ArtStation(FOUR)
    station.show(*map(code_of, ("ore_vein", "lumber_yard", "clay_pool")))
    station.put(code_of("stone_pit"))
    assert remarks(station) == []
    station.take_away()
    station.put(code_of("lumber_yard"))
    assert remarks(station) == [{"card": "lumber_yard", "wonder": FOUR[1][0]}]
    station.take_away()
    assert remarks(station) == []
    assert station.game.pending[0].card == "lumber_yard"


@pytest.mark.parametrize(
    ("owners", "shown", "wonder"),
    [
        ((1,), {}, "rhodes"),
        ((1, 2), {}, "alexandria"),
        ((), {}, None),
        ((0,), {}, None),
        ((1,), {"track": 2}, None),
        ((1,), {"by_picture": None}, None),
        ((1,), {"code": code_of("ore_vein")}, None),
    ],
)
def test_the_remark_names_who_had_the_card_last_while_that_card_lies_there_and_is_known_by_its_picture(
    owners, shown, wonder
):
    code = code_of("lumber_yard")
    item = Item(1, code, Place.SHOWN, None, None, 0.0, 0.0, 0.0, 0.0, by_picture=ByPicture("first"))
    others = (Booked(Build(0, "ore_vein"), code_of("ore_vein")), Booked(Build(1, "altar"), code_of("altar")))
    entries = (*others, *(Booked(Build(seat, "lumber_yard"), code) for seat in (*owners, 0)))
    situation = Situation(Scene(1.0, items=(replace(item, **shown),)), Game.new(THREE), {}, entries)
    notice = another_copy(situation, 1, CODEBOOK)
    assert (notice and notice.placeholders) == (wonder and {"card": "lumber_yard", "wonder": wonder})


def test_the_first_card_that_is_undone_while_it_lies_there_is_forgotten():
    station = ArtStation()
    station.put(code_of("lumber_yard"))
    assert len(booked(station)) == 1
    station.press(Press.UNDO)
    station.wait(1)
    assert (booked(station), remarks(station), station.turn) == ([], [], 0)


def test_a_card_of_the_own_city_that_is_shown_again_is_a_question():
    station = ArtStation(FOUR)
    station.show(*map(code_of, ("lumber_yard", "ore_vein", "clay_pool", "stone_pit")))
    station.put(code_of("lumber_yard"))
    assert station.kind == "already_built"
    station.take_away()
    assert len(booked(station)) == 4


def test_one_more_than_the_game_has_is_a_question(station):
    """With three players there is one Lumber Yard."""
    station.put(code_of("lumber_yard"))
    assert station.kind == "shown_twice"
    station.answer("exception")
    assert station.kind == "no_copy_left"
    station.take_away()
    assert station.turn == 1
    assert len(booked(station)) == 1


def test_one_more_than_the_owner_has_counted_is_a_question():
    station = ArtStation(FOUR)
    lowest = CODEBOOK.copies(CODEBOOK.entries[code_of("lumber_yard")])[0].code
    session = station.main_loop.session
    station.main_loop.session = replace(session, umpire=StationUmpire(CODEBOOK, owned={("first", lowest): 1}))
    station.show(*map(code_of, ("lumber_yard", "ore_vein", "clay_pool", "stone_pit", "altar")))
    station.put(code_of("lumber_yard"))
    assert station.kind == "shown_twice"
    station.answer("exception")
    assert station.game.pending[1].card == "lumber_yard"


def test_what_is_not_sure_is_a_question_with_two_names(station):
    station.by_picture = ByPicture("first", (code_of("clay_pool"),))
    station.put(code_of("ore_vein"))
    assert station.kind == "which_card"
    assert station.asked.choices == ("card:ore_vein", "card:clay_pool", "take_back")
    assert station.asked.placeholders == {"card": "ore_vein", "other": "clay_pool"}
    station.answer("card:clay_pool")
    station.take_away()
    assert station.game.pending[1].card == "clay_pool"
    assert booked(station)[-1] == code_of("clay_pool")


@pytest.mark.parametrize(("answer", "card"), [("card:clay_pool", "clay_pool"), ("take_back", None)])
def test_an_answer_means_what_it_says_whatever_else_the_picture_may_show(station, answer, card):
    """Nobody plays a board, so it is not among the answers."""
    station.by_picture = ByPicture("first", (BOARD, code_of("clay_pool")))
    station.put(code_of("ore_vein"))
    assert station.asked.choices == ("card:ore_vein", "card:clay_pool", "take_back")
    station.answer(answer)
    station.take_away()
    assert (station.game.pending[1].card if 1 in station.game.pending else None) == card


def test_what_is_not_known_is_said_and_nothing_is_booked(station):
    station.by_picture = ByPicture("")
    station.put(NOT_KNOWN)
    assert [notice.key for notice in station.main_loop.session.ruling.notices] == ["notice.card_not_known"]
    station.take_away()
    assert len(booked(station)) == 1


def test_a_card_of_another_edition_is_refused(station):
    station.by_picture = ByPicture("second")
    station.put(code_of("ore_vein"))
    assert (station.kind, station.asked.choices) == ("other_edition", ("take_back",))
    station.take_away()
    assert station.turn == 1


@pytest.mark.parametrize(
    ("code", "phase", "edition", "kind"),
    [
        (SAPPHO, Phase.RECRUIT, "second", "other_edition"),
        (SAPPHO, Phase.RECRUIT, "first", "shown_twice"),
        (SAPPHO, Phase.CHOOSE_LEADER, "first", None),
        (code_of("lumber_yard"), Phase.CHOOSE_LEADER, "second", "other_edition"),
        (BOARD, Phase.TURN, "second", None),
    ],
)
def test_only_the_leader_to_be_chosen_is_one_that_was_recorded_before(code, phase, edition, kind):
    """Every other card must be another copy, and of the edition of the boards."""
    game = evolve(Game.new(THREE, leaders=True), phase=phase)
    recruited = Booked(Recruit(2, "sappho"), SAPPHO, age=game.age, turn=game.turn)
    item = Item(1, code, Place.SHOWN, None, None, 0.0, 0.0, 0.0, 0.0, by_picture=ByPicture(edition))
    situation = Situation(Scene(1.0, items=(item,)), game, {SAPPHO: 2}, (recruited,))
    taken_for = identify(item, 0, situation, UmpireMemory(), CODEBOOK)
    assert taken_for == CODEBOOK.entry(code) if kind is None else taken_for.kind == kind


@pytest.mark.parametrize(("shown", "card"), [(1, "clay_pool"), (2, "ore_vein")])
def test_what_somebody_said_of_one_thing_says_nothing_of_the_next(shown, card):
    item = Item(1, code_of("ore_vein"), Place.SHOWN, None, None, 0.0, 0.0, 0.0, 0.0, by_picture=ByPicture("first"))
    situation = Situation(Scene(1.0, items=(item,)), Game.new(THREE))
    assert identify(item, 0, situation, UmpireMemory(named=(shown, code_of("clay_pool"))), CODEBOOK).id == card


def test_a_card_of_a_later_age_is_asked_about_as_with_a_sticker(station):
    station.put(next(entry.code for entry in CODEBOOK if entry.id == "palace"))
    assert station.kind == "wrong_age"


def test_a_doubtful_board_is_no_board():
    station = ArtStation(wonders=())
    station.by_picture = ByPicture("first", (code_of("altar"),))
    station.show(next(entry.code for entry in CODEBOOK if entry.kind == "board"))
    assert station.main_loop.session.setup.seats == ()


def test_a_card_of_cities_that_is_shown_again_is_a_question():
    station = ArtStation(wonders=())
    station.by_picture = ByPicture("second")
    station.main_loop.session = replace(station.main_loop.session, expansions=("cities",))
    boards = [entry.code for entry in CODEBOOK if entry.kind == "board" and entry.side == "day"]
    station.show(*boards[:3])
    if station.main_loop.session.game is None:
        station.press(Press.ADVANCE)
    black = next(entry for entry in CODEBOOK if entry.id == "hideout")
    station.show(black.code)
    assert station.game.pending[0].card == black.id
    station.put(black.code)
    assert station.kind == "shown_twice"


@pytest.mark.parametrize(
    ("age", "phase", "ages"),
    [(1, Phase.TURN, {1}), (2, Phase.TURN, {2}), (1, Phase.FROM_DISCARD, {1}), (2, Phase.FROM_DISCARD, {1, 2})],
)
def test_a_card_that_is_printed_for_two_ages_may_come_from_the_pile_for_the_older_one(age, phase, ages):
    game = Game.new(FOUR)
    at = SimpleNamespace(setup=game.setup, cities=game.cities, age=age, phase=phase)
    assert {copy.age for copy in _copies(CODEBOOK.entries[code_of("loom", 1)], at, CODEBOOK)} == ages


def test_what_is_known_by_its_picture_is_booked_once_all_its_copies_are():
    codes = [copy.code for copy in CODEBOOK.copies(CODEBOOK.entries[code_of("lumber_yard")])]
    item = Item(1, codes[0], Place.SHOWN, None, None, 0.0, 0.0, 0.0, 0.0, by_picture=ByPicture("first"))
    assert [is_booked(item, codes[:count], CODEBOOK) for count in (1, len(codes))] == [False, True]
    assert is_booked(replace(item, by_picture=None), codes[:1], CODEBOOK)
    assert not is_booked(replace(item, code=NOT_KNOWN), codes, CODEBOOK)
