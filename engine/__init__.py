"""The rules of 7 Wonders: pure values and functions; no I/O, clock or randomness. Imports nothing of ours."""

from engine.actions import (
    NOTHING,
    Action,
    ActionError,
    Build,
    BuildFromDiscard,
    BuildStage,
    CorrectCoins,
    Court,
    Discard,
    Fight,
    Pass,
    Payment,
    Recruit,
    SeatAction,
    action_from_dict,
    action_to_dict,
)
from engine.catalogue import CATALOGUE, Card, Catalogue, Cost, Leader, Printing, Stage, Wonder, load_catalogue
from engine.city import City, for_sale, production, shields, symbols
from engine.conflict import conflict_preview
from engine.errors import (
    DataError,
    IllegalAction,
    ImpossibleSetup,
    Reason,
    RecordError,
    UnknownName,
    WondertableError,
)
from engine.free_city import must_play
from engine.game import Game
from engine.payment import Way, prices
from engine.phase import Phase
from engine.record import Comment, Record, write_record
from engine.record_reader import parse_record, read_record
from engine.resources import MANUFACTURED, RAW, RESOURCES
from engine.scoring import CATEGORIES, ScoreSheet, Term, categories, score_sheets, winners
from engine.setup import Setup
from engine.status import Status, audit, status
from engine.trade import Purchase

__all__ = [
    "CATALOGUE",
    "CATEGORIES",
    "MANUFACTURED",
    "NOTHING",
    "RAW",
    "RESOURCES",
    "Action",
    "ActionError",
    "Build",
    "BuildFromDiscard",
    "BuildStage",
    "Card",
    "Catalogue",
    "City",
    "Comment",
    "CorrectCoins",
    "Cost",
    "Court",
    "DataError",
    "Discard",
    "Fight",
    "Game",
    "IllegalAction",
    "ImpossibleSetup",
    "Leader",
    "Pass",
    "Payment",
    "Phase",
    "Printing",
    "Purchase",
    "Reason",
    "Record",
    "RecordError",
    "Recruit",
    "ScoreSheet",
    "SeatAction",
    "Setup",
    "Stage",
    "Status",
    "Term",
    "UnknownName",
    "Way",
    "Wonder",
    "WondertableError",
    "action_from_dict",
    "action_to_dict",
    "audit",
    "categories",
    "conflict_preview",
    "for_sale",
    "load_catalogue",
    "must_play",
    "parse_record",
    "prices",
    "production",
    "read_record",
    "score_sheets",
    "shields",
    "status",
    "symbols",
    "winners",
    "write_record",
]
