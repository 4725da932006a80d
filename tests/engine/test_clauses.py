"""Every clause of the rulebooks is proved by a test, and tests name no clause that does not exist."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

from tests.engine.clauses import clauses, proofs

RULEBOOKS = {"base-it-2011.txt", "base-pt-2015.txt", "base-uk-2010.txt", "leaders-it.txt", "overview-bga-it.txt"}
OURS = {"rulings", "known mistakes", "second edition", "Cities"}


def test_every_clause_is_proved():
    proved = proofs()
    assert [clause.id for clause in clauses() if not proved.get(clause.id)] == []


def test_no_test_names_an_unknown_clause():
    assert set(proofs()) - {clause.id for clause in clauses()} == set()


def test_every_clause_is_listed_once_with_its_places_and_what_it_says():
    found = clauses()
    assert max(Counter(clause.id for clause in found).values()) == 1
    for clause in found:
        assert clause.says
        assert clause.rulebooks
        assert set(clause.rulebooks) <= RULEBOOKS | OURS
    assert {rulebook for clause in found for rulebook in clause.rulebooks} == RULEBOOKS | OURS


def test_the_table_shows_every_clause_with_its_tests():
    ran = subprocess.run(
        [sys.executable, "-m", "tests.engine.clauses"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=True,
        encoding="utf-8",
        env={"PYTHONUTF8": "1"},
    )
    assert all(f"{clause.id}: " in ran.stdout for clause in clauses())
    assert "NOT PROVED" not in ran.stdout
