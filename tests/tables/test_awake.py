"""Games that are put away: which ones."""

from __future__ import annotations

from bot.tables.actor import Awake


class Asleep:
    """A table that counts how often its game was put away."""

    def __init__(self) -> None:
        self.rested = 0

    def rest(self) -> None:
        self.rested += 1


def test_the_one_that_has_rested_longest_puts_its_game_away() -> None:
    awake, tables = Awake(2), [Asleep() for _ in range(4)]
    for number in (0, 1, 0, 2):
        awake.moved(number, tables[number].rest)
    assert [table.rested for table in tables] == [0, 1, 0, 0]
    awake.moved(3, tables[3].rest)
    assert [table.rested for table in tables] == [1, 1, 0, 0]
    awake.moved(0, tables[0].rest)
    assert [table.rested for table in tables] == [1, 1, 1, 0]


def test_a_table_that_is_over_takes_nobodys_place() -> None:
    awake, tables = Awake(2), [Asleep() for _ in range(3)]
    awake.moved(0, tables[0].rest)
    awake.moved(1, tables[1].rest)
    awake.over(0)
    awake.over(0)
    awake.moved(2, tables[2].rest)
    assert [table.rested for table in tables] == [0, 0, 0]
