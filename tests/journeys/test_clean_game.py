"""Whole games in which nothing goes wrong, from the boards to the winner, and the keys that they take."""

from __future__ import annotations

import pytest

from device.messages.presses import Press
from device.simulation.dealing.comparison import first_difference
from device.simulation.dealing.dealer import deal
from display.navigation.position import ScreenId
from engine import BuildFromDiscard, BuildStage, Court, Discard, Pass, Phase, Recruit, score_sheets
from tests.device.tables import LEADER_BACK
from tests.journeys.sitting import GIZA, MOMENT, RHODES, ROME, Sitting


class Players:
    """Everybody at the table of a dealt game: they lay what was dealt, and press only what cannot be laid."""

    def __init__(self, dealt):
        self.dealt = dealt
        setup = dealt.game.setup
        self.sitting = Sitting(dealt.seats, leaders=setup.leaders, free_city=setup.free_city)

    def play(self):
        for each in self.dealt.rounds:
            if each.phase is Phase.CONFLICTS:  # that goes by itself, maybe while the leftovers are put away
                continue
            self.until(lambda each=each: at(self.sitting.game) == at(each))
            self.sitting.table.age = each.age
            for move in each.moves:
                self.move(move, each.phase)
            for _ in each.leftovers:
                self.sitting.discard()
            self.until(lambda each=each: at(self.sitting.game) != at(each))
        self.until(lambda: self.sitting.game.phase is Phase.OVER)
        self.until(lambda: not self.sitting.glass.busy(self.sitting.state))
        return self.sitting

    def until(self, reached):
        """They wait, and press ADVANCE if nothing comes of it."""
        for _ in range(5):
            for _ in range(60):
                if reached():
                    return
                self.sitting.wait(0.5)
            self.sitting.press(Press.ADVANCE)
        raise AssertionError((*at(self.sitting.game), self.sitting.asked))

    def move(self, move, phase):
        back = LEADER_BACK if phase is Phase.RECRUIT else None
        match move.action:
            case BuildStage(stage=slot):
                self.sitting.stage(move.seat, slot, back=back)
            case Discard():
                self.sitting.discard(back=back)
            case Court(_, leader):
                self.sitting.answer(f"leader:{leader}")
            case Pass() | BuildFromDiscard(_, None):
                self.sitting.press(Press.ADVANCE)
            case _:
                self.sitting.table.front(move.seat, move.code)
                self.sitting.wait(MOMENT)


def at(moment):
    return moment.age, moment.turn, moment.phase


def played(dealt):
    """The game as it was dealt, at the table until the winner is up; what was booked is what was dealt."""
    sitting = Players(dealt).play()
    assert first_difference(dealt.game, sitting.game) is None
    assert sitting.view is ScreenId.SCORING
    assert [sheet.total for sheet in score_sheets(sitting.game)] == [sheet.total for sheet in score_sheets(dealt.game)]
    return sitting


@pytest.mark.parametrize("players", range(3, 8))
def test_a_clean_game_to_the_winner_takes_no_key(players):
    sitting = played(deal(players, 3))
    assert (sitting.presses, sitting.glass.kinds) == (0, [])
    ages = [ScreenId.TABLE, ScreenId.CONFLICTS] * 3
    assert sitting.glass.views == [ScreenId.SEATS, *ages, ScreenId.SCORING]


def test_two_players_with_the_free_city_to_the_winner():
    sitting = played(deal(2, 1))
    assert (sitting.presses, sitting.glass.kinds) == (0, [])
    assert sitting.game.setup.free_city not in {sheet.seat for sheet in score_sheets(sitting.game)}


def test_leaders_and_the_courtesans_to_the_winner():
    """Only whom the Courtesans serve is asked."""
    sitting = played(deal(5, 1, leaders=True))
    assert sitting.glass.kinds == ["court"]
    assert sitting.presses <= 2


def test_rome_b_with_leaders_to_the_winner():
    sitting = played(deal(3, 1, leaders=True, seats=(ROME, GIZA, RHODES)))
    assert sitting.game.cities[0].stages == 3
    assert sum(isinstance(action, Recruit) and action.seat == 0 for action in sitting.game.actions) > 3
    assert sitting.glass.kinds == []
