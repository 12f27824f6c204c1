"""One thing of a kind for each family of games; and which games there are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.by_family import ByFamily
from bot.engine.errors import RuleViolation
from bot.engine.king.game import KingGame
from bot.engine.king.presets import DENEXA_KING, KINGEN
from bot.engine.registry import FAMILIES, Family, make_rules, new_game, preset_named, presets

CHESS = replace(KINGEN, name="blitz", family="chess")


def boards() -> ByFamily[int]:
    found = ByFamily[int]("board")
    found.register("chess", 64)
    found.register("draughts", 100)
    return found


def test_what_was_registered_is_found_by_the_familys_name_in_the_order_it_came() -> None:
    assert boards().of("draughts") == 100
    assert list(boards().each.items()) == [("chess", 64), ("draughts", 100)]


def test_an_unknown_family_is_told_with_those_there_are() -> None:
    with pytest.raises(LookupError, match="no board of the family 'go': there is one of chess, draughts"):
        boards().of("go")
    with pytest.raises(LookupError, match="'go'"):
        boards().take_back("go")
    with pytest.raises(LookupError, match="no family"):
        ByFamily[int]("board").of("go")


def test_a_second_one_is_refused_and_changes_nothing() -> None:
    found = boards()
    with pytest.raises(ValueError, match="'chess' has its board already"):
        found.register("chess", 81)
    assert found.of("chess") == 64


def test_what_will_not_do_is_refused_and_changes_nothing() -> None:
    def even(family: str, size: int) -> None:
        if size % 2:
            raise ValueError(f"{family}: {size}")

    found = ByFamily[int]("board", even)
    with pytest.raises(ValueError, match="shogi: 81"):
        found.register("shogi", 81)
    assert not found.each


def test_a_family_can_be_taken_back_and_come_again() -> None:
    found = boards()
    found.take_back("chess")
    assert list(found.each) == ["draughts"]
    found.register("chess", 65)
    assert found.of("chess") == 65


def test_a_family_for_a_while_goes_whatever_happens() -> None:
    found = boards()
    with pytest.raises(ZeroDivisionError), found.with_family("go", 361):
        assert found.of("go") == 361
        raise ZeroDivisionError
    assert "go" not in found.each


# The games themselves


def test_a_familys_presets_come_and_go_with_it() -> None:
    before = presets()
    with FAMILIES.with_family("chess", Family((CHESS,), KingGame)):
        assert presets() == (*before, CHESS)
        assert preset_named("blitz") is CHESS
        assert isinstance(new_game(make_rules("blitz", 4, {}), 0), KingGame)
    assert presets() == before
    with pytest.raises(RuleViolation, match=r"unknown-rules.*blitz"):
        preset_named("blitz")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ((replace(DENEXA_KING, family="chess"),), "denexa-king"),  # there is one of that name
        ((CHESS, CHESS), "blitz"),
        ((KINGEN,), "its family is 'king'"),
    ],
)
def test_a_preset_has_a_name_of_its_own_and_says_its_family(wrong: tuple[object, ...], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        FAMILIES.register("chess", Family(wrong, KingGame))  # pyright: ignore[reportArgumentType]
    assert "chess" not in FAMILIES.each


@pytest.mark.parametrize("dealer", [-1, 4])
@pytest.mark.parametrize("preset", ["kingen", "whist-walloon"])
def test_a_dealer_sits_at_the_table(preset: str, dealer: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        new_game(make_rules(preset, 4, {}), dealer)
    assert (refused.value.code, refused.value.reason) == ("bad-option", "dealer")
