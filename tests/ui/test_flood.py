"""How much one person may ask for at a time."""

from __future__ import annotations

from bot.ui.discord.flood import FORGOTTEN_AFTER, TOLD_EVERY, Flood, Verdict

ANN, BRAM = 1, 2


class Moment:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def pressed(flood: Flood, user_id: int, times: int) -> list[Verdict]:
    """Presses that are each done before the next one comes."""
    found: list[Verdict] = []
    for _ in range(times):
        found.append(flood.begin(user_id))
        if found[-1] is Verdict.DO:
            flood.end(user_id)
    return found


def test_a_burst_and_then_so_many_a_second() -> None:
    moment = Moment()
    flood = Flood(moment, burst=5, a_second=2.0)
    assert pressed(flood, ANN, 7) == [*[Verdict.DO] * 5, Verdict.SAY, Verdict.DROP]
    moment.seconds = 0.49
    assert pressed(flood, ANN, 1) == [Verdict.DROP]
    moment.seconds = 1.0
    assert pressed(flood, ANN, 3) == [Verdict.DO, Verdict.DO, Verdict.DROP]
    moment.seconds = 9.0
    assert pressed(flood, ANN, 6) == [*[Verdict.DO] * 5, Verdict.DROP]


def test_so_many_at_once() -> None:
    flood = Flood(Moment(), at_once=2)
    assert [flood.begin(ANN) for _ in range(4)] == [Verdict.DO, Verdict.DO, Verdict.SAY, Verdict.DROP]
    flood.end(ANN)
    assert [flood.begin(ANN) for _ in range(2)] == [Verdict.DO, Verdict.DROP]


def test_nobody_pays_for_somebody_else() -> None:
    flood = Flood(Moment(), at_once=2)
    pressed(flood, ANN, 100)
    while flood.begin(ANN) is Verdict.DO:
        pass
    assert pressed(flood, BRAM, 20) == [Verdict.DO] * 20


def test_told_again_after_a_while() -> None:
    moment = Moment()
    flood = Flood(moment, burst=1, a_second=0.0)
    assert pressed(flood, ANN, 3) == [Verdict.DO, Verdict.SAY, Verdict.DROP]
    moment.seconds = TOLD_EVERY - 0.1
    assert pressed(flood, ANN, 1) == [Verdict.DROP]
    moment.seconds = TOLD_EVERY
    assert pressed(flood, ANN, 2) == [Verdict.SAY, Verdict.DROP]


def test_who_cannot_be_told_is_told_with_the_next_press() -> None:
    flood = Flood(Moment(), burst=1, a_second=0.0)
    flood.begin(ANN)
    assert flood.begin(ANN, can_be_told=False) is Verdict.DROP
    assert flood.begin(ANN) is Verdict.SAY


def test_people_are_forgotten() -> None:
    """But not while something of theirs is at work, however long it takes."""
    moment = Moment()
    flood = Flood(moment, at_once=1)
    for user_id in range(1000):
        pressed(flood, user_id, 1)
    assert flood.remembered == 1000
    assert flood.begin(ANN) is Verdict.DO
    moment.seconds = FORGOTTEN_AFTER
    pressed(flood, 1001, 1)
    assert flood.remembered == 2
    assert flood.begin(ANN) is not Verdict.DO
    flood.end(ANN)
    assert flood.begin(ANN) is Verdict.DO
