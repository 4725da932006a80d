"""An evening of two people and an empty chair: the appliance says what to do for it, and they do that."""

from __future__ import annotations

import time
from dataclasses import replace
from random import Random

import pytest

from device.app.chair_player import ChairPlayer
from device.app.connections import Inputs
from device.app.main_loop import MainLoop
from device.app.state_for_screen import state_for_screen, with_chair
from device.perception.pipeline import FrameResult
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.facts.chair_facts import told_for_chair
from display.menu.setup.chair import ChairCardsPage, ChairPage
from display.messages.intents import Advance, Enter, SeatChair, SetUp, Undo
from display.messages.presses import Press
from display.screens.table.turn_status import content
from display.words import Words
from engine import (
    Build,
    BuildFromDiscard,
    BuildStage,
    Discard,
    Fight,
    Phase,
    audit,
    read_record,
    score_sheets,
    write_record,
)
from engine.bots import Searcher
from tests.device.tables import CODEBOOK, code_of
from tests.journeys.playthrough import DECISION, MOMENT, Playthrough
from tests.journeys.test_station_games import Station
from vision.kit.boxes import box
from vision.kit.codebook import StickerKind
from vision.scene import Scene

ANNA, CHAIR, BEN = 0, 1, 2
PEOPLE = (ANNA, BEN)
SECOND = (("giza", "day"), ("ephesus", "day"), ("rhodes", "night"))
HALICARNASSUS = (("giza", "A"), ("halicarnassus", "B"), ("rhodes", "A"))
BABYLON = (("olympia", "A"), ("babylon", "B"), ("alexandria", "A"))
PATIENCE = 120.0
"""s that a search of a few tries may take on a machine under load."""
MOST_LOOKS = 50
"""At the table until something is told: one begins a search, the next one shows what was found."""


class Evening:
    """Two people with real cards. Of the chair they know what the screen says."""

    def __init__(self, wonders, *, seed=1, folder=None):
        self.random = Random(seed)
        self.hands, self.chairs, self.pile = {}, [], {}
        self.play = Playthrough(wonders, auto=False, folder=folder, chair=self.player())
        self.play.menu("menu.main.chair")
        assert self.play.page == ChairPage()
        self.play.choose_option(CHAIR)
        self.play.press(Press.ADVANCE)
        self.meant = self.play.game
        self.told = []

    @staticmethod
    def player():
        return ChairPlayer(Searcher(rounds=2))

    def restart(self, folder):
        """The plug is pulled, and put in again."""
        table = self.play.table
        self.play.close()
        self.play = Playthrough(folder=folder, table=table, auto=False, chair=self.player())

    def whole(self):
        while self.meant.phase is not Phase.OVER:
            self.age()
        self.until(lambda: self.play.game.phase is Phase.OVER)
        return self.play

    def age(self):
        age = self.meant.age
        self.deal()
        while self.meant.age == age and self.meant.phase not in (Phase.CONFLICTS, Phase.OVER):
            self.phase()
        self.meant = self.meant.apply(Fight())
        self.until(lambda: (self.play.game.age, self.play.game.phase) == (self.meant.age, self.meant.phase))
        self.play.wait(DECISION)

    def deal(self):
        """Take out the cards that the page names, add what it says, deal the rest."""
        assert self.play.page == ChairCardsPage(deals=True)
        said = [option.tile for option in self.play.page.menu(self.play.state).options]
        kit = box(CODEBOOK, self.meant.setup.edition, self.meant.sets)
        cards = [entry for entry in kit if entry.kind is StickerKind.CARD and entry.age == self.meant.age]
        deck = [entry for entry in cards if entry.players is not None and entry.players <= self.meant.players]
        guilds = [entry for entry in cards if entry.players is None]
        self.random.shuffle(deck)
        self.random.shuffle(guilds)
        self.chairs = []
        for tile in said:
            if tile.words.key.startswith("card."):
                pack = guilds if tile.colour == "purple" else deck
                found = next(entry for entry in pack if f"card.{entry.id}" == tile.words.key)
                pack.remove(found)
                self.chairs.append(found)
            elif tile.words.key == "menu.chair.others":
                deck += guilds[: dict(tile.words.placeholders)["count"]]
        self.random.shuffle(deck)
        assert (len(self.chairs), len(deck)) == (7, 14)
        self.hands = {ANNA: deck[:7], BEN: deck[7:]}
        self.play.press(Press.ADVANCE)
        assert self.play.page is None
        self.play.table.age = self.meant.age

    def phase(self):
        """Everybody acts, and the hands go over the chair."""
        before, order = self.meant, [*self.meant.to_act]
        self.random.shuffle(order)
        for seat in order:
            action = self.for_chair() if seat == CHAIR else self.own(seat)
            self.meant = self.meant.apply(action)
        if before.phase is Phase.TURN and before.is_last_turn:
            sevenths = {seat for phase, seats in self.ahead() if phase is Phase.SEVENTH for seat in seats}
            for seat, hand in (*self.hands.items(), (CHAIR, self.chairs)):
                if seat not in sevenths:
                    self.discard(hand.pop())
        elif before.phase is Phase.TURN:
            self.hands = {ANNA: self.hands[BEN], BEN: self.hands[ANNA]}
        self.until(lambda: at(self.play.game) == at(self.meant))

    def ahead(self):
        return ((self.meant.phase, self.meant.to_act), *self.meant.remaining)

    def own(self, seat):
        """What a person does: build something that lasts, or a stage, or discard."""
        hand, game = self.hands[seat], self.meant
        if game.can(BuildStage(seat)) and self.random.random() < 0.3:
            card = hand.pop()
            self.play.stage(seat, game.cities[seat].stages + 1)
            return BuildStage(seat)
        card = next((card for card in hand if game.can(Build(seat, card.id))), None)
        if card is None or self.random.random() < 0.1:
            self.discard(hand.pop())
            return Discard(seat)
        hand.remove(card)
        self.play.table.front(seat, card.code)
        self.play.wait(MOMENT)
        return Build(seat, card.id)

    def for_chair(self):
        """Do what the screen says."""
        self.until_told()
        sentence = content(self.play.state, self.play.game).told
        about = dict(sentence.placeholders)
        self.told.append(Words("en").say(sentence.key, **about))
        card = next((card for card in self.chairs if card.id == about["card"]), None)
        if sentence.key == "chair.take_nothing":
            self.play.go_on()
            return BuildFromDiscard(CHAIR, None)
        if sentence.key == "chair.take":
            raised = next(one for one, item in self.pile.items() if one.id == about["card"])
            self.play.take(self.pile.pop(raised))
            self.play.table.front(CHAIR, raised.code)
            self.play.wait(MOMENT)
            return BuildFromDiscard(CHAIR, raised.id)
        self.chairs.remove(card)
        if sentence.key == "chair.discard":
            self.discard(card)
            return Discard(CHAIR, card.id)
        if sentence.key == "chair.stage":
            self.play.stage(CHAIR, about["stage"])
            return BuildStage(CHAIR)
        assert sentence.key == "chair.build"
        self.play.table.front(CHAIR, card.code)
        self.play.wait(MOMENT)
        return Build(CHAIR, card.id)

    def discard(self, card):
        self.pile[card] = self.play.discard()

    def until_told(self):
        """Wait until the appliance has thought; no scene and no press is needed for that."""
        for _ in range(MOST_LOOKS):
            if self.play.state.chair.does is not None:
                return
            until_it_has_thought(self.play.main_loop)
            self.play.wait(0.2)
        raise AssertionError("nothing is told")

    def until(self, reached):
        """Wait, and press ADVANCE or hold it if nothing happens."""
        for _ in range(4):
            for _ in range(60):
                if reached():
                    return
                self.play.wait(0.5)
            self.play.go_on()
        raise AssertionError((at(self.play.game), at(self.meant), self.play.asked, self.play.said))


def until_it_has_thought(main_loop):
    """However long that takes on this machine, at the table no time passes meanwhile."""
    end = time.monotonic() + PATIENCE
    while main_loop._inputs.chair._thinks_of is not None:
        assert time.monotonic() < end, "it thinks without end"
        time.sleep(0.005)


def at(game):
    return game.age, game.turn, game.phase


@pytest.mark.parametrize("wonders", [SECOND, HALICARNASSUS, BABYLON])
def test_two_people_and_the_chair_play_to_the_final_score(wonders):
    evening = Evening(wonders)
    play = evening.whole()
    assert play.fake_screen.kinds == [], "nothing is asked"
    assert [city.cards for city in play.game.cities] == [city.cards for city in evening.meant.cities]
    assert [sheet.total for sheet in score_sheets(play.game)] == [sheet.total for sheet in score_sheets(evening.meant)]
    assert audit(play.game) == audit(evening.meant) == ()
    assert read_record(write_record(play.game)) == play.game
    assert len(evening.told) >= 18
    assert any("in its city" in sentence for sentence in evening.told)


def test_after_a_power_cut_it_still_has_its_cards_and_says_what_to_do(tmp_path):
    evening = Evening(SECOND, folder=tmp_path)
    evening.deal()
    evening.phase()
    held = evening.play.state.chair.hand
    evening.restart(tmp_path)
    assert evening.play.state.chair.hand == held
    assert evening.play.page is None, "the cards are dealt already"
    evening.phase()
    assert (evening.play.game.turn, len(evening.play.state.chair.hand)) == (3, 5)


def test_after_an_undo_it_says_the_same_again():
    evening = Evening(SECOND)
    evening.deal()
    evening.until_told()
    before, does = evening.play.game, evening.play.state.chair
    evening.phase()
    evening.play.press(Press.UNDO)
    assert evening.play.game.cities == before.cities
    assert evening.play.state.chair.hand == does.hand
    assert evening.play.main_loop.session.setup.chair is not None
    assert evening.play.main_loop._inputs.chair.look(evening.play.main_loop.session).does == does.does


def test_a_key_says_that_it_is_done_where_the_camera_does_not_see_it():
    evening = Evening(SECOND)
    evening.deal()
    evening.until_told()
    chair = evening.play.state.chair
    for seat in PEOPLE:
        evening.play.table.front(
            seat, next(c for c in evening.hands[seat] if evening.meant.can(Build(seat, c.id))).code
        )
    evening.play.wait(DECISION)
    assert evening.play.game.turn == 1
    evening.play.press(Press.ADVANCE)
    evening.play.wait(DECISION)
    assert evening.play.game.turn == 2
    assert len(evening.play.game.cities[CHAIR].cards) == isinstance(chair.does, Build)


def test_what_people_lay_for_it_counts_whatever_it_was_told():
    evening = Evening(SECOND)
    evening.deal()
    evening.until_told()
    other = next(
        card
        for hand in evening.hands.values()
        for card in hand
        if card.id != evening.play.state.chair.card and evening.meant.can(Build(CHAIR, card.id))
    )
    evening.play.table.front(CHAIR, other.code)
    evening.play.wait(DECISION)
    assert evening.play.state.chair.does is None, "it is done"
    for seat in PEOPLE:
        evening.hands[seat] = [card for card in evening.hands[seat] if card != other]
        evening.own(seat)
    evening.until(lambda: evening.play.game.turn == 2)
    assert evening.play.game.cities[CHAIR].cards == (other.id,)
    evening.until_told()


def test_without_a_camera_it_plays_by_itself_and_can_be_undone():
    player = Evening.player()
    loop = MainLoop(Session(TableUmpire(CODEBOOK)), Inputs(Blind(player), live=True, chair=player))
    for intent in (SetUp(SECOND), SeatChair("ephesus"), Advance()):
        loop.press(intent)
    assert loop.session.setup.chair.seed != 0, "its cards are others in every game"
    loop.run()
    assert loop.session.game.pending.keys() == {CHAIR}, "booked, and told until the turn ends"
    state = with_chair(state_for_screen(loop.session, BLIND), player.look(loop.session))
    assert content(state, loop.session.game).told is not None
    loop.press(Enter(Discard(ANNA)))
    loop.press(Enter(Discard(BEN)))
    loop.run()
    assert (loop.session.game.turn, [*loop.session.game.pending]) == (2, [CHAIR])
    loop.press(Undo())
    loop.run()
    assert (loop.session.game.turn, [*loop.session.game.pending]) == (2, []), "it does not do it again at once"
    loop.press(Undo())
    loop.run()
    assert loop.session.game.turn == 1
    loop.press(Enter(Discard(BEN)))
    loop.run()
    assert (loop.session.game.turn, [*loop.session.game.pending]) == (2, [CHAIR])


def test_at_a_station_the_screen_says_what_to_show_for_it():
    station = Station(SECOND)
    station.main_loop.session = replace(station.main_loop.session, auto=False)
    station.main_loop._inputs = replace(station.main_loop._inputs, chair=Evening.player())
    station.menu("menu.main.chair")
    station.choose_option(CHAIR)
    station.press(Press.ADVANCE)
    assert station.page == ChairCardsPage(deals=True)
    station.press(Press.ADVANCE)
    dealt = (card for card in station.game.age_cards if card.id not in station.state.chair.hand)
    station.show(code_of(next(card.id for card in dealt if station.game.can(Build(ANNA, card.id)))))
    assert station.turn == CHAIR
    for _ in range(MOST_LOOKS):
        if station.state.chair.does is not None:
            break
        until_it_has_thought(station.main_loop)
        station.wait(0.2)
    does = station.state.chair.does
    assert told_for_chair(station.state.chair, station.game).key.startswith("chair.")
    station.press(Press.ADVANCE)
    assert station.turn == BEN
    assert isinstance(station.game.pending[CHAIR], type(does))


def test_with_leaders_no_game_begins_and_the_screen_says_why():
    play = Playthrough(HALICARNASSUS, auto=False, chair=Evening.player())
    play.menu("menu.main.chair")
    play.choose_option(CHAIR)
    assert [mark.empty for mark in play.state.seats] == [False, True, False]
    play.main_loop.session = replace(play.main_loop.session, leaders=True)
    play.wait(DECISION)
    assert play.asked.placeholders["reason"] == "chair_with_leaders"
    play.press(Press.UNDO, Press.ADVANCE)
    assert play.main_loop.session.game is None


def test_where_it_finds_nothing_people_play_on_and_nothing_waits():
    class Broken(Searcher):
        def among(self, view, legal, random):
            raise ArithmeticError

    evening = Evening(SECOND)
    evening.play.main_loop._inputs = replace(evening.play.main_loop._inputs, chair=ChairPlayer(Broken()))
    evening.deal()
    evening.play.wait(DECISION)
    for seat in range(3):
        hand = evening.chairs if seat == CHAIR else evening.hands[seat]
        card = next(card for card in hand if evening.meant.can(Build(seat, card.id)))
        evening.play.table.front(seat, card.code)
        evening.play.wait(MOMENT)
    evening.until(lambda: evening.play.game.turn == 2)
    assert evening.play.state.chair.does is None


class Blind:
    """No camera: looked at until the chair has found what to do, and for a few rounds more, in which it is done."""

    def __init__(self, player):
        self.player, self.rounds = player, 0

    def look(self):
        if self.player._thinks_of:
            self.rounds = 0
            return BLIND
        self.rounds = (self.rounds + 1) % ROUNDS
        return BLIND if self.rounds else None


ROUNDS = 5
BLIND = FrameResult(Scene(0.0), 0, blind=True)
