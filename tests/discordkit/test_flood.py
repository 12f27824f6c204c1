"""How much one person may ask for at a time."""

from __future__ import annotations

from bot.discordkit.routes import FORGOTTEN_AFTER, NOTICE_EVERY, Flood, FloodVerdict

ANN, BRAM = 1, 2


class Moment:
    """Seconds that a test moves."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def pressed(flood: Flood, user_id: int, times: int) -> list[FloodVerdict]:
    """Presses that are each done before the next one comes."""
    found: list[FloodVerdict] = []
    for _ in range(times):
        found.append(flood.begin(user_id))
        if found[-1] is FloodVerdict.DO:
            flood.end(user_id)
    return found


def test_a_burst_and_then_so_many_a_second() -> None:
    moment = Moment()
    flood = Flood(moment, burst=5, a_second=2.0)
    assert pressed(flood, ANN, 7) == [*[FloodVerdict.DO] * 5, FloodVerdict.SAY, FloodVerdict.DROP]
    moment.seconds = 0.49
    assert pressed(flood, ANN, 1) == [FloodVerdict.DROP]
    moment.seconds = 1.0
    assert pressed(flood, ANN, 3) == [FloodVerdict.DO, FloodVerdict.DO, FloodVerdict.DROP]
    moment.seconds = 9.0
    assert pressed(flood, ANN, 6) == [*[FloodVerdict.DO] * 5, FloodVerdict.DROP]


def test_so_many_at_once() -> None:
    flood = Flood(Moment(), at_once=2)
    assert [flood.begin(ANN) for _ in range(4)] == [
        FloodVerdict.DO,
        FloodVerdict.DO,
        FloodVerdict.SAY,
        FloodVerdict.DROP,
    ]
    flood.end(ANN)
    assert [flood.begin(ANN) for _ in range(2)] == [FloodVerdict.DO, FloodVerdict.DROP]


def test_nobody_pays_for_somebody_else() -> None:
    flood = Flood(Moment(), at_once=2)
    pressed(flood, ANN, 100)
    while flood.begin(ANN) is FloodVerdict.DO:
        pass
    assert pressed(flood, BRAM, 20) == [FloodVerdict.DO] * 20


def test_told_again_after_a_while() -> None:
    moment = Moment()
    flood = Flood(moment, burst=1, a_second=0.0)
    assert pressed(flood, ANN, 3) == [FloodVerdict.DO, FloodVerdict.SAY, FloodVerdict.DROP]
    moment.seconds = NOTICE_EVERY - 0.1
    assert pressed(flood, ANN, 1) == [FloodVerdict.DROP]
    moment.seconds = NOTICE_EVERY
    assert pressed(flood, ANN, 2) == [FloodVerdict.SAY, FloodVerdict.DROP]


def test_who_cannot_be_told_is_told_with_the_next_press() -> None:
    flood = Flood(Moment(), burst=1, a_second=0.0)
    flood.begin(ANN)
    assert flood.begin(ANN, can_be_notified=False) is FloodVerdict.DROP
    assert flood.begin(ANN) is FloodVerdict.SAY


def test_people_are_forgotten() -> None:
    """But not while something of theirs is at work, however long it takes."""
    moment = Moment()
    flood = Flood(moment, at_once=1)
    for user_id in range(1000):
        pressed(flood, user_id, 1)
    assert flood.remembered == 1000
    assert flood.begin(ANN) is FloodVerdict.DO
    moment.seconds = FORGOTTEN_AFTER
    pressed(flood, 1001, 1)
    assert flood.remembered == 2
    assert flood.begin(ANN) is not FloodVerdict.DO
    flood.end(ANN)
    assert flood.begin(ANN) is FloodVerdict.DO
