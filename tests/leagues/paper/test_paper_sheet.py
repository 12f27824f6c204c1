"""Results on paper: what may be typed, what has to add up, and all that is wrong at once."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.leagues.paper.sheet import LONGEST, sums_by_players
from bot.leagues.paper.typed import Fault, Faulty
from bot.leagues.season.model import Guest, Holder, SeatKind
from tests.leagues.paper.made import Found, faults, found, games_of, sheet
from tests.properties import tries

NAMES = "Ann, Bob, Cath, Dirk S\n"
DEALS = (
    "No tricks -3 -4 -6 0",
    "No hearts -13 0 0 0",
    "No kings & jacks 0 -8 0 0",
    "No queens 0 0 -8 0",
    "No king of hearts 0 0 0 -5",
    "No 7th & last -2 -3 0 0",
    "Trumps 13 0 0 0",
    "Trumps 0 13 0 0",
    "Trumps 0 0 13 0",
    "Trumps 0 0 0 13",
)
POINTS = (-5, -2, -1, 8)


def whole(*others: tuple[int, str]) -> str:
    """A sheet of ten deals, some of its lines (from 1, that of names) being others."""
    lines = [NAMES.strip(), *DEALS]
    for number, line in others:
        lines[number - 1 : number] = [line]
    return "\n".join(lines)


def test_a_line_a_deal() -> None:
    game = sheet(whole())
    assert game.points == POINTS and game.sum == 0
    assert game.holders == tuple(Holder(SeatKind.MEMBER, one) for one in ("ua", "ub", "uc", "u8"))
    assert game.names[-1] == "Dirk Smet"  # completed
    assert [deal.number for deal in game.deals] == list(range(1, 11))
    assert game.deals[2].contract == "kings-jacks" and game.deals[2].points == (0, -8, 0, 0)


@pytest.mark.parametrize(
    "line",
    [
        "2. no hearts: -13 0 0 0",
        "2 hearts –13, 0, 0, 0",
        "HEARTS − 13; 0; +0; 0",
        "2) -13\t0\t0\t0",
        "2 -13 0 0 0",
        "-13 0 0 0 # oh",
        "hearts ♥ Ann led -13 0 0 0",
        "2: hearts | -13 | 0 | 0 | 0 |",
    ],
)
def test_a_deal_may_be_written_in_many_ways(line: str) -> None:
    assert sheet(whole((3, line))).points == POINTS


def test_contracts_may_be_named_in_the_readers_language() -> None:
    dutch = whole((3, "harten -13 0 0 0"), (2, "Geen slagen -3 -4 -6 0"), (7, "7 & laatste -2 -3 0 0"))
    game = sheet(
        dutch.replace("No ", "")
        .replace("kings & jacks", "heer & zot")
        .replace("king of hearts", "hartenheer")
        .replace("queens", "Vrouwen")
        .replace("Trumps", "Troef"),
        language="nl",
    )
    assert game.points == POINTS
    assert found(sheet, whole((3, "harten -13 0 0 0"))) == [("unknown-contract", 3)]


def test_deals_may_stand_in_another_order() -> None:
    names, first, *others = whole((2, "1 No tricks -3 -4 -6 0"), (3, "2 No hearts -13 0 0 0")).split("\n")
    assert sheet("\n".join([names, others[0], first, "3 " + others[1], *others[2:]])).points == POINTS


@pytest.mark.parametrize(
    "text",
    [
        "Ann: 4\nBob: -4\nCath: 0",
        "Ann 4, Bob -4, Cath 0",
        "# Tuesday\n\nann = 4\n\nbob = − 4\ncath\t0",
        "Ann, 4\nBob, -4\nCath, 0",
        "Ann Bob Cath\n4 -4 0",
        "Ann\nBob\nCath\n= 4 -4 0",
        "Ann;Bob;Cath\r\nTotaal: 4 -4 0",
        "Ann  Bob\nCath\n4 -4 0",
    ],
)
def test_totals_alone(text: str) -> None:
    game = sheet(text)
    assert game.points == (4, -4, 0) and game.deals == () and game.names == ("Ann", "Bob", "Cath")


def test_guests_and_robots_have_seats() -> None:
    game = sheet("+Piet de Wit: 4\neasy: -4\neasy: 0\nAnn: 0")
    assert [holder.kind for holder in game.holders] == [
        SeatKind.GUEST,
        SeatKind.ROBOT,
        SeatKind.ROBOT,
        SeatKind.MEMBER,
    ]
    assert game.guests == (Guest("+piet-de-wit", "Piet de Wit"),)
    result = game.result("g1", None, 5)
    assert result.people == ["+piet-de-wit", "ua"] and result.points == (4, -4, 0, 0) and result.sum == 0


def test_totals_are_compared_with_the_deals() -> None:
    assert sheet(whole() + "\ntotal -5 -2 -1 8").points == POINTS
    assert sheet(whole() + "\n-5 -2 -1 8").points == POINTS  # all deals stand above
    assert faults(sheet, whole() + "\n= -5 -2 -1 9") == (
        Fault("wrong-total", 12, {"name": "Dirk Smet", "points": 9, "sum": 8}),
    )


def test_a_deal_has_to_add_up_to_its_contract() -> None:
    assert faults(sheet, whole((3, "No hearts -12 0 0 0"))) == (
        Fault("wrong-sum", 3, {"deal": 2, "points": -12, "sum": -13, "contract": "hearts"}),
    )
    assert faults(sheet, whole((3, "-12 0 0 0"))) == (
        Fault("wrong-sum", 3, {"deal": 2, "points": -12, "sum": -13, "contract": "hearts"}),
    )


def test_where_contracts_are_chosen_a_deal_adds_up_to_one_of_them() -> None:
    text = NAMES + "-12 0 0 0\n0 -13 0 0\nqueens 0 -13 0 0\n" + "13 0 0 0\n" * 17
    first, second = faults(sheet, text, "dubbelkingen")
    assert first == Fault("wrong-deal", 2, {"deal": 1, "points": -12, "sums": (-13, -8, -5, 13)})
    assert (second.code, second.line, second.details["sum"]) == ("wrong-sum", 4, -8)


def test_every_deal_of_colour_whist_adds_up_to_nought() -> None:
    text = NAMES + "solo-6 9 -3 -3 -3\n" * 16
    assert sheet(text, "whist-flemish").points == (144, -48, -48, -48)
    assert found(sheet, text.replace("9 -3", "9 -4", 1), "whist-flemish") == [("wrong-sum", 2)]
    assert found(sheet, NAMES + "1 2 3 4", "whist-flemish") == [("wrong-game", None)]


def test_a_word_for_two_contracts_means_the_one_of_the_deal() -> None:
    sums = games_of("russian-king")[4]
    lines = [
        f"{next(iter(deal)).removeprefix('take-')} {next(iter(deal.values()))} 0 0 0" for deal in sums.deals
    ]
    text = NAMES + "\n".join(lines).replace("king-of-hearts 40", "take-king-of-hearts 40")
    text = text.replace("last-two 40", "take-last-two 40").replace("eralash 240", "take-eralash 240")
    game = sheet(text, "russian-king")
    assert [deal.contract for deal in game.deals] == [next(iter(deal)) for deal in sums.deals]


def test_a_whole_game_has_to_add_up() -> None:
    assert faults(sheet, "Ann 1, Bob 2, Cath 3") == (Fault("wrong-game", None, {"points": 6, "sum": 0}),)
    # each deal adds up to its contract, and one was written in the place of another
    assert found(sheet, whole((3, "tricks -3 -4 -6 0"), (6, "hearts -13 0 0 0"))) == [("wrong-game", None)]


def test_all_that_is_wrong_is_told_in_the_order_of_lines() -> None:
    text = "Ann, Dirk, Zoë, ann\nclubs -3 -4 -6 0\n\n1 2 3\nhearts x 0.5 0 0\n5 -9999999 0 0 0\n5 0 0 0 -5\n"
    assert found(sheet, text) == [
        ("ambiguous-name", 1), ("unknown-name", 1), ("twice-at-table", 1), ("unknown-contract", 2),
        ("wrong-count", 4), ("not-a-number", 5), ("not-a-number", 5), ("too-large", 6), ("same-deal", 7),
        ("too-few-deals", None),
    ]  # fmt: skip


@pytest.mark.parametrize(("length", "wrong"), [(LONGEST, []), (LONGEST + 1, [("too-long", None)])])
def test_four_thousand_characters_are_read_and_no_more(length: int, wrong: list[Found]) -> None:
    assert LONGEST == 4000
    text = whole() + "\n# "
    text += "x" * (length - len(text))
    if wrong:
        assert found(sheet, text) == wrong
    else:
        assert sheet(text).points == POINTS


def test_what_deals_add_up_to_has_the_bounds_of_one_number() -> None:
    """Else a season would be exported that cannot be imported again."""
    many = whole((2, "No tricks -1000000 999987 0 0"), (3, "No hearts -1000000 999987 0 0"))
    assert found(sheet, many) == [("too-large", None), ("too-large", None)]
    assert min(sheet(whole((2, "No tricks -999000 998987 0 0"))).points) == -999002


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", [("no-names", None)]),
        ("# nothing\n\n", [("no-names", None)]),
        ("\nhearts -13 0 0 0", [("no-names", 2)]),
        ("Ann, Bob, Cath", [("no-points", None)]),
        ("Ann: 1\nBob: -1\nCath", [("no-points", 3)]),
        ("Ann: 1\nBob: -1\nCath: zero", [("not-a-number", 3)]),
        ("Ann: 1\nBob: -1", [("too-few-players", 2)]),
        ("Ann, Bob, Cath, Dirk S, Dirk D, Jan\n0 0 0 0 0 0", [("too-many-players", 1)]),
        (NAMES + "\n".join((*DEALS, "0 0 0 0", "= 0 0 0 0")), [("too-many-deals", 12)]),
        (NAMES + "11 0 0 0 0", [("too-many-deals", 2)]),
        ("a" * (LONGEST + 1), [("too-long", None)]),
        (NAMES + "3.5 0 0 0", [("not-a-number", 2)]),
    ],
)
def test_what_is_wrong(text: str, wrong: list[tuple[str, int | None]]) -> None:
    assert found(sheet, text) == wrong


def test_options_that_a_table_of_another_size_lacks_are_left_out() -> None:
    games = sums_by_players("kingen", {"king-of-hearts-points": "4"})
    assert games[4].deals[4] == {"king-of-hearts": -4} and games[4].game == 0
    assert games[3].deals[4] == {"king-of-hearts": -4} and games[5].deals[4] == {"king-of-hearts": -5}


PIECES = (
    *(
        "Ann",
        "bob",
        "cath",
        "Dirk",
        "+Jan",
        "easy",
        "hearts",
        "total",
        "=",
        ":",
        ",",
        ";",
        "\t",
        "  ",
        " ",
        "\n",
    ),
    *("#", "-", "–", "+", "1", "13", "-13", "0", "9" * 30, "é", "½", "\0", "🂡", "١"),
)


@tries(300)
@given(
    st.lists(st.sampled_from(PIECES), max_size=60).map("".join) | st.text(max_size=200),
    st.sampled_from(["kingen", "dubbelkingen"]),
)
@example("Ann\n" * 3 + "=", "kingen")
def test_whatever_is_typed_is_a_game_or_faulty(text: str, preset: str) -> None:
    try:
        game = sheet(text, preset)
    except Faulty as faulty:
        assert faulty.faults and all(
            one.line is None or 0 < one.line <= text.count("\n") + 1 for one in faulty.faults
        )
    else:
        assert sum(game.points) == game.sum and len(game.holders) == len(game.points)


@tries(100)
@given(
    st.integers(3, 5).flatmap(lambda n: st.lists(st.integers(-1000, 1000), min_size=n - 1, max_size=n - 1))
)
def test_totals_come_back_as_they_were_typed(points: list[int]) -> None:
    points = [*points, -sum(points)]
    names = ("Ann", "Bob", "Cath", "Dirk De Wit", "Dirk Smet")[: len(points)]
    lines = [f"{name}: {one}" for name, one in zip(names, points, strict=True)]
    assert sheet("\n".join(lines)).points == tuple(points)
    assert sheet(", ".join(names) + "\n" + " ".join(map(str, points))).points == tuple(points)
