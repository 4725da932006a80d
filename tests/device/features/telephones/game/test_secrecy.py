"""Nothing that is sent or shown depends on what was entered, until all have acted.

Two tables at which all is the same but the secret entries send the same bytes.
"""

from __future__ import annotations

import itertools
import json
import random
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from device.features.telephones.game.price_list import ListsInRounds
from display.messages.intents import Advance
from engine import Build, BuildStage, Discard, Phase
from tests.device.features.telephones.game.phone_table import PhoneTable
from tests.device.features.telephones.game.test_with_camera import CameraTable
from tests.journeys.test_by_hand import GAMES, any_move

WORD = "game"


def known(table) -> list[str]:
    """Every line to the server but the replies, which only say to who has asked that it is done."""
    lines = [line.decode() for line in table.sent]
    assert all(
        json.loads(line) == {"reply": json.loads(line)["reply"], "refused": None, "with": {}}
        for line in lines
        if '"reply"' in line
    )
    return [line for line in lines if '"reply"' not in line]


def moves(game, chance):
    """What each seat does; the last copy of a card is built only once."""
    found = []
    for seat in game.to_act:
        found.append(any_move(game, seat, chance))
        if len(game.to_act) > 1:  # the last one would close the phase
            game = game.apply(found[-1])
    return found


def decoy(game, action):
    """Something else that the seat may do in secret as well."""
    seat = action.seat
    others = [Discard(seat), BuildStage(seat), *(Build(seat, card.id) for card in game.age_cards)]
    return next((one for one in others if type(one) is not type(action) and game.can(one)), action)


@pytest.mark.parametrize(
    "name", [name if name == "two" else pytest.param(name, marks=pytest.mark.slow) for name in GAMES]
)
def test_tables_with_other_entries_send_the_same_bytes_all_game_long(name):
    seats, leaders, free_city = GAMES[name]
    chance = random.Random(name)
    with ExitStack() as stack:
        tables = [stack.enter_context(closing(PhoneTable(seats, free_city=free_city))) for _ in range(2)]
        others = 0
        for table in tables:
            table.host._evening = replace(table.host.evening, secret="secret", game=WORD)
            table.host._link.greet("secret")
            table.host._lists = ListsInRounds(lambda: 0.0)
            table.session = replace(table.session, leaders=leaders)
            table.sit(*(seat for seat in range(len(seats)) if seat != free_city))
            table.do(Advance())
        while (game := tables[0].session.game).phase is not Phase.OVER:
            if game.phase is Phase.CONFLICTS:
                for table in tables:
                    table.do(Advance())
                    table.round()
                continue
            entries = moves(game, chance)
            *secret, last = entries
            decoys = [decoy(game, action) for action in secret]
            others += sum(map(lambda one, other: one != other, secret, decoys))
            for rounds in ((secret, decoys), (secret, secret)):
                for table, actions in zip(tables, rounds, strict=True):
                    for action in actions:
                        table.host._link._allowed = 40
                        by = game.controller if action.seat == free_city else action.seat
                        assert table.enter(action, by=by)["refused"] is None
                    table.round()
                    table.lines()
                assert known(tables[0]) == known(tables[1])
            for table in tables:
                table.host._link._allowed = 40
                table.enter(last, by=game.controller if last.seat == free_city else last.seat)
                table.round()
                table.lines()
            assert known(tables[0]) == known(tables[1])
            assert tables[0].session.game.actions[-len(entries) :] == tables[1].session.game.actions[-len(entries) :]
            for table in tables:
                table.sent.clear()
        assert others > 20


def camera_table(stack):
    table = stack.enter_context(closing(CameraTable(Path(stack.enter_context(TemporaryDirectory(dir="/tmp"))))))
    table.host._lists = ListsInRounds(lambda: 0.0)
    return table


@pytest.mark.parametrize("what", ["another card", "a discard"])
def test_a_question_about_an_entry_is_the_same_whatever_was_entered(what):
    """On the big screen, in the events for listeners and on the socket, up to the answer."""
    told = []
    for card in ("stone_pit", "ore_vein"):
        with ExitStack() as stack:
            table = camera_table(stack)
            events = []
            listener = lambda event, _, heard=events: heard.append(repr(event))  # noqa: E731
            table.loop._outputs = replace(table.loop._outputs, listeners=(listener,))
            table.enter(Build(1, card))
            table.table.lay(0, "lumber_yard")
            if what == "another card":
                table.table.lay(1, "loom")
            else:
                table.table.discard()
                table.table.discard()
            table.wait(9)
            assert len(table.questions) == 1
            table.server.read_on()
            lines = [json.loads(line) for line in table.server.heard]
            told_states = [line["state"] | {"game": "", "moment": ""} for line in lines if "state" in line]
            # How many states tell of those who join depends on how fast their requests are answered.
            since_entered = itertools.dropwhile(lambda state: 1 in state.get("waiting", [1]), told_states)
            states = [state for state, _ in itertools.groupby(since_entered)]
            assert states[-1]["questions"]
            shown = [state for state, _ in itertools.groupby(table.shown.states)]  # a reply may take a round more
            told.append((states, shown, events))
    assert told[0] == told[1]
