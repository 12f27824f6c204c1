"""The secrets of all days: the same everywhere, none followed by one that comes later, each to be checked."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from datetime import date, timedelta

import pytest

from bot import dealing
from bot.daily.deal import FIRST_DAY, LAST_DAY, WORLD_ANCHOR, WORLD_SEED, Chain, anchor_of, link
from bot.daily.model import DailyGame
from bot.tables.model import DoNotTell
from tests.project.requirements import ROOT

DAY = date(2026, 11, 24)
SECRET = "24af266c66820be34e10630a6ac7462bce1b96926507226c4ecb182f43c61b98"
OTHER = Chain(bytes(32))

ELSEWHERE = """
from datetime import date
from bot.daily.deal import Chain
from bot.daily.deal import par
from bot.daily.model import DailyGame
secret = Chain().secret(date(2026, 11, 24))
print(secret.hex(), *(par(date(2026, 11, 24), game, secret) for game in DailyGame))
"""


def test_the_worlds_secret_of_a_day_is_this() -> None:
    assert Chain().secret(DAY).hex() == SECRET
    assert Chain().seal(DAY, DailyGame.KING) == hashlib.sha256(bytes.fromhex(SECRET)).hexdigest()


def test_that_of_colour_whist_follows_from_it() -> None:
    whist = hashlib.sha256(b"hartenheer-daily 1;whist;" + bytes.fromhex(SECRET)).digest()
    assert Chain().origin(DAY, DailyGame.WHIST).secret == whist
    assert Chain().seal(DAY, DailyGame.WHIST) == hashlib.sha256(whist).hexdigest()


def test_another_process_with_other_hashes_has_the_same_deal_and_robots() -> None:
    told = {
        subprocess.run(
            [sys.executable, "-c", ELSEWHERE],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert told.pop().split()[0] == SECRET


def test_each_secret_gives_that_of_the_day_before_and_its_seal_does_not() -> None:
    secret = Chain().secret(DAY)
    assert link(secret) == Chain().secret(DAY - timedelta(days=1))
    assert dealing.commitment(secret) != link(secret).hex()


@pytest.mark.parametrize("day", [FIRST_DAY, DAY, LAST_DAY])
def test_every_secret_leads_to_the_anchor(day: date) -> None:
    assert anchor_of(day, Chain().secret(day)) == WORLD_ANCHOR


def test_no_other_does() -> None:
    assert anchor_of(DAY, Chain().secret(DAY + timedelta(days=1))) != WORLD_ANCHOR
    assert anchor_of(DAY, OTHER.secret(DAY)) != WORLD_ANCHOR
    assert anchor_of(DAY, OTHER.secret(DAY)) == anchor_of(LAST_DAY, OTHER.secret(LAST_DAY))


@pytest.mark.parametrize("day", [FIRST_DAY - timedelta(days=1), LAST_DAY + timedelta(days=1)])
def test_there_is_none_outside(day: date) -> None:
    with pytest.raises(ValueError, match=str(day)):
        Chain().secret(day)
    with pytest.raises(ValueError, match=str(day)):
        anchor_of(day, WORLD_SEED)


def test_a_chain_is_not_written_down() -> None:
    assert repr(OTHER) == "<sealed>"
    with pytest.raises(DoNotTell):
        str(OTHER)
    with pytest.raises(ValueError, match="32"):
        Chain(b"short")
