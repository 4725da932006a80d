"""Programs that play, and what they need: numbers for actions, players, an environment for learning.

Nothing else in the engine imports this package. Its `environment` needs PettingZoo and numpy, the rest only Python.
"""

from engine.bots.chair import Chair, chair_play, chair_view, check_chair, dealt_to_chair, hand_of_chair
from engine.bots.numbers import ActionNumbers
from engine.bots.players import PLAYERS, Player, Searcher, greedy, play_out, random_player

__all__ = [
    "PLAYERS",
    "ActionNumbers",
    "Chair",
    "Player",
    "Searcher",
    "chair_play",
    "chair_view",
    "check_chair",
    "dealt_to_chair",
    "greedy",
    "hand_of_chair",
    "play_out",
    "random_player",
]
