"""What a game is worth, and to whom (docs/rules/leagues.md, L4 to L8)."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.cards import members as cards_of
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, preset_named, presets
from bot.leagues.season.scoring import levels_of
from tests.leagues.seasons import Told, bye, game, season, told
from tests.leagues.seasons import course as course_of

KINGEN = {"3": "13/17", "5": "13/10"}


def scored(*seats: str, **settings: object) -> Told:
    """What one game of these seats comes to."""
    return told(game("g1", "n1", *seats), settings=settings, levels=KINGEN)


def test_L04_a_guest_and_a_robot_are_no_members() -> None:
    found = scored("u1 1", "guest x1 4", "robot easy -5")
    assert list(found.values) == ["u1"]
    assert found.the("all_time") == [["u1", 1, 1, 0]]


def test_L04_a_guest_with_a_members_id_gets_nothing_and_wins_nothing() -> None:
    found = scored("guest u1 5", "u2 0", "u3 -5")
    assert "u1" not in found.values and found["u2"]["wins"] == 0
    assert [row[0] for row in found.the("all_time")] == ["u2", "u3"]


def test_L04_several_robots_of_a_kind_may_sit_at_a_table() -> None:
    assert scored("u1 2", "robot easy -1", "robot easy -1").values == {"u1": 2}


def test_L05_points() -> None:
    assert scored("u1 7", "u2 0", "u3 -3", "u4 -4").values == {"u1": 7, "u2": 0, "u3": -3, "u4": -4}


@pytest.mark.parametrize(
    ("points", "scores"),
    [
        ((4, 3, 2), (90, 45, 0)),
        ((4, 3, 3), (90, "45/2", "45/2")),
        ((4, 4, 3), ("135/2", "135/2", 0)),
        ((1, 1, 1), (45, 45, 45)),
        ((9, 1, 2, 5), (90, 0, 30, 60)),
        ((1, 1, 2, 2), (15, 15, 75, 75)),
        ((5, 1, 1, 1), (90, 30, 30, 30)),
        ((5, 4, 3, 2, 1), (90, 68, 45, 23, 0)),
        ((5, 3, 3, 3, 1), (90, "136/3", "136/3", "136/3", 0)),
        ((0, 0, 0, 0, 0), ("226/5",) * 5),
    ],
)
def test_L05_places_share_the_mean(points: tuple[int, ...], scores: tuple[object, ...]) -> None:
    seats = [f"u{number} {one}" for number, one in enumerate(points, start=1)]
    found = scored(*seats, score="places")
    assert [found[f"u{number}"]["value"] for number in range(1, len(points) + 1)] == list(scores)


def test_L05_place_points_are_a_setting_by_size_of_table() -> None:
    settings = {"score": "places", "place_points": {"4": ["1/3", 0, "-1/7", -2]}}
    found = scored("u1 4", "u2 3", "u3 2", "u4 1", **settings)
    assert found.values == {"u1": "1/3", "u2": 0, "u3": "-1/7", "u4": -2}
    shared = scored("u1 4", "u2 4", "u3 2", "u4 2", **settings)
    assert [shared[one]["value"] for one in ("u1", "u3")] == ["1/6", "-15/14"]
    assert scored("u1 4", "u2 3", "u3 2", **settings)["u2"]["value"] == 45


def test_L05_both_is_the_sum() -> None:
    found = scored("u1 4", "u2 3", "u3 -7", score="both", level="yes")
    assert found["u1"]["value"] == "1582/17"  # 90 + 4 · 13/17
    assert found["u3"]["value"] == "-91/17"


@pytest.mark.parametrize(
    ("seats", "value"),
    [
        (("u1 17", "u2 0", "u3 -17"), 13),
        (("u1 17", "u2 0", "u3 0", "u4 -17"), 17),
        (("u1 10", "u2 0", "u3 0", "u4 0", "u5 -10"), 13),
        (("u1 1", "u2 0", "u3 0", "u4 0", "u5 -1"), "13/10"),
    ],
)
def test_L06_levels_multiply_points(seats: tuple[str, ...], value: object) -> None:
    found = scored(*seats, level="yes")
    assert found["u1"]["value"] == value == found.the("all_time")[0][1]
    assert scored(*seats)["u1"]["value"] == int(seats[0].split()[1])  # level no


def test_L06_places_have_no_level() -> None:
    assert scored("u1 17", "u2 0", "u3 -17", score="places", level="yes")["u1"]["value"] == 90


def test_L06_a_level_left_out_is_1() -> None:
    found = told(game("g1", "n1", "u1 17", "u2 0", "u3 -17"), settings={"level": "yes"}, levels={"5": 2})
    assert found["u1"]["value"] == 17


def test_L06_the_levels_of_kingen() -> None:
    each = [make_rules("kingen", players, {}) for players in (3, 4, 5)]
    levels = levels_of(each)
    assert levels is not None
    assert {str(players): str(level) for players, level in levels.items()} == KINGEN


def test_L06_levels_are_offered_only_where_every_game_adds_up_to_the_same() -> None:
    assert levels_of([make_rules("dubbelkingen", 4, {})]) is None  # the dealers name the contracts
    assert levels_of([make_rules("whist-walloon", 4, {})]) is None
    assert levels_of([make_rules("kingen", 3, {})]) is None  # nothing to compare with
    assert levels_of([make_rules("denexa-king", 4, {})]) == {}
    mirrored = levels_of([make_rules("russian-king", players, {}) for players in (3, 4)])
    assert mirrored is not None and str(mirrored[3]) == "3/4"


@pytest.mark.parametrize("name", [preset.name for preset in presets()])
def test_L06_what_a_game_is_said_to_add_up_to_is_what_it_does(name: str) -> None:
    for players in preset_named(name).players:
        rules = make_rules(name, players, {})
        sum_of_deals = new_game(rules, 0).sum_of_deals
        for seed in range(3 if sum_of_deals else 0):
            assert added_up(new_game(rules, 0), Random(seed)) == sum_of_deals


def added_up(game: Game, random: Random) -> int:
    """A game played at random: what its deals add up to, each without its sign."""
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            deck = list(cards_of(game.pack))
            random.shuffle(deck)
            game.deal(deck)
        else:
            game.apply(random.choice(cards_of(game.legal())))
    return sum(abs(sum(result.points)) for result in game.results if result.points)


LEFT = ("u1 5 left u4", "u2 0", "u3 -5")


def test_L07_who_gave_a_seat_up_gets_nothing_and_was_not_there() -> None:
    found = scored(*LEFT, left="nothing", absence=-1)
    assert (found["u4"]["value"], found["u4"]["nights"], found["u4"]["games"]) == (-1, 0, 0)
    assert found["u1"]["value"] == 5


@pytest.mark.parametrize(("left", "value"), [("lowest", -5), (-20, -20), ("1/2", "1/2")])
def test_L07_what_a_seat_given_up_is_worth(left: object, value: object) -> None:
    row = scored(*LEFT, left=left)["u4"]
    assert (row["value"], row["nights"], row["games"], row["wins"]) == (value, 1, 1, 0)


def test_L07_the_lowest_score_is_the_tables_whoever_has_it() -> None:
    assert scored("u1 5 left u4", "guest x1 2", "robot easy -7", left="lowest")["u4"]["value"] == -7
    places = scored("u1 5 left u4", "u2 2", "u3 -7", left="lowest", score="places")
    assert places["u4"]["value"] == 0
    level = scored("u1 5 left u4", "u2 12", "u3 -17", left="lowest", level="yes")
    assert level["u4"]["value"] == -13


def test_L07_several_seats_given_up_are_one_game_score() -> None:
    row = scored("u1 5 left u4 u5 u4", "u2 0 left u4", "u3 -5", left=-3)["u4"]
    assert (row["value"], row["games"]) == (-3, 1)


@pytest.mark.parametrize("seats", [("u1 5", "u2 0 left u1", "u3 -5"), ("u1 5 left u1", "u2 0", "u3 -5")])
def test_L07_who_has_a_seat_at_the_end_gets_that_alone(seats: tuple[str, ...]) -> None:
    row = scored(*seats, left=-100)["u1"]
    assert (row["value"], row["games"], row["wins"]) == (5, 1, 1)


def test_L07_who_is_there_as_a_guest_at_the_end_gets_nothing_for_a_seat_given_up() -> None:
    assert "u4" not in scored("guest u4 5", "u2 0 left u4", "u3 -5", left=-100).values


def test_L07_a_guest_who_gave_a_seat_up_gets_nothing() -> None:
    assert list(scored("u1 5 left x9", "u2 0", "u3 -5", left=-3).values) == ["u1", "u2", "u3"]


def test_L08_a_bye_is_worth_a_number() -> None:
    found = told(
        game("g1", "n1", "u1 5", "u2 0", "u3 -5"),
        byes=[bye("n1", "u4"), bye("n1", "u4", 2), bye("n1", "u1", 3)],
        settings={"bye": "3/2"},
    )
    assert (found["u4"]["value"], found["u4"]["games"], found["u4"]["nights"]) == (3, 2, 1)
    assert (found["u1"]["value"], found["u1"]["games"], found["u1"]["wins"]) == ("13/2", 2, 1)
    assert found.the("all_time")[0][:3] == ["u1", 5, 1]


def test_L08_with_nothing_who_only_sat_out_neither_played_nor_was_absent() -> None:
    played = game("g1", "n1", "u1 5", "u2 0", "u3 -5")
    found = told(played, byes=[bye("n1", "u4")], settings={"absence": -9})
    assert "u4" not in found.values and found["u5"]["value"] == -9


def test_L08_a_bye_of_0_is_a_game_played() -> None:
    row = told(byes=[bye("n1", "u4")], settings={"bye": 0})["u4"]
    assert (row["value"], row["nights"], row["games"]) == (0, 1, 1)


def test_L05_scores_are_whole_numbers_of_a_unit() -> None:
    found = course_of(
        season(
            game("g1", "n1", "u1 1", "u2 0", "u3 -1"),
            settings={"level": "yes", "score": "both", "left": "1/11", "absence": "1/7", "excused": "1/19"},
            levels=KINGEN,
        )
    )
    for part in (17, 10, 2, 3, 5, 11, 7, 19):
        assert found.scorer.units % part == 0
