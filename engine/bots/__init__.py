"""Programs that play, and what they need: numbers for actions, players, an environment for learning.

Nothing else in the engine imports this package. Its `environment` needs PettingZoo and numpy, the rest only Python.
"""

from engine.bots.numbers import ActionNumbers
from engine.bots.players import PLAYERS, Player, Searcher, greedy, play_out, random_player

__all__ = ["PLAYERS", "ActionNumbers", "Player", "Searcher", "greedy", "play_out", "random_player"]
