"""A correction of the record is said in the terminal and in the lines of `--json`."""

from __future__ import annotations

from device.messages.events import Corrected
from device.reporting.json_lines import as_lines
from device.reporting.sentences import sentences
from device.session.session import Session
from device.umpire.table import TableUmpire
from display.words import Words
from tests.device.tables import CODEBOOK

CORRECTED = Corrected(",3,giza,build,baths,discard,;1,6,rhodes,discard,,stage,")


def test_a_correction_is_a_line_with_what_was_done_and_what_was_recorded():
    (line,) = as_lines(CORRECTED)
    discard, stage = {"do": "discard", "card": None}, {"do": "stage", "card": None}
    assert line == {
        "event": "corrected",
        "changes": [
            {"turn": 3, "wonder": "giza", "do": "build", "card": "baths", "was": discard},
            {"age": 1, "turn": 6, "wonder": "rhodes", **discard, "was": stage},
        ],
    }


def test_a_correction_is_a_sentence():
    (said,) = sentences(CORRECTED, Session(TableUmpire(CODEBOOK)), Words())
    assert said == (
        "Corrected: Turn 3: Giza built Baths, did not discard. Age I, turn 6: Rhodes discarded, did not build a stage."
    )
