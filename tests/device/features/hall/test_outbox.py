"""Which score sheets are due: each until the broker has confirmed it, and none from before there was a hall."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from device.features.hall.publisher.outbox import SENT_AGAIN, Outbox
from device.for_features.errors import HallError
from device.for_features.statistics.game_facts import GameFacts, PlayerFacts

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def game(number, points=5, played=NOW, names=("Anna", "Ben", "Chiara")):
    cities = tuple(
        PlayerFacts(seat, name, f"wonder{seat}", "A", {"military": points + seat}, 3, 3 - seat)
        for seat, name in enumerate(names)
    )
    return GameFacts(number, played.isoformat(), played.isoformat(), "first", False, cities)


def outbox(path=None, *, names=False, begun=True):
    found = Outbox(path, "table-1", names=names, clock=NOW.timestamp)
    if begun and found.is_new:
        found.begin([])
    return found


def due(found):
    return [(one.number, one.revision) for one in found.due()]


def test_a_sheet_is_due_until_it_is_confirmed():
    found = outbox()
    found.take([game(1), game(2)], {1, 2})
    assert due(found) == [(1, 1), (2, 1)]
    found.confirm(next(found.due()))
    assert due(found) == [(2, 1)]
    assert found.unconfirmed == 1


def test_what_was_confirmed_is_kept_over_a_restart(tmp_path):
    with closing(outbox(tmp_path / "o")) as found:
        found.take([game(1), game(2)], {1, 2})
        found.confirm(next(found.due()))
        device = found.device
    with closing(outbox(tmp_path / "o")) as again:
        again.take([game(1), game(2)], {1, 2})
        assert due(again) == [(2, 1)]
        assert again.device == device


def test_at_a_new_connection_the_latest_are_sent_again_because_a_broker_may_forget():
    found = outbox()
    found.take([game(number) for number in range(1, 31)], set(range(1, 31)))
    for sheet in list(found.due()):
        found.confirm(sheet)
    assert due(found) == []
    found.connected_anew()
    assert due(found) == [(number, 1) for number in range(31 - SENT_AGAIN, 31)]
    for sheet in list(found.due()):
        found.confirm(sheet)
    assert due(found) == []


def test_a_corrected_game_is_sent_again_under_the_same_identity():
    found = outbox()
    found.take([game(1)], {1})
    (first,) = found.due()
    found.confirm(first)
    found.take([game(1, points=9)], {1})
    (second,) = found.due()
    assert (second.game, second.revision) == (first.game, 2)
    found.confirm(first)
    assert due(found) == [(1, 2)], "the late confirmation of the former sheet"


def test_a_game_that_is_no_longer_over_is_withdrawn_and_may_end_again():
    found = outbox()
    found.take([game(1)], {1})
    found.take([], {1})
    (sheet,) = found.due()
    assert msgspec.json.decode(sheet.payload)["withdrawn"] is True
    found.take([], {1})
    assert due(found) == [(1, 2)], "said once"
    found.take([game(1)], {1})
    (sheet,) = found.due()
    assert (sheet.revision, msgspec.json.decode(sheet.payload)["withdrawn"]) == (3, False)


def test_a_journal_that_lost_a_game_withdraws_nothing():
    found = outbox()
    found.take([game(1)], {1})
    found.take([], set())
    assert due(found) == [(1, 1)]


def test_games_from_before_the_hall_are_not_sent():
    found = outbox(begun=False)
    found.begin([1, 2])
    found.take([game(1), game(2), game(3)], {1, 2, 3})
    assert due(found) == [(3, 1)]


def test_games_of_a_journal_that_was_begun_anew_are_sent():
    """Its first games have the numbers of those that were played before there was a hall."""
    found = outbox(begun=False)
    found.begin([1, 2])
    found.take([game(1), game(2), game(3)], {1, 2, 3})
    found.confirm(next(found.due()))
    found.take([], set())
    found.take([], {1})
    found.take([game(1, played=NOW + timedelta(days=1))], {1, 2})
    assert due(found) == [(1, 1)]


def test_imported_games_are_not_sent_but_a_clock_may_be_off_by_hours():
    found = outbox()
    old, wrong = NOW - timedelta(days=30), NOW - timedelta(hours=9)
    found.take([game(1, played=old), game(2, played=wrong)], {1, 2})
    assert due(found) == [(2, 1)]


@pytest.mark.parametrize(("names", "told"), [(False, ["", "", ""]), (True, ["Anna", "Ben", "Chiara"])])
def test_names_are_sent_only_if_they_may_be(names, told):
    found = outbox(names=names)
    found.take([game(1)], {1})
    (sheet,) = found.due()
    assert [city["name"] for city in msgspec.json.decode(sheet.payload)["cities"]] == told
    assert names or b"Anna" not in sheet.payload


def test_two_tables_make_up_different_devices():
    assert outbox().device != outbox().device


def test_a_place_that_cannot_be_written_is_an_error_with_a_reason(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(HallError):
        Outbox(tmp_path / "file" / "o", "t", names=False)
    (tmp_path / "torn").write_bytes(b"no database, but long enough to be looked at" * 50)
    with pytest.raises(HallError):
        Outbox(tmp_path / "torn", "t", names=False)
