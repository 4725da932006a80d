"""The printed kit and the command line speak the language that is asked for."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from device.command_line import main
from device.for_features.kit_wording import Wording, kit_wording
from display.words import Words, languages
from vision.kit.codebook import Codebook

CODEBOOK = Codebook.load()
RECORD = Path(__file__).parents[2] / "records" / "base-3-players.txt"


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WONDERTABLE_STATE", str(tmp_path / "state"))


def printed(path: Path) -> str:
    """All that can be read on the pages."""
    pdf = pypdfium2.PdfDocument(path)
    text = " ".join(page.get_textpage().get_text_range() for page in pdf)
    pdf.close()
    return " ".join(text.split())


def test_english_is_what_the_kit_says_by_itself() -> None:
    ours, plain = kit_wording(Words("en")), Wording()
    for field in ("title", "scale", "upright", "page", "board", "board_use", "label_test", "headings", "places"):
        assert getattr(ours, field) == getattr(plain, field)
    assert all(ours.note(entry) == plain.note(entry) for entry in CODEBOOK)


@pytest.mark.parametrize("language", languages())
def test_everything_a_sticker_is_for_has_a_name_of_its_own(language: str) -> None:
    wording = kit_wording(Words(language))
    assert not [entry.id for entry in CODEBOOK if "." in wording.name(entry)]
    others = [entry for entry in CODEBOOK if entry.kind not in {"card", "board"}]
    assert len({wording.name(entry) for entry in others}) == len(others)
    boards = [entry for entry in CODEBOOK if entry.kind == "board"]
    assert len({(wording.name(entry), wording.note(entry)) for entry in boards}) == len(boards)
    placed = [place.format(inset=3.0) for place in wording.places.values()]
    assert all("3 mm" in place or "3 мм" in place for place in placed)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("it", ["Vivaio", "Epoca I, 6+ giocatori", "Incolla ogni adesivo diritto", "3 mm dai due bordi"]),
        ("pt-BR", ["Silvicultura", "Era I, 6+ jogadores", "Guilda dos estrategistas"]),
        ("de", ["Baumschule", "Zeitalter I, ab 6 Personen", "3 mm von beiden Rändern"]),
        ("es", ["Vivero", "Era I, 6+ jugadores", "3 mm de ambos bordes"]),
        ("fr", ["Friche", "Âge I, 6+ joueurs", "3 mm des deux bords"]),
        ("uk", ["Ферма деревини", "Епоха I, 6+ гравців", "Картки Чудес", "3 мм від обох країв"]),  # noqa: RUF001  it is Ukrainian
    ],
)
def test_the_kit_is_printed_in_another_language(tmp_path: Path, language: str, words: list[str]) -> None:
    out = tmp_path / "kit.pdf"
    assert main(["stickers", "--language", language, "--out", str(out)]) == 0
    text = printed(out)
    assert [word for word in words if word not in text] == []
    assert "players" not in text


def test_the_kit_of_the_second_edition_has_its_own_title_boards_and_cards(tmp_path: Path) -> None:
    out = tmp_path / "kit.pdf"
    assert main(["stickers", "--edition", "second", "--out", str(out)]) == 0
    text = printed(out)
    assert all(word in text for word in ("second edition (2020)", "day side", "night side", "Castrum", "Ludus"))
    assert not any(word in text for word in ("side A ", "Pawnshop", "Free City"))


def test_the_language_may_be_said_before_the_command_or_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--language", "it", "history"], ["history", "--language", "it"]):
        assert main(arguments) == 0
        assert capsys.readouterr().out == "Nessuna partita giocata.\n"
    assert main(["history"]) == 0
    assert capsys.readouterr().out == "No games played yet.\n"


def test_the_language_of_one_command_is_not_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "config.toml"
    config.write_text('[screen]\nlanguage = "uk"\n')
    assert main(["--config", str(config), "--language", "pt", "history"]) == 0
    assert main(["--config", str(config), "history"]) == 0
    assert capsys.readouterr().out == "Nenhuma partida jogada ainda.\nЖодної гри ще не зіграно.\n"  # noqa: RUF001


def test_an_unknown_language_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["--language", "tlh", "history"])
    assert stopped.value.code == 2
    assert "de, en, es, fr, it, pt_BR, uk" in capsys.readouterr().err


def test_events_are_printed_with_the_names_of_that_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--language", "it", str(RECORD)]) == 0
    said = capsys.readouterr().out
    assert "Epoca III" in said


def test_each_game_is_told_with_the_card_names_of_its_edition(capsys: pytest.CaptureFixture[str]) -> None:
    second = RECORD.parent / "second-3-players.txt"
    for record, said, other in ((second, "Handelsposten", "Kontor"), (RECORD, "Kontor", "Handelsposten")):
        assert main(["replay", "--language", "de", str(record)]) == 0
        told = capsys.readouterr().out
        assert said in told
        assert other not in told
