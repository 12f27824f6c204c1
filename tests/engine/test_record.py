"""Records read and written (notation.md, "Record")."""

from __future__ import annotations

import pytest

from bot.engine.cards import ACTION_OF_TEXT
from bot.engine.errors import RuleViolation
from bot.engine.record import (
    Header,
    RecordError,
    action_item,
    carry_out,
    comments_of,
    deck_item,
    read,
    replay,
    write,
)
from bot.engine.registry import make_rules
from tests.engine.helpers import king, shuffled

HEADER = Header(make_rules("kingen-iwwa", 4, {"forced-penalty": "discard", "sole-card": "QS"}), 2, {0: "Ann"})


def test_what_is_written() -> None:
    assert write(HEADER, ["deck …", "3 play QH"], (("secret", "9f3c"), ("joins", "1 2")), ["the end"]) == (
        "king-record 1\n"
        "rules kingen-iwwa\n"
        "option sole-card=QS\n"
        "option forced-penalty=discard\n"
        "players 4\n"
        "name 0 Ann\n"
        "dealer 2\n"
        "# secret 9f3c\n"
        "# joins 1 2\n"
        "deck …\n"
        "3 play QH\n"
        "# the end\n"
    )


def test_only_what_differs_from_the_preset_is_written() -> None:
    assert "option" not in write(Header(make_rules("kingen-iwwa", 5, {}), 0, {}), [])


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ann", "Ann"),
        ("  Ann \n dealer 3 ", "Ann dealer 3"),
        ("Bob #1", "Bob 1"),
        ("Аня ♥", "Аня ♥"),
        ("\u202eevil", "\u202eevil"),
        ("a\u2028b", "a b"),
    ],
)
def test_a_name_becomes_one_line_without_a_comment(name: str, written: str) -> None:
    text = write(Header(HEADER.rules, 0, {1: name}), [])
    assert f"\nname 1 {written}\n" in text
    assert read(text.encode()).header.names == {1: written}


@pytest.mark.parametrize("name", ["", " ", "###", "\n"])
def test_a_name_of_nothing_is_left_out(name: str) -> None:
    assert "name" not in write(Header(HEADER.rules, 0, {1: name}), [])


def test_read_what_was_written() -> None:
    game = HEADER.new_game()
    assert isinstance(game, type(king()))
    deck = shuffled(game, 4)
    items = [deck_item(deck)]
    game.deal(deck)
    while len(items) < 20:
        items.append(action_item(game.turn, game.legal().bit_length() - 1))
        carry_out(game, items[-1])
    record = read(write(HEADER, items, (("secret", "9f"),)).encode())
    assert record.header == HEADER and record.items == tuple(items) and record.comments == {"secret": "9f"}
    assert replay(record).view(1) == game.view(1)


def test_comments() -> None:
    data = b"king-record 1 # not this\n# secret 9f3c\n#joins 1 2  3 \n#\n# secret other\nrules kingen\n"
    assert comments_of(data) == {"secret": "9f3c", "joins": "1 2  3"}


@pytest.mark.parametrize(
    ("text", "kind", "line"),
    [
        ("", "syntax", 1),
        ("king-record 1\nrules kingen\nplayers 4\n", "syntax", 4),
        ("king-record 1\nrules bridge\nplayers 4\ndealer 0\n", "unknown-rules", 2),
        ("king-record 1\nrules kingen\nplayers 4\ndealer 4\n", "bad-option", 4),
        ("king-record 1\nrules kingen\nplayers 4\ndealer 0\ndeck 2C\nhello\n", "syntax", 6),
        ("king-record 1\nrules kingen\nplayers 4\ndeck 2C\n", "syntax", 4),
    ],
)
def test_what_cannot_be_read(text: str, kind: str, line: int) -> None:
    with pytest.raises(RecordError) as wrong:
        read(text.encode())
    assert (wrong.value.kind, wrong.value.line) == (kind, line)


def test_the_last_of_two_values_of_an_option_holds() -> None:
    lines = ["king-record 1", "rules kingen", "players 4", "dealer 0", "option order=queens-first"]
    record = read("\n".join([*lines, "option order=kings-first"]).encode())
    assert record.header.rules == make_rules("kingen", 4, {})


@pytest.mark.parametrize("item", ["", "deck", "hello", "1", "0 play 2C", "1 play 2c", "1 offer 99"])
def test_a_refused_item_changes_nothing(item: str) -> None:
    game = king()
    game.deal(shuffled(game, 1))
    before = [game.view(seat) for seat in range(4)]
    with pytest.raises(RuleViolation):
        carry_out(game, item)
    assert [game.view(seat) for seat in range(4)] == before


def test_items_are_notation() -> None:
    assert action_item(3, ACTION_OF_TEXT["play QH"]) == "3 play QH"
    assert deck_item([0, 51]) == "deck 2C AS"
