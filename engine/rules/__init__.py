"""The rules of play as functions over a game's state: trade, payment, legality, turns and conflicts."""
