"""Since when a button has stood in its place: what has moved is new, what has not never is."""

from __future__ import annotations

from bot.discordkit.interactions import PressId
from bot.discordkit.panel import STANDS_AFTER, MessageAge, Panel, button, rows
from bot.discordkit.ports import on_table

SOON, LATE = STANDS_AFTER / 2, STANDS_AFTER


def press(card: str, verb: str = "queue", seq: int = 1) -> PressId:
    return PressId(verb, on_table(1), seq, (f"play {card}",))


def panel(*presses: PressId) -> Panel:
    return Panel(*rows([button("x", one) for one in presses], 5))


def shown(standing: MessageAge, at: float, *presses: PressId) -> None:
    standing.drawn(panel(*presses))
    standing.arrived(at)


def test_what_has_come_is_new_for_half_a_second() -> None:
    standing = MessageAge()
    shown(standing, 10.0, press("QH"), press("2C"))
    assert standing.is_new(press("QH"), 10.0 + SOON, STANDS_AFTER)
    assert not standing.is_new(press("QH"), 10.0 + LATE, STANDS_AFTER)
    assert not standing.is_new(press("QH"), 10.0 + SOON, 0.0)


def test_what_stays_is_not_new_whatever_the_state_and_whether_it_queues_or_plays() -> None:
    standing = MessageAge()
    shown(standing, 10.0, press("QH"), press("2C"))
    shown(standing, 20.0, press("QH", "act", 2), press("2C", "mark", 2))
    assert not standing.is_new(press("QH", "act", 2), 20.0, STANDS_AFTER)
    assert not standing.is_new(press("2C", "mark", 2), 20.0, STANDS_AFTER)


def test_what_moved_is_new_but_not_to_a_press_that_was_made_before() -> None:
    standing = MessageAge()
    shown(standing, 10.0, press("QH"), press("2C"), press("3C"))
    shown(standing, 20.0, press("QH", seq=2), press("3C", seq=2))
    assert not standing.is_new(press("QH", seq=2), 20.0, STANDS_AFTER)
    assert standing.is_new(press("3C", "act", 2), 20.0, STANDS_AFTER)
    assert not standing.is_new(press("3C", seq=1), 20.0, STANDS_AFTER)


def test_a_row_more_moves_all_rows_at_one_end_or_the_other() -> None:
    standing = MessageAge()
    cards = [press(f"{rank}C") for rank in "23456"]
    shown(standing, 10.0, *cards)
    shown(standing, 20.0, *cards, press("QH"))
    assert standing.is_new(press("2C"), 20.0, STANDS_AFTER)


def test_to_take_a_card_out_is_another_thing_than_to_queue_or_play_it() -> None:
    standing = MessageAge()
    shown(standing, 10.0, press("QH"))
    shown(standing, 20.0, press("QH", "unqueue"))
    assert standing.is_new(press("QH", "unqueue"), 20.0, STANDS_AFTER)
    shown(standing, 30.0, press("QH", "act", 2))
    assert standing.is_new(press("QH", "act", 2), 30.0, STANDS_AFTER)


def test_what_is_on_its_way_is_new_until_it_has_arrived() -> None:
    standing = MessageAge()
    standing.drawn(panel(press("QH")))
    assert standing.is_new(press("QH"), 1e9, STANDS_AFTER)
    standing.drawn(panel(press("QH")))  # tried again
    standing.arrived(30.0)
    assert standing.is_new(press("QH"), 30.0 + SOON, STANDS_AFTER)
    assert not standing.is_new(press("QH"), 30.0 + LATE, STANDS_AFTER)


def test_in_another_message_everything_is_new() -> None:
    standing = MessageAge()
    shown(standing, 10.0, press("QH"))
    standing.moved()
    assert not standing.is_new(press("QH"), 20.0, STANDS_AFTER), "nothing is known of it"
    shown(standing, 20.0, press("QH"))
    assert standing.is_new(press("QH"), 20.0, STANDS_AFTER)
