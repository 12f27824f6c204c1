"""``python -m bot trace``: every sentence of notation.md about it."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.cli.records import print_traces, trace
from bot.engine.cards import CARD_NAMES, members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.record import Header, action_item, carry_out, deck_item, write
from tests.engine.helpers import king, shuffled

GOOD = ("king-record 1", "rules kingen", "players 4", "dealer 0")
DECK = "deck " + " ".join(CARD_NAMES)


def run(*lines: str) -> list[dict[str, Any]]:
    """The trace of a record of these lines."""
    return list(trace("game.king", "\n".join(lines).encode()))


def game_text(seed: int = 1, steps: int = 10**6, **values: Any) -> str:
    """A record of a random game, up to so many items."""
    game, random, items = king(**values), Random(seed), []
    while game.turn != OVER and len(items) < steps:
        if game.turn == AWAITS_DECK:
            items.append(deck_item(shuffled(game, random.randrange(10**9))))
        else:
            items.append(action_item(game.turn, random.choice(members(game.legal()))))
        carry_out(game, items[-1])
    return write(Header(game.rules, 0, {}), items)


RECORD = {"record": "game.king", "rules": "kingen", "players": 4}
DECK_AWAITED = {"at": 0, "turn": "deck"}


# The lines of a good record


def test_the_first_line_names_the_record() -> None:
    assert run(*GOOD, DECK)[0] == RECORD


def test_a_whole_game() -> None:
    lines = game_text().splitlines()
    entries = run(*lines)
    items = [line for line in lines if line.startswith("deck") or line[0].isdigit()]
    turns = [entry for entry in entries if "turn" in entry]
    assert [entry["at"] for entry in turns] == list(range(len(items)))
    for item, entry in zip(items, turns, strict=True):
        if item.startswith("deck"):
            assert entry == {"at": entry["at"], "turn": "deck"}
        else:
            seat, _, action = item.partition(" ")
            assert entry["turn"] == int(seat) and action in entry["legal"]
            assert entry["legal"] == sorted(set(entry["legal"]))
    deals = [entry for entry in entries if "deal" in entry]
    assert [entry["deal"] for entry in deals] == list(range(10))
    assert [entry["at"] for entry in deals] == [53 * deal + 52 for deal in range(10)]
    assert list(entries[-1]) == ["final", "places"]
    assert entries[-1]["final"] == [sum(column) for column in zip(*(d["points"] for d in deals), strict=True)]
    assert len([entry for entry in entries if "final" in entry]) == 1


def test_the_points_come_after_the_item_that_ended_the_deal() -> None:
    entries = run(*game_text().splitlines())
    place = next(place for place, entry in enumerate(entries) if "deal" in entry)
    assert entries[place - 1]["at"] == entries[place]["at"] == 52
    assert entries[place + 1] == {"at": 53, "turn": "deck"}


def test_legal_is_sorted_by_code_point() -> None:
    lines = game_text(trump_choice="offers", steps=53 * 6 + 1).splitlines()
    legal = run(*lines)[-1]["legal"]
    assert legal[:6] == ["offer 1", "offer 10", "offer 11", "offer 12", "offer 13", "offer 2"]
    assert legal[-1] == "pass"


@pytest.mark.parametrize("steps", [1, 2, 52, 53, 54, 529])
def test_an_unfinished_record_ends_with_the_turn_awaited(steps: int) -> None:
    last = run(*game_text(steps=steps).splitlines())[-1]
    assert last["at"] == steps and list(last)[:2] == ["at", "turn"]
    assert ("legal" in last) == (last["turn"] != "deck")


def test_the_output_is_json_as_in_the_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.king"
    file.write_text("\n".join([*GOOD, DECK, "2 play 2C"]))
    assert print_traces([str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == '{"record": "game.king", "rules": "kingen", "players": 4}'
    assert lines[1] == '{"at": 0, "turn": "deck"}'
    assert lines[2].startswith('{"at": 1, "turn": 1, "legal": ["play ')
    assert lines[3] == '{"at": 1, "line": 6, "error": "not-your-turn", "action": "play 2C"}'


# The header


def test_a_header_alone_awaits_its_first_deck() -> None:
    assert run(*GOOD) == [RECORD, DECK_AWAITED]


def test_a_header_alone_is_not_judged_yet() -> None:
    assert run("king-record 1", "rules bridge") == [
        {"record": "game.king", "rules": None, "players": None},
        DECK_AWAITED,
    ]
    assert run() == [{"record": "game.king", "rules": None, "players": None}, DECK_AWAITED]


@pytest.mark.parametrize("first", ["hello", "king-record 2", "rules kingen", "Deck 2C"])
def test_a_first_line_that_is_another_is_judged_at_once(first: str) -> None:
    """Whatever follows it, and where nothing does: it is no record."""
    wrong = {"at": 0, "line": 2, "error": "syntax"}
    assert run("# so", first)[1:] == run("# so", first, *GOOD)[1:] == run("# so", first, DECK)[1:] == [wrong]


def test_header_lines_come_in_any_order() -> None:
    lines = (
        "king-record 1",
        "dealer 3",
        "option heart-lead=only-hearts",
        "name 0 Ann B",
        "players 4",
        "rules kingen",
    )
    entries = run(*lines, DECK)
    assert entries[:2] == [RECORD, DECK_AWAITED] and entries[2]["turn"] == 0


def test_comments_blank_lines_and_line_ends() -> None:
    text = "\ufeff# first\r\n\r\nking-record 1 # v\r\nrules kingen#K\r\nplayers\t4\r\n\tdealer  0 \r\n"
    assert list(trace("game.king", (text + DECK + "\r\n").encode()))[:2] == [RECORD, DECK_AWAITED]


@pytest.mark.parametrize(
    ("lines", "line", "kind"),
    [
        # syntax
        (("king-record 2", *GOOD[1:]), 1, "syntax"),
        (("king-record", *GOOD[1:]), 1, "syntax"),
        (GOOD[1:], 1, "syntax"),
        ((*GOOD, "king-record 1"), 5, "syntax"),
        ((*GOOD, "rules kingen"), 5, "syntax"),
        ((*GOOD, "players 4"), 5, "syntax"),
        ((*GOOD, "dealer 0"), 5, "syntax"),
        ((*GOOD, "hello"), 5, "syntax"),
        ((*GOOD, "name 0"), 5, "syntax"),
        ((*GOOD, "name Ann"), 5, "syntax"),
        ((*GOOD, "name 4 Ann"), 5, "syntax"),
        ((*GOOD, "name 0 Ann", "name 0 Bob"), 6, "syntax"),
        ((*GOOD, "option heart-lead"), 5, "syntax"),
        ((*GOOD, "option"), 5, "syntax"),
        (("king-record 1", "rules", *GOOD[2:]), 2, "syntax"),
        # unknown rules
        (("king-record 1", "rules bridge", *GOOD[2:]), 2, "unknown-rules"),
        (("king-record 1", "rules kingen iwwa", *GOOD[2:]), 2, "unknown-rules"),
        # bad options, players, dealer
        ((*GOOD, "option eralash=yes"), 5, "bad-option"),
        ((*GOOD, "option heart-lead=never"), 5, "bad-option"),
        ((*GOOD, "option batches=4-4-4"), 5, "bad-option"),
        ((*GOOD[:2], "players 5", "dealer 0", "option king-of-hearts-points=5"), 5, "bad-option"),
        ((*GOOD[:2], "players 6", "dealer 0"), 3, "bad-option"),
        ((*GOOD[:2], "players four", "dealer 0"), 3, "bad-option"),
        ((*GOOD[:2], "players -4", "dealer 0"), 3, "bad-option"),
        ((*GOOD[:2], "players " + "9" * 5000, "dealer 0"), 3, "bad-option"),
        ((*GOOD[:3], "dealer 4"), 4, "bad-option"),
        ((*GOOD[:3], "dealer x"), 4, "bad-option"),
        # the first bad line in file order, whatever is found wrong first
        (
            ("king-record 1", "option heart-lead=never", "dealer 0", "players 9", "rules kingen"),
            2,
            "bad-option",
        ),
        (("king-record 1", "dealer 5", "players 9", "rules kingen"), 2, "bad-option"),
        (("king-record 1", "players 9", "dealer 5", "rules bridge", "hello"), 4, "unknown-rules"),
        (("king-record 1", "hello", "rules bridge"), 2, "syntax"),
        # a missing line is syntax at the deck, but a bad one comes first
        (GOOD[:3], 4, "syntax"),
        ((*GOOD[:2], "dealer 0"), 4, "syntax"),
        (("king-record 1", "players 4", "dealer 0"), 4, "syntax"),
        (("king-record 1",), 2, "syntax"),
        ((), 1, "syntax"),
        (("king-record 1", "rules kingen", "players 9"), 3, "bad-option"),
    ],
)
def test_bad_headers(lines: tuple[str, ...], line: int, kind: str) -> None:
    entries = run(*lines, DECK)
    assert len(entries) == 2 and entries[0]["record"] == "game.king"
    assert entries[1] == {"at": 0, "line": line, "error": kind}
    assert list(entries[1]) == ["at", "line", "error"]


def test_what_is_unknown_is_null() -> None:
    assert run("king-record 1", "rules bridge", "players 4", "dealer 0", DECK)[0]["rules"] is None
    assert run("king-record 1", "rules kingen", "players 9", "dealer 0", DECK)[0] == RECORD | {
        "players": None
    }
    assert run("king-record 1", "rules kingen", "players 4", DECK)[0] == RECORD


def test_lines_are_counted_with_comments_and_blank_ones() -> None:
    assert run("# one", "", *GOOD[:3], "dealer 9", DECK)[-1] == {"at": 0, "line": 6, "error": "bad-option"}


# The items


def good(*items: str) -> list[dict[str, Any]]:
    """The trace of items after a good header and deck (5 lines): seat 1 leads, holding 2C 3C 4C 5C …"""
    return run(*GOOD, DECK, *items)


LED = good()[-1]["legal"]


def test_illegal_action() -> None:
    entries = good("1 play AH")
    assert entries[-2] == {"at": 1, "turn": 1, "legal": LED}
    assert entries[-1] == {"at": 1, "line": 6, "error": "illegal-action", "action": "play AH", "legal": LED}
    assert list(entries[-1]) == ["at", "line", "error", "action", "legal"]


@pytest.mark.parametrize(
    "text",
    ["nonsense", "play", "play 2c", "play XX", "accept", "trump H", "play 2C 3C", "undo", "pläy 2C", "7"],
)
def test_any_text_after_a_seat_that_is_not_legal(text: str) -> None:
    last = good(f"1 {text}")[-1]
    assert (last["error"], last["action"], last["legal"]) == ("illegal-action", text, LED)


@pytest.mark.parametrize(
    "item", ["0 play 2C", "2 nonsense", "4 play 2C", "99 play 2C", "-1 play 2C", "9" * 5000 + " x"]
)
def test_not_your_turn_comes_before_illegal_action(item: str) -> None:
    entries = good(item)
    assert entries[-2]["turn"] == 1
    assert entries[-1] == {"at": 1, "line": 6, "error": "not-your-turn", "action": item.split(" ", 1)[1]}


@pytest.mark.parametrize("deck", [DECK, "deck", "deck XX"])
def test_a_deck_where_an_action_is_awaited(deck: str) -> None:
    entries = good(deck)
    assert entries[-2]["turn"] == 1
    assert entries[-1] == {"at": 1, "line": 6, "error": "not-your-turn"}


def test_an_action_where_a_deck_is_awaited() -> None:
    expected = {"at": 0, "line": 5, "error": "not-your-turn", "action": "play 2C"}
    assert run(*GOOD, "1 play 2C", DECK) == [RECORD, DECK_AWAITED, expected]
    lines = game_text(steps=53).splitlines()
    entries = run(*lines, "-1 play 2C")
    assert entries[-2] == {"at": 53, "turn": "deck"}
    assert entries[-1] == {"at": 53, "line": len(lines) + 1, "error": "not-your-turn", "action": "play 2C"}


def test_an_action_in_an_unfinished_header() -> None:
    expected = {"at": 0, "line": 3, "error": "not-your-turn", "action": "play 2C"}
    assert run("king-record 1", "rules kingen", "1 play 2C")[1:] == [DECK_AWAITED, expected]


@pytest.mark.parametrize(
    "line", ["hello", "play 2C", "1", "-", "rules kingen", "name 0 Ann", "1.5 play 2C", "dealer 0"]
)
def test_a_line_without_seat_or_keyword_or_a_seat_without_action(line: str) -> None:
    entries = good(line)
    assert entries[-1] == {"at": 1, "line": 6, "error": "syntax"}
    assert entries[-2] == DECK_AWAITED, "no turn line before a syntax error"


@pytest.mark.parametrize(
    "deck",
    [
        "deck",
        DECK.removesuffix(" AS"),
        DECK + " AS",
        DECK.replace("AS", "2C"),
        DECK.replace("AS", "1S"),
        DECK.replace("AS", "as"),
        DECK.replace("AS", "10S"),
    ],
)
def test_bad_decks(deck: str) -> None:
    assert run(*GOOD, deck) == [RECORD, DECK_AWAITED, {"at": 0, "line": 5, "error": "bad-deck"}]


def test_a_deck_with_a_card_that_was_left_out() -> None:
    lines = ("king-record 1", "rules kingen", "players 3", "dealer 0")
    assert run(*lines, DECK)[-1]["error"] == "bad-deck"
    assert run(*lines, DECK.replace("2S ", ""))[-1]["turn"] == 1


@pytest.mark.parametrize("item", [DECK, "0 play 2C", "7 nonsense", "deck"])
def test_game_over(item: str) -> None:
    lines = game_text().splitlines()
    entries = run(*lines, item)
    assert "final" in entries[-2], "no turn line before it"
    expected = {"at": 530, "line": len(lines) + 1, "error": "game-over"}
    assert entries[-1] == expected | ({} if item.startswith("deck") else {"action": item.split(" ", 1)[1]})


def test_a_line_that_is_none_stays_syntax_after_the_game() -> None:
    assert run(*game_text().splitlines(), "hello")[-1]["error"] == "syntax"


def test_nothing_follows_an_error() -> None:
    lines = game_text().splitlines()
    lines[10] = lines[10].split()[0] + " nonsense"
    assert "error" in run(*lines)[-1] and sum("error" in entry for entry in run(*lines)) == 1


@pytest.mark.parametrize("place", [1, 3, 5])
def test_bytes_that_are_no_utf8(place: int) -> None:
    lines = [line.encode() for line in (*GOOD, DECK, "1 play 2C")]
    lines[place] += b" \xff"
    last = list(trace("game.king", b"\n".join(lines)))[-1]
    assert last == {"at": 1 if place == 5 else 0, "line": place + 1, "error": "syntax"}


# The command


def test_several_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good_file, bad_file = tmp_path / "good.king", tmp_path / "bad.king"
    good_file.write_text(game_text())
    bad_file.write_text("hello\n" + DECK)
    assert print_traces([str(good_file)]) == 0
    capsys.readouterr()
    assert print_traces([str(bad_file), str(tmp_path / "none.king"), str(good_file)]) == 1
    printed = capsys.readouterr()
    entries = [json.loads(line) for line in printed.out.splitlines()]
    assert [entry["record"] for entry in entries if "record" in entry] == ["bad.king", "good.king"]
    assert "final" in entries[-1]
    assert printed.err == f"Cannot read {tmp_path / 'none.king'}: No such file or directory.\n"


def test_a_folder_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert print_traces([str(tmp_path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and str(tmp_path) in printed.err


def test_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join([*GOOD, DECK]).encode())))
    assert print_traces(["-"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0]) == RECORD | {"record": "-"}
