"""What a card cost: by its own seat's view alone, and only where it is surely no chance."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from bot.engine.cards import CARD_OF_NAME, Card
from bot.engine.game import View
from bot.engine.registry import make_rules
from bot.replays.replay import GameReplay, ReplayMoment, read_file
from bot.reviews import making as making_module
from bot.reviews.making import Making, NoStudy, Play, cost, is_offered, judged, plays_of
from bot.reviews.model import Costly, Review, worst
from bot.robots.registry import STUDIES
from bot.robots.study import Study, all_fixed
from bot.tables.ports import LogEntry, Sitting
from tests.engine.two_worlds import two_worlds
from tests.replays.games import header, inputs, record

QUEEN, TWO, KING = (CARD_OF_NAME[name] for name in ("QH", "2H", "KH"))


def study(**outcomes: tuple[float, ...]) -> Study:
    return Study((), {CARD_OF_NAME[name]: all_fixed(*found) for name, found in outcomes.items()})


def test_a_card_costs_what_the_best_brings_more_on_average() -> None:
    one = study(QH=(-3.0, -3.0, -3.0, -4.0), TH=(0.0, 0.0, 0.0, -1.0))
    assert cost(one, QUEEN) == 300
    assert cost(one, CARD_OF_NAME["TH"]) == 0


def test_what_may_be_chance_costs_nothing() -> None:
    assert cost(study(QH=(-9.0, 1.0, 0.0, 0.0), TH=(0.0, 0.0, 0.0, 0.0)), QUEEN) == 0
    assert cost(study(QH=(-0.1, -0.1), TH=(0.0, 0.0)), QUEEN) == 0  # too little to tell
    assert cost(study(QH=(-1.0,), TH=(0.0,)), QUEEN) == 100  # one way alone: all is known


@pytest.fixture(scope="module")
def replay() -> GameReplay:
    return read_file(record("kingen", 4, seed=3))


def test_the_cards_of_scored_deals_are_looked_at_each_once(replay: GameReplay) -> None:
    plays = plays_of(replay)
    assert len(plays) == 520 and len({play.moment for play in plays}) == 520
    for play in plays[::37]:
        last = replay.at(play.moment).last
        assert last is not None and last.seat == play.seat


def test_a_deal_that_was_not_played_out_is_left_out() -> None:
    plays = plays_of(read_file(record("kingen", 4, seed=3, most=100)))
    assert {play.moment.deal for play in plays} == {0}


def test_a_deal_thrown_in_is_left_out() -> None:
    items = inputs("whist-flemish", 4, 5, 120, passed=2)
    replay = GameReplay.played(
        header("whist-flemish", 4), items, [Sitting(seat, 0, "", "", 0) for seat in range(4)]
    )
    thrown_in = [deal for deal, one in enumerate(replay.deals) if one.result and one.result.points is None]
    assert thrown_in and not {play.moment.deal for play in plays_of(replay)} & {*thrown_in}


def test_what_a_robot_played_for_somebody_is_not_theirs() -> None:
    items = inputs("kingen", 4, 3, 53)
    seating = [Sitting(0, 7, "Ann", "", 0, 20), Sitting(0, 8, "Ben", "", 20)]
    seating += [Sitting(seat, None, "Robot", "easy", 0) for seat in (1, 2, 3)]
    replay = GameReplay.played(header("kingen", 4), items, seating)
    entries = [LogEntry(seq, line, 0.0, _who(seq, line)) for seq, line in enumerate(items)]
    own = [play for play in plays_of(replay, entries) if play.seat == 0]
    assert {play.number for play in own} == {0, 1}
    assert all((play.number == 0) == (play.moment.ply < 20) for play in own)
    assert not [play for play in own if 30 <= play.moment.ply < 40]  # away: the robot played
    assert len([play for play in plays_of(replay, entries) if play.seat]) == 39


def _who(seq: int, line: str) -> int | None:
    if not line.startswith("0 ") or 30 <= seq < 40:
        return None
    return 7 if seq < 20 else 8


def test_only_the_view_of_its_own_seat_is_studied(replay: GameReplay) -> None:
    seen: list[View] = []

    def studying(view: View) -> Study:
        seen.append(view)
        return Study((), dict.fromkeys((Card(card) for card in range(52) if view.legal >> card & 1), (0,)))

    plays = plays_of(replay)[:60]
    for play in plays:
        assert judged(replay, play, studying) is None
    assert seen and all(view.seat == view.turn for view in seen)


@pytest.mark.parametrize("preset", ["kingen", "whist-flemish"])
def test_hidden_cards_change_no_verdict(preset: str) -> None:
    """Two games that differ in cards which one seat cannot tell: its cards cost the same in both."""
    compared = 0
    for seed in range(4):
        worlds = two_worlds(make_rules(preset, 4, {}), seed)
        one, other = games = worlds.games()
        for game, decks in zip(games, worlds.decks, strict=True):
            game.deal(decks[0])
        for seat, action in worlds.course:
            if seat in worlds.observers and one.view(seat).phase == "play" and one.legal().bit_count() > 1:
                studies = [STUDIES.of(one.rules.preset.family)(game.view(seat)) for game in games]
                assert cost(studies[0], action) == cost(studies[1], action)
                compared += 1
            one.apply(action)
            other.apply(action)
    assert compared


# A whole game


def _free() -> Iterator[float]:
    return (0.0 for _ in count())


def test_a_whole_game_is_judged_and_the_same_again(
    replay: GameReplay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making_module, "judged", _every_ace)
    reviews = _made(replay)
    assert reviews == _made(replay)
    assert [one.seat for one in reviews] == [0, 1, 2, 3]
    assert all((one.cards, one.judged) == (130, 130) for one in reviews)
    assert sum(len(one.costly) for one in reviews) > 20
    for one in reviews:
        assert list(one.costly) == sorted(one.costly) and all(card.seat == one.seat for card in one.costly)


def _made(replay: GameReplay) -> tuple[Review, ...]:
    making = Making(replay)
    while not making.is_over:
        making.go_on(0.01)
    assert making.progress == (520, 520)
    return making.reviews()


def _every_ace(replay: GameReplay, play: Play, studying: object) -> Costly | None:
    del studying
    last = replay.at(play.moment).last
    assert last is not None
    return Costly(play.moment, play.seat, TWO, 100) if last.action % 13 == 12 else None


def test_people_come_before_robots_and_then_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    items = inputs("kingen", 4, 3, 53)
    seating = [Sitting(seat, 7 if seat == 2 else None, "", "", 0) for seat in range(4)]
    replay = GameReplay.played(header("kingen", 4), items, seating)
    monkeypatch.setattr(making_module, "judged", lambda *_: None)
    clock = count()
    making = Making(replay, seconds=20.0, used=lambda: float(next(clock)))
    while not making.is_over:
        making.go_on(5.0)
    reviews = making.reviews()
    assert reviews[2].judged == reviews[2].cards == 13
    assert 0 < sum(one.judged for one in reviews) < 52
    assert making.progress.done < making.progress.total


def test_a_card_that_cannot_be_studied_is_not_judged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    replay = read_file(record("kingen", 4, seed=3, most=53))

    def broken(*_: object) -> None:
        raise ZeroDivisionError("QH")

    monkeypatch.setattr(making_module, "judged", broken)
    making = Making(replay)
    making.go_on(9.0)
    assert [one.judged for one in making.reviews()] == [0, 0, 0, 0]
    assert "ZeroDivisionError" in caplog.text and "QH" not in caplog.text


def test_a_family_without_a_study_has_no_reviews(replay: GameReplay) -> None:
    study_of_king = STUDIES.of("king")
    STUDIES.take_back("king")
    try:
        assert not is_offered("kingen") and is_offered("whist-flemish") and not is_offered("poker")
        with pytest.raises(NoStudy):
            Making(replay)
    finally:
        STUDIES.register("king", study_of_king)


def test_the_worst_come_first_and_of_equal_ones_the_earlier() -> None:
    every = [
        Costly(ReplayMoment(0, ply), 0, KING, cents) for ply, cents in ((1, 50), (2, 90), (3, 50), (4, 70))
    ]
    assert [one.moment.ply for one in worst(every, 3)] == [2, 4, 1]


def test_a_costly_card_does_not_tell_which() -> None:
    assert "KH" not in repr(Costly(ReplayMoment(0, 1), 0, KING, 50)) and str(int(KING)) not in repr(
        Costly(ReplayMoment(0, 1), 0, KING, 77)
    )
