"""The board of a round, and what is told after a night, fit a phone and a message, in every language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from bot.discordkit.panel import Drawing
from bot.nights.ui import board as board_messages
from bot.telling.phrases import TEXT_LONGEST
from bot.words.catalogue import languages, words_for
from playground.checks.components import walk
from tests.panels import night_after
from tests.panels.heights import DISCORD, PLAYGROUND, ROOM, height, row_width
from tests.panels.night_after import NIGHT_AFTER, SIXTEEN_TABLES

MEASURES: Final = (DISCORD, PLAYGROUND)


def every(drawing: Drawing) -> list[dict[str, Any]]:
    return list(walk(drawing.panel.to_components()))


def button_rows(drawing: Drawing) -> Iterator[list[dict[str, Any]]]:
    for one in every(drawing):
        if one["type"] == 1:
            yield one["components"]


def is_message(drawing: Drawing) -> bool:
    """Whether Discord takes it."""
    parts = every(drawing)
    return len(parts) <= 40 and sum(len(one.get("content", "")) for one in parts) <= TEXT_LONGEST


BOARDS: Final = {1: ROOM, 3: ROOM, 4: ROOM, 8: ROOM, 16: SIXTEEN_TABLES}
"""By its tables, how high a board may be."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("tables", BOARDS)
def test_the_board_of_a_round_fits_a_phone(tables: int, language: str) -> None:
    words = words_for(language)
    in_play = board_messages.board(words, 5, night_after.board(tables))
    over = board_messages.board(words, 5, night_after.board(tables, is_over=True, compared=True))
    for measures in MEASURES:
        assert height(in_play, measures) <= BOARDS[tables]
        assert height(over, measures) < height(in_play, measures) or tables == 1
        for row in button_rows(in_play):
            assert row_width(row, measures) <= measures.inner
    left = [one["label"] for row in button_rows(over) for one in row]
    assert left == [words("night.board.earlier")], "only what is over is to be looked at"


@pytest.mark.parametrize("language", languages())
def test_the_longest_names_at_sixteen_tables_fit_a_message(language: str) -> None:
    words, long = words_for(language), "*" * 32
    made = night_after.board(16)
    tables = [
        replace(one, seats=tuple(replace(seat, name=long) for seat in one.seats),
                scores=tuple(score._replace(name=long) for score in one.scores))
        for one in made.tables
    ]  # fmt: skip
    others = (long,) * 16
    shown = replace(made, tables=tables, byes=others[:3], spare=others, next=others, is_veiled=True)
    drawing = board_messages.board(words, 5, shown)
    assert is_message(drawing)
    text = "\n".join(one.get("content", "") for one in every(drawing))
    assert all(f"[{words('hand.table', table=number)}]" in text for number in range(1, 17))


@pytest.mark.parametrize("language", languages())
def test_sixty_four_tables_are_told_as_far_as_there_is_room(language: str) -> None:
    """Those that are still played come first."""
    words, shown = words_for(language), night_after.board(64)
    drawing = board_messages.board(words, 5, shown)
    assert is_message(drawing)
    text = "\n".join(one.get("content", "") for one in every(drawing))
    told = [one for one in shown.tables if f"[{words('hand.table', table=one.number)}]" in text]
    assert len(told) >= 16
    assert not any(one.is_over for one in told)
    assert words("night.board.others") in text


@pytest.mark.parametrize("language", languages())
def test_eighty_tables_are_leafed_through(language: str) -> None:
    """The message has a way to all of them; each leaf fits a phone and a message, and none is left out."""
    words, shown = words_for(language), night_after.board(80)
    labels = [one["label"] for row in button_rows(board_messages.board(words, 5, shown)) for one in row]
    assert words("night.board.all") in labels
    few = board_messages.board(words, 5, night_after.board(16))
    assert words("night.board.all") not in [one["label"] for row in button_rows(few) for one in row]
    told: list[int] = []
    for number in range(80):
        drawing = board_messages.leaf(words, 5, shown, number)
        assert is_message(drawing)
        assert all(height(drawing, measures) <= ROOM for measures in MEASURES)
        text = "\n".join(one.get("content", "") for one in every(drawing))
        told += [n for n in range(1, 81) if f"[{words('hand.table', table=n)}]" in text]
        if not [
            one
            for row in button_rows(drawing)
            for one in row
            if "›" in one["label"] and not one.get("disabled")
        ]:
            break
    assert told == [*range(1, 81)]


SHORT: Final = ("nobody_played", "for_absent")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NIGHT_AFTER)
def test_what_is_told_after_a_night_fits_a_message(name: str, language: str) -> None:
    for drawing in NIGHT_AFTER[name](words_for(language)):
        assert is_message(drawing)
        if name.rsplit(".", 1)[-1] in SHORT:
            assert all(height(drawing, measures) <= ROOM / 2 for measures in MEASURES)
