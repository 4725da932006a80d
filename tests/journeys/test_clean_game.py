"""Whole games without mistakes, from the boards to the winner, and the keys that they need."""

from __future__ import annotations

import pytest

from device.simulation.dealing.comparison import first_difference
from display.navigation.position import ScreenId
from engine import BuildFromDiscard, BuildStage, ChooseLeader, Discard, Pass, Phase, Recruit, score_sheets
from tests.dealing.dealer import deal
from tests.device.tables import LEADER_BACK
from tests.journeys.playthrough import GIZA, MOMENT, RHODES, ROME, Playthrough


class Players:
    """The players of a dealt game: they play what was dealt, and press keys only for what no card can show."""

    def __init__(self, dealt):
        self.dealt = dealt
        setup = dealt.game.setup
        self.playthrough = Playthrough(dealt.seats, leaders=setup.leaders, free_city=setup.free_city)

    def play(self):
        for each in self.dealt.rounds:
            if each.phase is Phase.CONFLICTS:  # they go on by themselves, perhaps while leftovers are discarded
                continue
            self.until(lambda each=each: at(self.playthrough.game) == at(each))
            self.playthrough.table.age = each.age
            for move in each.moves:
                self.move(move, each.phase)
            for _ in each.leftovers:
                self.playthrough.discard()
            self.until(lambda each=each: at(self.playthrough.game) != at(each))
        self.until(lambda: self.playthrough.game.phase is Phase.OVER)
        self.until(lambda: not self.playthrough.fake_screen.busy(self.playthrough.state))
        return self.playthrough

    def until(self, reached):
        """Wait, and press ADVANCE if nothing happens."""
        for _ in range(5):
            for _ in range(60):
                if reached():
                    return
                self.playthrough.wait(0.5)
            self.playthrough.go_on()
        raise AssertionError((*at(self.playthrough.game), self.playthrough.asked))

    def move(self, move, phase):
        back = LEADER_BACK if phase is Phase.RECRUIT else None
        match move.action:
            case BuildStage(stage=slot):
                self.playthrough.stage(move.seat, slot, back=back)
            case Discard():
                self.playthrough.discard(back=back)
            case ChooseLeader(_, leader):
                self.playthrough.answer(f"leader:{leader}")
            case Pass() | BuildFromDiscard(_, None):
                self.playthrough.go_on()
            case _:
                self.playthrough.table.front(move.seat, move.code)
                self.playthrough.wait(MOMENT)


def at(moment):
    return moment.age, moment.turn, moment.phase


def played(dealt):
    """Play a dealt game until the winner is shown; the recorded game is the dealt one."""
    playthrough = Players(dealt).play()
    assert first_difference(dealt.game, playthrough.game) is None
    assert playthrough.screen is ScreenId.SCORING
    assert [sheet.total for sheet in score_sheets(playthrough.game)] == [
        sheet.total for sheet in score_sheets(dealt.game)
    ]
    return playthrough


@pytest.mark.parametrize("players", [3, *(pytest.param(players, marks=pytest.mark.slow) for players in (4, 5, 6, 7))])
def test_a_game_without_mistakes_needs_no_key(players):
    playthrough = played(deal(players, 3))
    assert (playthrough.presses, playthrough.fake_screen.kinds) == (0, [])
    ages = [ScreenId.TABLE, ScreenId.CONFLICTS] * 3
    assert playthrough.fake_screen.views == [ScreenId.SEATS, *ages, ScreenId.SCORING]


def test_two_players_with_the_free_city_to_the_winner():
    playthrough = played(deal(2, 1))
    assert (playthrough.presses, playthrough.fake_screen.kinds) == (0, [])
    assert playthrough.game.setup.free_city not in {sheet.seat for sheet in score_sheets(playthrough.game)}


def test_leaders_and_the_courtesans_to_the_winner():
    """The only question is which leader the Courtesans Guild copies."""
    playthrough = played(deal(3, 13, leaders=True))
    assert playthrough.fake_screen.kinds == ["court"]
    assert playthrough.presses <= 2


def test_rome_b_with_leaders_to_the_winner():
    playthrough = played(deal(3, 1, leaders=True, seats=(ROME, GIZA, RHODES)))
    assert playthrough.game.cities[0].stages == 3
    assert sum(isinstance(action, Recruit) and action.seat == 0 for action in playthrough.game.actions) > 3
    assert playthrough.fake_screen.kinds == []
