"""The score of a table that photographs show: what is said, what is asked, and the same score as the command's."""

from __future__ import annotations

import msgspec

from device.features.telephones.photographs.score import ScoreRequest, answer
from device.for_features.photographs.photograph import PhotographReading, SeenCard
from tests.device.tables import CODEBOOK, board_code

GIZA, RHODES, BABYLON, OLYMPIA = (board_code(wonder) for wonder in ("giza", "rhodes", "babylon", "olympia"))
WONDERS = ("giza", "rhodes", "babylon")
COUNTED = {"coins": dict.fromkeys(WONDERS, 3), "tokens": dict.fromkeys(WONDERS, 0)}


def reading(*boards: int, cards=()) -> PhotographReading:
    return PhotographReading("", boards, boards[0] if boards else None, frozenset(boards), tuple(cards))


def lying(card: str, board: int) -> SeenCard:
    code = next(entry.code for entry in CODEBOOK if entry.id == card)
    return SeenCard("", code, board, 2.8)


def asked(*readings: PhotographReading, **given):
    names = [f"Photograph {number}" for number in range(1, len(readings) + 1)]
    request = msgspec.json.encode({"readings": readings, "names": names, **given})
    return msgspec.json.decode(msgspec.json.encode(answer(msgspec.json.decode(request, type=ScoreRequest), CODEBOOK)))


def keys(remarks) -> list[str]:
    return [key for key, _ in remarks]


def test_photographs_without_a_board_are_named():
    found = asked(reading(), reading())
    assert found["contradictions"][:2] == [
        ["score.nothing", {"picture": "Photograph 1"}],
        ["score.nothing", {"picture": "Photograph 2"}],
    ]
    assert "cities" not in found


def test_two_boards_are_no_game():
    assert keys(asked(reading(GIZA, RHODES))["contradictions"]) == ["error.wrong_number_of_players"]


def test_a_card_in_two_cities_names_the_photographs():
    first, second = (reading(GIZA, RHODES, BABYLON, cards=[lying("baths", board)]) for board in (GIZA, RHODES))
    ((key, values),) = asked(first, second)["contradictions"]
    assert (key, values["pictures"]) == ("score.card_twice", ["Photograph 1", "Photograph 2"])


def test_without_coins_it_says_what_is_seen_and_what_shields_won():
    found = asked(reading(GIZA, RHODES, BABYLON, cards=[lying("stockade", GIZA)]))
    assert [city["wonder"] for city in found["cities"]] == list(WONDERS)
    assert found["cities"][0]["shields"] > 0
    assert found["cities"][0]["cards"] == ["stockade"]
    assert "seats" not in found
    assert found["sums"] == list(range(-6, 19))


def test_with_coins_and_tokens_it_scores():
    found = asked(reading(GIZA, RHODES, BABYLON, cards=[lying("baths", RHODES)]), **COUNTED)
    assert [row["score"]["total"] for row in found["seats"]] == [1, 4, 1]
    assert found["winners"] == [1]
    assert found["table"]["counts"][0] == {"coins": 3, "tokens": []}


def test_tokens_that_no_conflicts_give_are_said():
    found = asked(reading(GIZA, RHODES, BABYLON), **COUNTED | {"tokens": {wonder: [5, 5, 5] for wonder in WONDERS}})
    assert keys(found["wrong"]) == ["score.no_such_tokens"] * 3
    assert "seats" not in found


def test_single_tokens_are_asked_only_where_a_card_counts_them():
    cards = [lying("strategists_guild", GIZA)]
    tokens = {"giza": 0, "rhodes": 2, "babylon": 0}
    found = asked(reading(GIZA, RHODES, BABYLON, cards=cards), **COUNTED | {"tokens": tokens})
    assert set(found["each"]) == {"rhodes", "babylon"}
    assert all(sum(each) == 2 for each in found["each"]["rhodes"])
    tokens |= {"rhodes": [3, -1], "babylon": [0]}
    found = asked(reading(GIZA, RHODES, BABYLON, cards=cards), **COUNTED | {"tokens": tokens})
    assert found["seats"][0]["score"]["guilds"] == 1


def test_who_sits_beside_whom_is_asked_and_the_order_counts_once_it_is_whole():
    boards = (GIZA, RHODES, BABYLON, OLYMPIA)
    pairs = [reading(GIZA, RHODES), reading(BABYLON, OLYMPIA), reading(GIZA, OLYMPIA)]
    found = asked(*pairs)
    assert keys(found["contradictions"]) == ["score.seats_unknown"]
    assert sorted(found["wonders"]) == sorted(CODEBOOK.entry(board).id for board in boards)
    order = ["olympia", "giza", "rhodes", "babylon"]
    assert [city["wonder"] for city in asked(*pairs, seats=order)["cities"]] == order
    assert keys(asked(*pairs, seats=order[:3])["contradictions"]) == ["score.seats_unknown"]


def test_the_leader_that_a_guild_copies_is_asked_and_a_wrong_one_does_not_count():
    cards = [lying("courtesans_guild", GIZA), lying("hypatia", RHODES), lying("baths", RHODES)]
    found = asked(reading(GIZA, RHODES, BABYLON, cards=cards), courted={"giza": "plato"}, **COUNTED)
    assert found["courted"] == {"giza": ["hypatia"]}
    assert found["table"]["cities"][0]["copied_leader"] is None
    found = asked(reading(GIZA, RHODES, BABYLON, cards=cards), courted={"giza": "hypatia"}, **COUNTED)
    assert found["table"]["cities"][0]["copied_leader"] == "hypatia"


def test_cards_and_stages_are_added_and_removed_city_by_city():
    seen = reading(GIZA, RHODES, BABYLON, cards=[lying("stockade", GIZA), lying("baths", RHODES)])
    changed = {
        "giza": {"added": ["palace", "stockade", "archery_range"], "removed": ["stockade"], "stages": 2},
        "rhodes": {"removed": ["baths"], "stages": 4},
    }
    before, after = asked(seen), asked(seen, changed=changed, **COUNTED)
    assert before["cities"][0] | {"shields": 0} == before["cities"][0] | {"shields": 0, "of": 3, "stages": 0}
    giza, rhodes, babylon = after["cities"]
    assert sorted(giza["cards"]) == ["archery_range", "palace", "stockade"], "removed, and added again"
    assert (giza["stages"], rhodes["cards"], rhodes["stages"]) == (2, [], rhodes["of"]), "no more than the board has"
    assert babylon == before["cities"][2] | {"shields": babylon["shields"]}
    points = after["seats"][0]["score"]
    assert (points["civilian"], points["wonder"]) == (8, 8)


def test_a_city_that_no_photograph_shows_is_added_and_its_place_is_asked_for():
    changed = {"olympia": {"side": "A", "added": ["theater"], "stages": 1}}
    found = asked(reading(GIZA, RHODES, BABYLON), changed=changed, seats=["olympia", "giza", "rhodes", "babylon"])
    assert [city["wonder"] for city in found["cities"]] == ["olympia", "giza", "rhodes", "babylon"]
    assert (found["cities"][0]["cards"], found["cities"][0]["stages"]) == (["theater"], 1)


def test_a_card_of_another_edition_is_said():
    found = asked(reading(GIZA, RHODES, BABYLON), changed={"giza": {"added": ["castrum"]}})
    assert found["contradictions"] == [["error.card_of_another_edition", {"card": "castrum"}]]
