"""``python -m bot review``: in words, seat by seat; what can't be read with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.cli.review import MAKING_READY
from bot.replays.replay import read_file
from bot.reviews.making import Making
from bot.reviews.words import ReviewSummary, card_line, lost
from bot.robots.registry import STUDIES
from bot.robots.strong import compiled
from bot.words.catalogue import words_for
from tests.replays.games import record

GOOD = record("russian-king", 4, seed=5)


def written(folder: Path, name: str, data: bytes) -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def test_it_says_what_the_panel_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", written(tmp_path, "a.king", GOOD)]) == 0
    said = capsys.readouterr().out
    replay, words = read_file(GOOD), words_for("en")
    making = Making(replay)
    making.go_on(60.0)
    assert making.is_over and any(one.costly for one in making.reviews())
    for name, review in zip(("Ann", "Bram", "Chloé", "Dmitri"), making.reviews(), strict=True):
        told = ReviewSummary(replay, [review])
        assert f"{name}: {lost(words, told)}\n" in said
        for costly in told.worst:
            assert card_line(words, told, costly) in said


def test_it_goes_by_what_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    made: list[Path] = []
    monkeypatch.setattr(compiled, "make_ready", made.append)
    monkeypatch.setenv("HARTENHEER_DATABASE", str(tmp_path / "test.sqlite3"))
    path = written(tmp_path, "a.king", record("russian-king", 4, seed=5, most=10))
    for wanted in ("no", "yes"):
        monkeypatch.setenv("HARTENHEER_STRONG", wanted)
        assert made == []
        main(["review", path])
    assert made == [tmp_path / "compiled"]


def test_files_are_read_before_it_is_made_ready(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody waits for it to hear that a file is none, and who waits is told what for."""
    said: list[str] = []
    monkeypatch.setattr(compiled, "make_ready", lambda folder: said.append(capsys.readouterr().err))
    monkeypatch.setenv("HARTENHEER_STRONG", "yes")
    monkeypatch.setenv("HARTENHEER_DATABASE", str(tmp_path / "test.sqlite3"))
    empty = written(tmp_path, "empty.king", b"")
    short = written(tmp_path, "short.king", record("russian-king", 4, seed=5, most=10))
    assert main(["review", empty, str(tmp_path / "none.king")]) == 1
    assert main(["review", "--seat", "7", short]) == 1
    assert said == [] and "made ready" not in capsys.readouterr().err
    assert main(["review", short, empty]) == 1
    (before,) = said
    assert before.startswith("empty.king: ") and before.endswith(f"{MAKING_READY}\n")


def test_one_seat_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "--seat", "1", written(tmp_path, "a.king", GOOD)]) == 0
    said = capsys.readouterr().out
    assert "Bram: " in said and "Ann: " not in said and "Chloé: " not in said


def test_every_fault_is_one_sentence_and_the_others_are_reviewed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = GOOD.decode().split("\n")
    place = next(number for number, line in enumerate(lines) if line.startswith("deck")) + 3
    broken = "\n".join([*lines[:place], "what?", *lines[place:]]).encode()
    short = record("russian-king", 4, seed=5, most=10)
    files = [
        written(tmp_path, "broken.king", broken),
        written(tmp_path, "empty.king", b""),
        str(tmp_path / "none.king"),
        written(tmp_path, "short.king", short),
    ]
    assert main(["review", *files]) == 1
    said = capsys.readouterr()
    assert f"broken.king: Line {place + 1} can't be read." in said.err
    assert "empty.king: " in said.err and "none.king: No such file" in said.err
    assert len(said.err.strip().split("\n")) == 3
    assert "There's nothing to review" in said.out


def test_a_seat_that_there_is_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", "--seat", "4", written(tmp_path, "a.king", GOOD)]) == 1
    assert capsys.readouterr().err == "a.king: there is no seat 4: this game has seats 0 to 3.\n"


def test_games_that_nobody_can_study(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = STUDIES.of("king")
    STUDIES.take_back("king")
    try:
        assert main(["review", written(tmp_path, "a.king", GOOD)]) == 1
    finally:
        STUDIES.register("king", known)
    assert "a.king: Games of this kind can't be reviewed" in capsys.readouterr().err
