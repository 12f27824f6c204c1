"""What is kept of many is what was used last."""

from __future__ import annotations

from bot.discordkit.load import Latest


def test_what_was_not_used_for_longest_goes() -> None:
    kept: Latest[str, int] = Latest(2)
    kept.keep("ann", 1)
    kept.keep("bram", 2)
    assert kept.get("ann") == 1
    kept.keep("cees", 3)
    assert [kept.get(name) for name in ("ann", "bram", "cees")] == [1, None, 3]
    assert len(kept) == 2


def test_a_new_value_takes_the_place_of_the_old_one() -> None:
    kept: Latest[str, int] = Latest(2)
    for value in range(5):
        assert kept.keep("ann", value) == value
    assert (kept.get("ann"), len(kept)) == (4, 1)
    kept.drop("ann")
    kept.drop("nobody")
    assert (kept.get("ann"), len(kept)) == (None, 0)
