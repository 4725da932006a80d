"""A film of a simulated game shows what its list says."""

from pathlib import Path

import cv2

from device.simulation.rendering.projection import Projection
from engine import CATALOGUE, Game, shields
from tests.dealing.dealer import deal
from tests.device.simulation.film import film_game

SMALL = Projection(1200.0, width_px=768, height_px=432)


def test_a_film_lasts_until_everything_in_its_list_has_happened(tmp_path: Path) -> None:
    path = tmp_path / "game.mp4"
    told = film_game(deal(3, 5), path, rounds=2, fps=4.0, lens=SMALL)
    film = cv2.VideoCapture(str(path))
    assert film.isOpened()
    seconds = film.get(cv2.CAP_PROP_FRAME_COUNT) / film.get(cv2.CAP_PROP_FPS)
    times = [action["t"] for action in told["actions"]]
    assert times == sorted(times)
    assert times[-1] + 1.0 < seconds < times[-1] + 10.0
    assert (film.get(cv2.CAP_PROP_FRAME_WIDTH), film.get(cv2.CAP_PROP_FRAME_HEIGHT)) == (768, 432)


def test_the_list_has_everybodys_coins_and_shields_at_the_end(tmp_path: Path) -> None:
    dealt = deal(3, 5)
    told = film_game(dealt, tmp_path / "game.mp4", rounds=1, fps=2.0, lens=SMALL)
    assert {(action["turn"], action["seat"]) for action in told["actions"]} == {(1, 0), (1, 1), (1, 2)}
    game = Game.new(dealt.seats)
    for move in dealt.rounds[0].moves:
        game = game.apply(move.action)
    assert told["expect"]["coins"] == [city.coins for city in game.cities]
    assert told["expect"]["shields"] == [shields(city) for city in game.cities]
    assert all(action["card"] in {None, *CATALOGUE.cards} for action in told["actions"])
