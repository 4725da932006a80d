import numpy as np
from numpy.typing import NDArray

from vision.reading.change import CELL, ChangeDetector, grow

RANDOM = np.random.default_rng(3)
TABLE = RANDOM.integers(60, 180, (40, 60)).repeat(8, axis=0).repeat(8, axis=1).astype(np.float64)


def picture(table: NDArray[np.float64] = TABLE, noise: float = 3.0) -> NDArray[np.uint8]:
    return np.clip(table + RANDOM.normal(0, noise, table.shape), 0, 255).astype(np.uint8)


def with_card(level: float = 40.0) -> NDArray[np.float64]:
    changed = TABLE.copy()
    changed[160:224, 240:288] = level
    return changed


def watching() -> ChangeDetector:
    watch = ChangeDetector()
    watch.compare(picture())
    return watch


def test_the_first_picture_is_changed_everywhere() -> None:
    changes = ChangeDetector().compare(picture())
    assert changes.changed.shape == (320 // CELL, 480 // CELL)
    assert changes.changed.all()


def test_noise_is_no_change() -> None:
    watch = watching()
    assert not watch.compare(picture(noise=8.0)).changed.any()


def test_a_card_changes_its_place_and_little_more() -> None:
    changed = watching().compare(picture(with_card())).changed
    assert changed[10:14, 15:18].all()
    assert changed.sum() <= 6 * 5


def test_a_change_lasts_until_it_is_accepted_but_moves_only_once() -> None:
    watch = watching()
    watch.compare(picture(with_card()))
    later = watch.compare(picture(with_card()))
    assert later.changed.any()
    assert not later.moving.any()
    watch.accept(grow(later.changed, 1))
    assert not watch.compare(picture(with_card())).changed.any()


def test_slow_changes_of_light_are_no_change() -> None:
    watch = watching()
    shade = np.linspace(1.0, 0.75, TABLE.shape[1])
    for step in np.linspace(0, 1, 60):
        assert not watch.compare(picture(TABLE * (1 - step + step * shade))).changed.any()


def test_a_lamp_that_is_switched_changes_everything() -> None:
    assert watching().compare(picture(TABLE * 0.6)).changed.all()


def test_another_picture_size_starts_again() -> None:
    watch = watching()
    assert watch.compare(picture(TABLE[:160])).changed.shape == (160 // CELL, 480 // CELL)


def test_a_mask_grows_by_whole_cells() -> None:
    mask = np.zeros((9, 9), bool)
    mask[4, 4] = True
    assert grow(mask, 2).sum() == 25
