"""``python -m bot daily``: a secret that was told, checked by anybody."""

from __future__ import annotations

from datetime import date

import pytest

from bot.__main__ import main
from bot.daily.deal import Chain, anchor_of

DAY = date(2026, 11, 24)
OTHER_SEED = bytes(range(32))


def test_the_secret_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", str(DAY), Chain().secret(DAY).hex()]) == 0
    said = capsys.readouterr().out
    assert Chain().seal(DAY) in said and f"It is the secret of {DAY}" in said
    assert "Played is hearts" in said and said.count("\nSeat ") == 4


def test_that_of_another_day(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", "2026-11-25", Chain().secret(DAY).hex()]) == 1
    said = capsys.readouterr().out
    assert "It is not the secret of 2026-11-25" in said and "Seat" not in said


def test_of_another_chain_by_its_anchor(capsys: pytest.CaptureFixture[str]) -> None:
    secret = Chain(OTHER_SEED).secret(DAY)
    assert main(["daily", str(DAY), secret.hex()]) == 1
    assert main(["daily", str(DAY), secret.hex(), anchor_of(DAY, secret)]) == 0
    assert capsys.readouterr().out.count("\nSeat ") == 4


def test_a_day_without_a_deal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", "2025-12-31", "00" * 32]) == 1
    assert capsys.readouterr().err == "There is no deal of 2025-12-31.\n"


@pytest.mark.parametrize("typed", [("today", "00" * 32), (str(DAY), "00"), (str(DAY), "xy" * 32)])
def test_what_is_neither_a_date_nor_a_secret(typed: tuple[str, str]) -> None:
    with pytest.raises(SystemExit):
        main(["daily", *typed])
