"""``python -m bot daily``: a secret that was told, checked by anybody."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from discord import ui

from bot.__main__ import main
from bot.daily.dailies import DailyResult
from bot.daily.deal import Chain, anchor_of
from bot.daily.model import Daily, DailyGame, DailyState, OwnDaily, compared
from bot.daily.ui.presses import ShownDaily, proof
from bot.words.catalogue import words_for

DAY = date(2026, 11, 24)
OTHER_SEED = bytes(range(32))


def test_the_panel_leads_to_the_page_where_a_secret_is_told() -> None:
    words, page = words_for("en"), "https://example.org/verify"
    result = DailyResult(
        OwnDaily(Daily(1, DAY, 1, "", -7, 1.0), 12, points=-5), compared(-5, {-5: 1}), None, 1
    )

    def leads(shown: ShownDaily) -> bool:
        buttons = (one for one in proof(words, shown).panel.walk_children() if isinstance(one, ui.Button))
        return page in [one.url for one in buttons]

    told = ShownDaily(DAY, DailyGame.KING, "", DailyState.PLAYED, result, secret="00", page=page)
    assert leads(told) and not leads(replace(told, page=None)) and not leads(replace(told, secret=None))
    assert leads(ShownDaily(DAY, DailyGame.KING, "", DailyState.OPEN, last_secret=(DAY, "00"), page=page))


def test_the_secret_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", str(DAY), Chain().secret(DAY).hex()]) == 0
    said = capsys.readouterr().out
    assert all(Chain().seal(DAY, game) in said for game in DailyGame) and f"It is the secret of {DAY}" in said
    assert "Played is hearts" in said and "Played is whist-flemish-deal" in said
    assert said.count("\nSeat ") == 8


def test_that_of_another_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", "2026-11-25", Chain().secret(DAY).hex()]) == 1
    said = capsys.readouterr().out
    assert "It is not the secret of 2026-11-25" in said and "Seat" not in said


def test_of_another_chain_by_its_anchor(capsys: pytest.CaptureFixture[str]) -> None:
    secret = Chain(OTHER_SEED).secret(DAY)
    assert main(["daily", str(DAY), secret.hex()]) == 1
    assert main(["daily", str(DAY), secret.hex(), anchor_of(DAY, secret)]) == 0
    assert capsys.readouterr().out.count("\nSeat ") == 8


def test_a_day_without_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", "2025-12-31", "00" * 32]) == 1
    assert capsys.readouterr().err == "There is no deal of 2025-12-31.\n"


@pytest.mark.parametrize("typed", [("today", "00" * 32), (str(DAY), "00"), (str(DAY), "xy" * 32)])
def test_what_is_neither_a_date_nor_a_secret(typed: tuple[str, str]) -> None:
    with pytest.raises(SystemExit):
        main(["daily", *typed])
