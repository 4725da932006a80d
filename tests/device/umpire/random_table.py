"""A table at which anything happens: cards come, move and vanish anywhere, and everything is pressed and entered."""

from __future__ import annotations

import random
from dataclasses import replace

from device.app.connections import Inputs, Outputs, Storage
from device.app.main_loop import MainLoop
from device.app.state_for_screen import state_for_screen
from device.journal.archive import resumed
from device.journal.journal import Journal
from device.perception.pipeline import FrameResult
from device.session.looking import look
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.messages.events import Booked, Cleared, ConflictsResolved, GameOpened, GameStarted, Redone, Undone
from display.messages.intents import Advance, Answer, Choose, EndTurn, Enter, Redo, Rename, SetUp, Undo, UndoTo
from display.messages.presses import Press
from engine import (
    CATALOGUE,
    EDITIONS,
    Build,
    BuildFromDiscard,
    BuildStage,
    ChooseLeader,
    CorrectCoins,
    Discard,
    Fight,
    Game,
    Pass,
    Payment,
    Phase,
    Recruit,
    Status,
    status,
)
from tests.device.journal.stored import entries, undone
from tests.device.tables import CODEBOOK, LEADER_BACK, FakeTable
from vision.scene import Place

FRONTS = {kind: [entry for entry in CODEBOOK if entry.kind == kind] for kind in ("card", "leader", "back", "token")}
WONDERS = sorted({(entry.id, entry.side) for entry in CODEBOOK if entry.kind == "board"})
MARKED = Status.EXCEPTION | Status.COINS_CORRECTED
OFTEN = 25
"""Every so many steps the whole journal is read and the whole game is played again."""
MOST_ITEMS = 60


class Keys:
    """Five buttons that a test presses."""

    pressed = ()

    def presses(self):
        pressed, self.pressed = self.pressed, ()
        return pressed

    def long_presses(self):
        return ()


class RandomTable:
    """A table, people and an appliance; `step` lets something happen and looks whether everything is in order."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.journal = Journal(None)
        self.told = []
        """The actions that stand, by what was told of them."""
        self.steps = self.actions = self.games = 0
        self.now = 0.0
        self.keys = Keys()
        self.happenings = (
            (self.look, 30),
            (self.lay, 14),
            (self.play, 14),
            (self.move, 4),
            (self.take, 5),
            (self.tidy, 8),
            (self.enter, 10),
            (self.enter_anything, 4),
            (self.press_advance, 7),
            (self.press_undo, 3),
            (self.press_redo, 3),
            (self.answer, 6),
            (self.choose, 3),
            (self.press_keys, 8),
            (self.meddle, 2),
            (self.clear, 1),
            (self.pull_the_plug, 1),
        )
        self.sit_down()

    def sit_down(self):
        """Another table."""
        leaders = self.chance.random() < 0.3
        edition = self.chance.choice(("first", "first", "second"))
        boards = [board for board in self.chance.sample(WONDERS, len(WONDERS)) if board in EDITIONS[edition].wonders]
        wonders = {wonder: side for wonder, side in boards if leaders or wonder != "rome"}
        self.table = FakeTable(list(wonders.items())[: self.chance.randint(3, 7)])
        if edition == "first" and len(self.table.wonders) == 3 and self.chance.random() < 0.4:
            self.table.token(self.chance.randrange(3))
        self.honest = self.chance.random() < 0.5
        auto = self.chance.random() < 0.5
        session = Session(TableUmpire(CODEBOOK), auto, leaders=leaders)
        self.start(session)
        self.told = []
        self.games += 1

    def start(self, session, game_id=None):
        self.appliance = MainLoop(
            session,
            Inputs(None, self.keys),
            Outputs(listeners=(self.hear,)),
            Storage(self.journal, game_id),
            clock=lambda: self.now,
        )

    @property
    def session(self):
        return self.appliance.session

    @property
    def game(self):
        return self.session.game

    def hear(self, event, session):
        match event:
            case Booked(action) if event.seat is not None:
                self.told.append(action)
                self.actions += 1
            case ConflictsResolved():
                self.told.append(Fight())
            case Undone(keep):
                del self.told[keep:]
            case Redone(_, step):
                self.told += [booked.action for booked in step if booked.seat is not None]
            case GameStarted() | Cleared():
                self.told = []
            case GameOpened():
                self.told = list(session.game.actions)

    def step(self):
        """Something happens; nothing is lost, and the ledger is a game."""
        happens, weights = zip(*self.happenings, strict=True)
        self.chance.choices(happens, weights)[0]()
        self.steps += 1
        game = self.game
        if game is None:
            return
        assert self.told == list(game.actions) == [entry.action for entry in self.session.entries]
        assert set(self.session.ruling.plans) <= set(game.acting)
        state_for_screen(self.session, FrameResult(self.session.scene, self.steps))
        if self.steps % OFTEN == 0:
            self.look_closely(game)
        if game.phase is Phase.OVER and self.chance.random() < 0.2:
            self.look_closely(game)
            self.sit_down()

    def look_closely(self, game):
        """The journal says the same, and the game is one that the rules know."""
        kept = {game.id: tuple(entries(self.journal, game.id)) for game in self.journal.games()}
        ledger = self.session.ledger
        codes = [entry.code for entry in ledger.entries if entry.code is not None]
        assert len(set(codes)) == len(codes)
        shown = (game_id for game_id, said in kept.items() if said == ledger.entries)
        game_id = self.journal.open_game() or next(shown)  # an earlier game may be up again
        assert kept[game_id] == ledger.entries
        assert tuple(map(tuple, undone(self.journal, game_id))) == ledger.undone
        setup = game.setup
        again = Game.new(setup.seats, setup.names, free_city=setup.free_city, leaders=setup.leaders)
        for action in game.actions:
            if not getattr(action, "exception", False):
                assert again.verify(action) == (), action
            again = again.apply(action)
        assert again == game
        if not any(getattr(action, "exception", False) for action in game.actions):
            assert status(game) & ~MARKED == Status.IN_ORDER, status(game)

    # What happens on the table

    def look(self):
        self.appliance._take(look(self.session, self.table.scene(self.chance.choice((0.1, 0.5, 0.5, 1.0, 3.0, 12.0)))))

    def lay(self):
        """Any card anywhere."""
        if len(self.table.items) > MOST_ITEMS:
            self.table.take(self.chance.choice(self.table.items))
        kind = self.chance.choices(("card", "leader", "back"), (6, 1, 3))[0]
        entry = self.chance.choice(FRONTS[kind])
        seat = self.chance.choice((*self.seats, None))
        place = Place.CITY if kind != "back" else self.chance.choice((Place.STAGE, Place.DISCARD, Place.HAND))
        if seat is None:
            place = Place.ELSEWHERE if kind != "back" else Place.DISCARD
        slot = self.chance.randint(1, 4) if place is Place.STAGE else None
        x, y = self.chance.uniform(0, 900), self.chance.uniform(0, 900)
        if all(item.code != entry.code for item in self.table.items) or kind == "back":
            item = self.table._put(entry.code, place, None if place is Place.DISCARD else seat, slot, x, y)
            if self.chance.random() < 0.1:
                self.table.items[-1] = replace(item, sure=False)

    def play(self):
        """A card such as people play it: one of this age, in a city that has not acted."""
        game = self.game
        if game is None or not game.to_act:
            return
        seat = self.chance.choice(game.to_act)
        if game.phase is Phase.RECRUIT:
            self.put(seat, self.chance.choice(FRONTS["leader"]))
        elif self.chance.random() < 0.2:
            back = LEADER_BACK if game.phase is Phase.RECRUIT else 205 + game.age
            if game.cities[seat].stages < len(game.cities[seat].wonder.stages):
                self.table.stage(seat, game.cities[seat].stages + 1, back=back)
        elif self.chance.random() < 0.1:
            self.table.discard(back=205 + game.age)
        else:
            self.put(seat, self.chance.choice([entry for entry in FRONTS["card"] if entry.age == game.age]))

    def put(self, seat, entry):
        if all(item.code != entry.code for item in self.table.items):
            self.table._put(entry.code, Place.CITY, seat, None, 300.0 * seat, -100.0)

    def move(self):
        if self.table.items:
            item = self.chance.choice(self.table.items)
            if item.place in (Place.CITY, Place.ELSEWHERE):
                self.table.take(item)
                seat, sure = self.chance.choice(self.seats), self.chance.random() < 0.9
                self.table.items.append(replace(item, place=Place.CITY, seat=seat, since=self.table.now, sure=sure))

    def take(self):
        if self.table.items:
            self.table.take(self.chance.choice(self.table.items))

    def tidy(self):
        """What is asked about is taken back."""
        for question in self.session.ruling.questions:
            self.table.items = [
                item
                for item in self.table.items
                if item.seat != question.seat or item.code in self.session.ledger.seats
            ]

    def clear(self):
        """Somebody wipes the table, or stands before the camera."""
        if self.chance.random() < 0.5:
            self.table.seen = not self.table.seen
        elif self.chance.random() < 0.3:
            self.table.items.clear()

    # What people press

    def press(self, intent):
        self.appliance.press(intent)

    def press_advance(self):
        for _ in range(self.chance.choice((1, 1, 2))):
            self.press(EndTurn(self.session.waited_for) if self.session.waited_for else Advance())

    def press_undo(self):
        self.look()
        was_on, stood = self.game is not None, self.told.copy()
        for _ in range(self.chance.choice((1, 1, 1, 2, 5))):
            self.press(Undo())
        if was_on and self.told != stood:  # before a game it opens the one that was left, which goes on
            self.nothing_comes_by_itself()

    def nothing_comes_by_itself(self):
        """What was taken back and lies there still is not booked again."""
        stands = self.told.copy()
        for _ in range(8):
            self.appliance._take(look(self.session, self.table.scene(1.0)))
            assert self.told == stands

    def press_redo(self):
        if self.chance.random() < 0.05:
            self.press(UndoTo(self.chance.randint(-2, len(self.told) + 1)))
        for _ in range(self.chance.choice((1, 1, 3))):
            self.press(Redo())

    def answer(self):
        questions = (*self.session.ruling.questions, *self.session.questions)
        if questions:
            question, index = self.chance.choice(questions), self.chance.randint(-1, 2)
            if not (self.honest and question.choices[index : index + 1] == ("exception",)):
                self.press(Answer(question, index))

    def press_keys(self):
        """The five buttons, wherever they lead on the screen that would be up."""
        presses = [press for press in Press if press is not Press.QUIT]
        for _ in range(self.chance.randint(1, 8)):
            self.keys.pressed = [self.chance.choice(presses)]
            self.now += self.chance.choice((0.1, 2.0))
            self.appliance._show(FrameResult(self.session.scene, self.steps))

    def choose(self):
        self.press(Choose(self.chance.choice((*self.seats, 9)), self.chance.randint(-1, 3)))

    def meddle(self):
        names = ("", "Anna", "  Bruno\n", "x" * 99)
        self.press(Rename(self.chance.randint(-1, 8), self.chance.choice(names)))
        seats = tuple(self.chance.choice((self.table.wonders, [], self.table.wonders[:2])))
        self.press(SetUp(seats, self.chance.choice((None, None, None, 1))))
        if self.game is None and self.chance.random() < 0.5:
            self.table.items = [item for item in self.table.items if item.place is not Place.CITY]
            self.press(SetUp(()))

    def enter(self):
        """What the rules allow."""
        game = self.game
        if game is None or not game.acting:
            return
        seat = self.chance.choice(game.acting)
        cards = [card.id for card in game.catalogue.cards.values() if game.age in card.ages]
        match game.phase:
            case Phase.RECRUIT | Phase.EXTRA_LEADER:
                options = [Recruit(seat, leader) for leader in CATALOGUE.leaders] + [Discard(seat), Pass(seat)]
                action = self.chance.choice([option for option in options if game.can(option)] or [Discard(seat)])
            case Phase.CHOOSE_LEADER:
                action = ChooseLeader(seat, self.chance.choice(game.leaders_beside(seat)))
            case Phase.FROM_DISCARD:
                action = BuildFromDiscard(seat, self.chance.choice((None, *cards)))
            case _:
                possible = game.possible(seat, self.chance.choice(cards))
                action = self.chance.choice(possible) if possible else Build(seat, self.chance.choice(cards))
                if not self.honest and self.chance.random() < 0.4:
                    rare = Build(seat, "courtesans_guild", exception=True)
                    action = self.chance.choice((BuildStage(seat, exception=True), rare))
        self.press(Enter(action))

    def enter_anything(self):
        seat = self.chance.choice((*self.seats, 9))
        card = self.chance.choice([*CATALOGUE.cards, *CATALOGUE.leaders, "nothing_like_it"])
        pays = self.chance.choice((None, None, Payment(), Payment(1, 0, 0), Payment(0, 2, 1), Payment(9, 9, 9)))
        exception = not self.honest and self.chance.random() < 0.6
        action = self.chance.choice(
            (
                Build(seat, card, pays, self.chance.random() < 0.2, exception),
                BuildStage(seat, self.chance.choice((None, 1, 2, 3, 4)), pays, exception),
                Discard(seat, None, exception),
                Recruit(seat, card, pays, exception),
                ChooseLeader(seat, card, exception),
                Pass(seat, exception),
                BuildFromDiscard(seat, self.chance.choice((None, card)), exception),
                CorrectCoins(seat, self.chance.randint(-1, 20)),
                Fight(),
            )
        )
        self.press(Enter(action))

    def pull_the_plug(self):
        """Started again, the evening is what it was."""
        game_id = self.journal.open_game()
        if self.game is None or game_id is None:
            return
        before = self.session
        fresh = Session(before.umpire, before.auto, leaders=before.leaders, scene=self.table.scene())
        again = resumed(fresh, self.journal, game_id)
        assert (again.game, again.entries, again.ledger.undone) == (before.game, before.entries, before.ledger.undone)
        self.start(again, game_id)
        if again.ledger.undone:
            self.nothing_comes_by_itself()

    @property
    def seats(self):
        return range(len(self.table.wonders))
