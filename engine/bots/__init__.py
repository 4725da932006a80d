"""Programs that play, and what they need: numbers for actions, and players.

Nothing else in the engine imports this package. In the wheel it also has `environment`, for PettingZoo and numpy.
"""

from engine.bots.chair import (
    Chair as Chair,
    chair_play as chair_play,
    chair_view as chair_view,
    check_chair as check_chair,
    dealt_to_chair as dealt_to_chair,
    hand_of_chair as hand_of_chair,
)
from engine.bots.numbers import ActionNumbers as ActionNumbers
from engine.bots.players import (
    PLAYERS as PLAYERS,
    Player as Player,
    Searcher as Searcher,
    greedy as greedy,
    play_out as play_out,
    random_player as random_player,
)
