"""The season file: what is one, what is none and where, and that it is written as it was read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from datetime import date
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from bot.cli.leagues import standings
from bot.leagues.season.fields import Beyond, NotASeason
from bot.leagues.season.model import Member, Rating, SeatKind
from bot.leagues.season.season_file import read_season, write_season
from bot.leagues.season.settings import SeasonSettings
from tests.leagues.seasons import Json, as_file, bye, correct, game, member, night, read, season, told

SETTINGS: Json = {
    "score": "both", "place_points": {"3": ["1/3", 2, -3], "4": [4, 3, 2, 1], "5": [5, 4, 3, 2, 1]},
    "level": "yes", "left": "lowest", "bye": "-7/2", "night": "average", "free": "ignore",
    "absence": "average", "excused": 0,
    "best": 7, "measure": "average_game", "minimum": 3, "ties": ["last_night", "wins"], "stake": 5,
}  # fmt: skip
GAME = game("g1", "n1", "u1 -3", "guest x9 5", "robot easy 4", "u2 -6 left u3 x1", sum=0)


def everything() -> Json:
    """A season file with every field there is."""
    return season(
        GAME,
        game("g2", None, "u1 1", "u2 2", "u3 3"),
        name="Dinsdagclub",
        guests=[{"id": "x9", "name": "Ян"}],
        settings=deepcopy(SETTINGS),
        levels={"3": "13/17", "5": 2},
        robots={"easy": [20.5, 1]},
        ratings={"u1": [26.5, 7.9], "x9": [-3, 0]},
        members=[member(f"u{number}") for number in range(1, 5)] + [member("u5", left="2026-10-01")],
        nights=[night("n1", "u4"), night("n2")],
        byes=[bye("n1", "u5", 2)],
        corrections=[
            correct("c1", "points", game="g1", points=[-3, 6, 3, -6]),
            correct("c2", "void", game="g1"),
            correct("c3", "undo", event="c2"),
            correct("c4", "player", game="g1", seat=1, player="u7"),
            correct("c5", "player", game="g1", seat=1, guest="x7"),
            correct("c6", "player", game="g1", seat=1, robot="easy"),
            correct("c7", "insert", game=game("g3", None, "u1 1", "u2 -1", "u3 0", sum=0)),
            correct("c8", "adjust", player="u2", value="-5/2"),
            correct("c9", "excuse", night="n1", player="u4"),
        ],
    )


def fault(data: Json | bytes) -> tuple[str, str]:
    """Why something is no season file, and where."""
    with pytest.raises(NotASeason) as refused:
        read_season(data if isinstance(data, bytes) else as_file(data))
    return refused.value.code, refused.value.where


def put(value: Json, path: str, new: Any) -> Json:
    """A copy of a file's value with something else at a path; ``...`` takes away what is there."""
    found = deepcopy(value)
    at: Any = found
    *steps, last = path.split("/")
    for step in steps:
        at = at[int(step) if isinstance(at, list) else step]
    if new is ...:
        del at[last]
    elif not isinstance(at, list):
        at[last] = new
    else:
        at[int(last) : int(last) + 1] = [new]
    return found


def as_where(path: str) -> str:
    """A path as errors tell it. Numbers are names in what goes by the number of players."""
    steps = re.sub(r"(?<!levels)(?<!place_points)/(\d+)", r"[\1]", path)
    return steps.replace("/", ".")


# What is read


def test_what_is_read() -> None:
    found = read(everything())
    assert (found.name, found.zone) == ("Dinsdagclub", "Europe/Brussels")
    assert found.members[4] == Member("u5", "U5", date(2026, 1, 1), date(2026, 10, 1))
    assert found.levels == {3: Fraction(13, 17), 5: Fraction(2)}
    assert found.robots == {"easy": Rating(20.5, 1.0)} and found.ratings["x9"] == Rating(-3.0, 0.0)
    first = found.games[0]
    assert [(one.holder.kind, one.holder.id, one.points) for one in first.seats] == [
        (SeatKind.MEMBER, "u1", -3), (SeatKind.GUEST, "x9", 5),
        (SeatKind.ROBOT, "easy", 4), (SeatKind.MEMBER, "u2", -6),
    ]  # fmt: skip
    assert first.seats[3].left == ("u3", "x1") and first.sum == 0 and found.games[1].sum is None
    assert first.started == 1788289200  # date -u -d 2026-09-01T19:00:00Z +%s
    assert found.settings.left == "lowest" and found.settings.bye == Fraction(-7, 2)
    assert found.settings.ties == ("last_night", "wins") and found.settings.best == 7


def test_what_may_be_left_out_has_its_default() -> None:
    least = {"season": 1, "settings": {}, "zone": "UTC", "members": [], "nights": [], "games": []}
    found = read(least)
    assert found.settings == SeasonSettings()
    assert (found.name, found.guests, found.levels, found.robots, found.ratings) == (None, (), {}, {}, {})
    assert found.byes == found.corrections == ()
    seat = {"player": "u1", "points": 0}
    short = {"id": "g", "night": None, "started": "2026-01-01T00:00:00Z", "ended": "2026-01-01T00:00:00Z"}
    some = least | {
        "members": [{"id": "u1", "name": "", "joined": "2026-01-01"}],
        "nights": [{"id": "n", "date": "2026-01-01"}],
        "games": [short | {"seats": [seat, {"robot": "a", "points": 0}, {"robot": "a", "points": 0}]}],
    }
    found = read(some)
    assert found.members[0].left is None and found.nights[0].excused == ()
    assert found.games[0].sum is None and found.games[0].seats[0].left == ()


def test_each_size_of_place_points_may_be_left_out() -> None:
    found = read(season(settings={"place_points": {"5": [1, 1, 1, 1, 1]}})).settings
    assert found.place_points[5] == (1,) * 5
    assert found.place_points[3] == SeasonSettings().place_points[3] == (90, 45, 0)


@pytest.mark.parametrize("name", ["u1/", "é", "a\u0000b", "\U0001f3b4", "0", "free"])
def test_an_id_is_any_text_without_white_space(name: str) -> None:
    assert read(season(members=[member(name)])).members[0].id == name


@pytest.mark.parametrize("value", [10**30, -(2**70), 0])
def test_whole_numbers_are_exact_however_large(value: int) -> None:
    found = told(game("g1", "n1", f"u1 {value}", "u2 1", "u3 0"))
    assert found["u1"]["value"] == value


@pytest.mark.parametrize("value", [10**101, -(10**101)])
def test_a_number_has_a_hundred_digits_at_most(value: int) -> None:
    assert_beyond(season(game("g1", "n1", "u1 0", f"u2 {value}", "u3 0")), "games[0].seats[1].points")
    assert_beyond(season(settings={"bye": value}), "settings.bye")
    assert_beyond(season(settings={"bye": f"1/{abs(value)}"}), "settings.bye")


def test_what_a_file_asks_for_follows_from_its_size() -> None:
    people = [member(f"u{at}") for at in range(1, 4001)]
    assert_beyond(
        season(members=people, nights=[{"id": f"n{at}", "date": "2026-09-01"} for at in range(4000)]),
        "nights",
    )
    fine = [10**50 + at for at in (0, 151, 447)]  # no two of them have a factor in common
    finer = [correct(f"c{at}", "adjust", player="u1", value=f"1/{one}") for at, one in enumerate(fine)]
    assert_beyond(season(corrections=finer), "corrections[1].value")
    chain = [correct("c0", "adjust", player="u1", value=1)]
    chain += [correct(f"c{at}", "undo", event=f"c{at - 1}") for at in range(1, 5001)]
    assert_beyond(season(corrections=chain), "corrections[4471]")


def assert_beyond(values: Json, where: str) -> None:
    with pytest.raises(Beyond) as caught:
        read(values)
    assert (caught.value.code, caught.value.where) == ("shape", where)


# What is written


def test_a_season_is_read_as_it_was_written() -> None:
    found = read(everything())
    written = write_season(found)
    assert read_season(written) == found
    assert write_season(read_season(written)) == written
    assert told(settings=SeasonSettings().stored()).lines == told().lines


def test_what_is_empty_is_left_out() -> None:
    found = json.loads(write_season(read(season(game("g1", None, "u1 1", "u2 2", "u3 3")))))
    assert set(found) == {"season", "settings", "zone", "members", "nights", "games"}
    assert found["settings"] == SeasonSettings().stored() and set(found["settings"]) == set(SETTINGS)
    assert set(found["games"][0]) == {"id", "night", "started", "ended", "seats"}
    assert found["games"][0]["seats"][0] == {"player": "u1", "points": 1}


def test_a_file_written_has_an_item_a_line() -> None:
    lines = write_season(read(everything())).decode().splitlines()
    assert '{"id": "x9", "name": "Ян"}],' in lines
    assert sum(line.startswith('{"id": "g') for line in lines) == 2


def test_half_a_surrogate_pair_can_be_written_and_read_again() -> None:
    found = read(season(name="half \ud83c a card"))
    assert read_season(write_season(found)) == found


def test_times_of_early_and_late_years_are_written_with_four_digits() -> None:
    for time in ("0002-01-01T00:00:00Z", "9998-12-31T23:59:59Z", "1969-12-31T23:59:59Z"):
        found = read(season(game("g1", None, "u1 1", "u2 2", "u3 3", started=time), zone="America/New_York"))
        assert json.loads(write_season(found))["games"][0]["started"] == time
        assert told(game("g1", None, "u1 1", "u2 2", "u3 3", started=time), zone="America/New_York").rows


# What is no season file


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"nothing", b"\xff\xfe", as_file(everything()).decode().encode("utf-16"),
        b"\xef\xbb\xbf" + as_file(everything()), as_file(everything()) + b"x", b"[" * 100_000,
        as_file(everything()).replace(b'"zone"', b'"zone": "UTC", "zone"'),
        as_file(everything()).replace(b'"points": 5', b'"points": 5, "points": 5'),
        as_file(everything()).replace(b"20.5", b"NaN"),
        as_file(everything()).replace(b"20.5", b"-Infinity"),
        b'{"season": \xff}', b"{'season': 1}", b'{"season": 01}', b'{"season": 1,}',
    ],
)  # fmt: skip
def test_syntax(data: bytes) -> None:
    assert fault(data) == ("syntax", "")


@pytest.mark.parametrize("data", [b"null", b"[]", b"1", b'"season"'])
def test_a_file_is_an_object(data: bytes) -> None:
    assert fault(data) == ("shape", "")


@pytest.mark.parametrize(
    "path",
    [
        *("season", "settings", "zone", "members", "nights", "games"),
        *("guests/0/id", "guests/0/name", "members/0/id", "members/0/name", "members/0/joined"),
        *("nights/0/id", "nights/0/date", "byes/0/night", "byes/0/round", "byes/0/player"),
        *("games/0/id", "games/0/night", "games/0/started", "games/0/ended", "games/0/seats"),
        *("games/0/seats/0/points", "games/0/seats/0/player"),
        *(f"corrections/0/{name}" for name in ("id", "at", "by", "reason", "do", "game", "points")),
        *("corrections/1/game", "corrections/2/event", "corrections/3/seat", "corrections/3/player"),
        *("corrections/6/game", "corrections/6/game/id", "corrections/6/game/seats/0/points"),
        *("corrections/7/player", "corrections/7/value", "corrections/8/night", "corrections/8/player"),
    ],
)
def test_what_is_missing_is_told(path: str) -> None:
    assert fault(put(everything(), path, ...)) == ("shape", as_where(path))


@pytest.mark.parametrize(
    "path",
    [
        "other", "settings/other", "guests/0/other", "members/0/other", "nights/0/other", "games/0/other",
        "games/0/seats/1/other", "byes/0/other", "corrections/0/other", "corrections/1/points",
        "corrections/6/game/other",
        "levels/4", "levels/6", "settings/place_points/6", "settings/place_points/other",
        "games/0/seats/0/guest", "games/0/seats/2/guest", "corrections/4/robot",
    ],
)  # fmt: skip
def test_what_is_unknown_is_told(path: str) -> None:
    assert fault(put(everything(), path, 1)) == ("shape", as_where(path))


NO_ID = (None, 1, "", " ", "a b", "a\n", "\u00a0", ["a"], {})
NO_TEXT = (None, 1, [], {})
NO_WHOLE = (None, "1", 1.0, 1e3, True, [], "1/2")
NO_NUMBER = (
    None, "1", "2/1", "2/4", "0/2", "-0/3", "1/-2", "+1/2", "01/2", "1/02", "1/0", " 1/2", "1 /2", "1/2\n",
    "٣/٤", 0.5, False, "nothing ", [],
)  # fmt: skip
NO_DATE = (
    None, 1, "", "2026-9-1", "2026-09-31", "20260901", "2026-09-01T00:00:00Z", "2026-W37-2", "0000-01-01",
    "٢٠٢٦-09-01",
)  # fmt: skip
NO_TIME = (
    None, 1, "", "2026-09-01", "2026-09-01T20:00:00", "2026-09-01 20:00:00Z", "2026-09-01T20:00:00z",
    "2026-09-01T20:00Z", "2026-09-01T20:00:00.0Z", "2026-09-01T20:00:00+00:00", "2026-09-31T20:00:00Z",
    "2026-09-01T24:00:00Z", "2026-09-01T23:60:00Z", "2026-09-01T23:59:60Z", "2026-W37-2T20:00:00Z",
    "2026-09-01T20:00:0٠Z", "0001-01-01T00:00:00Z", "9999-01-01T00:00:00Z",
)  # fmt: skip
NO_LIST = (None, 1, "", {}, True)


def wrong(path: str, values: tuple[Any, ...]) -> list[tuple[str, Any]]:
    return [(path, value) for value in values]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        *wrong("season", (None, 0, 2, "1", 1.0, True)),
        *wrong("name", NO_TEXT),
        *wrong("zone", (*NO_TEXT, "", "Europe", "Europe/Brussel", "../UTC", "/etc/localtime", "UTC\u0000")),
        *wrong("settings", (None, [], "")),
        *wrong("settings/score", (None, 1, "total", "", [], {})),
        *wrong("settings/level", (None, True, "maybe")),
        *wrong("settings/left", NO_NUMBER), *wrong("settings/bye", NO_NUMBER),
        *wrong("settings/absence", NO_NUMBER), *wrong("settings/excused", NO_NUMBER),
        *wrong("settings/left", ("average",)),
        *wrong("settings/bye", ("average", "lowest")),
        *wrong("settings/absence", ("lowest", {})),
        *wrong("settings/best", (0, -1, "1", "none", None, 1.0, True)),
        *wrong("settings/minimum", (-1, "0", None, 0.0, "all", False)),
        *wrong("settings/stake", (-1, "1/2", None, 0.5)),
        *wrong("settings/ties", (*NO_LIST, "wins")),
        ("settings/ties/1", "lot"), ("settings/ties/1", "last_night"), ("settings/ties/0", None),
        ("settings/ties/1", []),
        *wrong("settings/place_points", (None, [], 1)),
        *wrong("settings/place_points/3", (None, {}, [1, 2], [1, 2, 3, 4], [])),
        *wrong("settings/place_points/4/2", NO_NUMBER),
        *wrong("levels", (None, [])),
        *wrong("levels/3", (*NO_NUMBER, 0, -1, "-1/2")),
        *wrong("robots", (None, [])),
        *wrong("robots/easy", (None, {}, [], [1], [1, 2, 3], 25)),
        *wrong("robots/easy/0", (None, "20", True, 1001, -1000.5, 1e308)),
        *wrong("robots/easy/1", (None, "1/2", False, -1, 1000.5)),
        ("robots/e sy", [20, 1]), ("ratings/", [20, 1]), ("ratings/u1/1", -0.5),
        *wrong("guests", NO_LIST), *wrong("guests/0", (None, [], "x9")), *wrong("guests/0/id", NO_ID),
        *wrong("guests/0/name", NO_TEXT),
        *wrong("members", NO_LIST), *wrong("members/0", (None, [])), *wrong("members/0/id", NO_ID),
        *wrong("members/0/name", NO_TEXT), *wrong("members/0/joined", NO_DATE),
        *wrong("members/0/left", NO_DATE[1:]),
        *wrong("nights", NO_LIST), *wrong("nights/0/id", NO_ID), *wrong("nights/0/date", NO_DATE),
        *wrong("nights/0/excused", NO_LIST), *wrong("nights/0/excused/0", NO_ID),
        *wrong("games", NO_LIST), *wrong("games/0", (None, [])), *wrong("games/0/id", NO_ID),
        *wrong("games/0/night", NO_ID[1:]), *wrong("games/0/started", NO_TIME),
        *wrong("games/0/ended", NO_TIME),
        *wrong("games/0/sum", NO_WHOLE[1:]),
        *wrong("games/0/seats", (*NO_LIST, [], GAME["seats"][:2], [{"robot": "a", "points": 0}] * 6)),
        *wrong("games/0/seats/0", (None, [], 1)), *wrong("games/0/seats/0/player", NO_ID),
        *wrong("games/0/seats/1/guest", NO_ID), *wrong("games/0/seats/2/robot", NO_ID),
        *wrong("games/0/seats/0/points", NO_WHOLE), *wrong("games/0/seats/0/left", (*NO_LIST, "u1")),
        *wrong("games/0/seats/3/left/1", NO_ID),
        *wrong("byes", NO_LIST), *wrong("byes/0/night", NO_ID), *wrong("byes/0/round", NO_WHOLE),
        *wrong("byes/0/player", NO_ID),
        *wrong("corrections", NO_LIST), *wrong("corrections/0", (None, [], "c1")),
        *wrong("corrections/0/id", NO_ID), *wrong("corrections/0/at", NO_TIME),
        *wrong("corrections/0/by", NO_ID), *wrong("corrections/0/reason", NO_TEXT),
        *wrong("corrections/0/do", (None, 1, "", "redo", [], "Void")),
        *wrong("corrections/0/game", NO_ID), *wrong("corrections/0/points", NO_LIST),
        *wrong("corrections/0/points/2", NO_WHOLE), *wrong("corrections/2/event", NO_ID),
        *wrong("corrections/3/seat", NO_WHOLE), *wrong("corrections/3/player", NO_ID),
        *wrong("corrections/4/guest", NO_ID), *wrong("corrections/6/game", (None, "g1", [])),
        *wrong("corrections/6/game/seats", ([], GAME["seats"][:2])),
        *wrong("corrections/6/game/sum", ("0", 0.0)),
        *wrong("corrections/7/value", NO_NUMBER), *wrong("corrections/8/night", NO_ID),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(path: str, value: Any) -> None:
    assert fault(put(everything(), path, value)) == ("shape", as_where(path))


@pytest.mark.parametrize(
    ("seat", "where"),
    [
        ({"player": "u1", "pints": 1}, ".points"),
        ({"players": "u1", "points": 1}, ".player"),
        ({"player": "u1"}, ".points"),
        ({"player": "u1", "points": 1, "right": []}, ".right"),
        ({"player": "u1", "points": 1, "left": [], "right": []}, ".right"),
        ({"player": "u1", "points": 1, "left": {}}, ".left"),
        ({"player": "u1", "points": True}, ".points"),
        ({"player": ["u1"], "points": 1}, ".player"),
        ({}, ".points"),
        ([["player", "u1"], ["points", 1]], ""),
        ([], ""),
        ("ab", ""),
    ],
)
def test_a_seat_among_members_is_read_as_strictly(seat: Any, where: str) -> None:
    assert fault(put(everything(), "games/1/seats/2", seat)) == ("shape", f"games[1].seats[2]{where}")


def test_the_order_of_fields_is_nothing() -> None:
    turned = {"left": [], "points": 3, "player": "u3"}
    assert read(put(everything(), "games/1/seats/2", turned)) == read(everything())


@pytest.mark.parametrize(
    ("code", "path", "value", "where"),
    [
        ("unknown-id", "games/0/night", "n9", ""),
        ("unknown-id", "games/0/seats/0/player", "u9", ""),
        ("unknown-id", "games/0/seats/0/player", "x9", ""),
        ("unknown-id", "nights/0/excused/0", "x9", ""),
        ("unknown-id", "byes/0/night", "n3", ""),
        ("unknown-id", "byes/0/player", "x9", ""),
        ("same-id", "members/4/id", "u1", ""),
        ("same-id", "nights/1/id", "n1", ""),
        ("same-id", "games/1/id", "g1", ""),
        ("same-id", "guests/1", {"id": "x9", "name": "Jo"}, "guests[1].id"),
        ("twice-at-table", "games/0/seats/0/player", "u2", "games[0].seats"),
        ("twice-at-table", "games/1/seats/0", {"guest": "u2", "points": 0}, "games[1].seats"),
        ("twice-at-table", "games/0/seats/0", {"guest": "x9", "points": -3}, "games[0].seats"),
        ("wrong-sum", "games/0/sum", 1, ""),
        ("wrong-sum", "games/0/seats/0/points", 0, "games[0].sum"),
        ("wrong-sum", "games/1/sum", 0, ""),
    ],
)
def test_what_does_not_fit_is_told(code: str, path: str, value: Any, where: str) -> None:
    assert fault(put(everything(), path, value)) == (code, where or as_where(path))


def test_ids_of_different_things_may_be_the_same() -> None:
    same = game("u1", "u1", "u1 0", "robot u1 0", "u2 0 left u1")
    found = season(same, nights=[{"id": "u1", "date": "2026-09-01"}], guests=[{"id": "u1", "name": "Ann"}])
    assert read(put(found, "corrections", [correct("u1", "void", game="u1")])).games[0].id == "u1"


def test_who_left_need_not_be_known() -> None:
    assert read(season(game("g1", "n1", "u1 0 left x77 u77", "u2 0", "u3 0"))).games[0].seats[0].left == (
        "x77",
        "u77",
    )


def test_what_a_correction_names_is_no_matter_of_the_file() -> None:
    nobody = game("g1", "n9", "u8 1", "u8 1", "u9 1", sum=0)
    made = [
        correct("c1", "insert", game=nobody), correct("c1", "void", game="g9"),
        correct("c2", "excuse", night="n9", player="u9"), correct("c3", "adjust", player="u9", value=1),
        correct("c4", "undo", event="c9"), correct("c5", "player", game="g9", seat=-7, player="u9"),
        correct("c6", "points", game="g9", points=[]),
    ]  # fmt: skip
    assert [code for _, code in told(corrections=made).refused] == [
        "unknown-night", "unknown-game", "unknown-night", "unknown-member", "unknown-event", "unknown-game",
        "unknown-game",
    ]  # fmt: skip


def test_a_season_is_a_value() -> None:
    assert replace(read(everything())) == read(everything()) != read(season())


JUNK: tuple[Any, ...] = (
    None, True, 0, -1, 5, 10**400, 1.5, 1e308, "", "a", "u1", "n1", "g1", "c1", "1/2", "2026-09-01", "lowest",
    "0002-01-01T00:00:00Z", "9998-12-31T23:59:59Z", [], {}, [0], {"a": 1}, "nothing", "average", "all",
)  # fmt: skip


def places(value: Any) -> Iterator[tuple[Any, str | int]]:
    """Every container in a value, with each of its keys."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_in_a_file_is_told_or_calculated(seed: int) -> None:
    random = Random(seed)
    outcomes: set[bool] = set()
    for _ in range(25):
        value = deepcopy(everything())
        for _ in range(random.choice((1, 1, 2, 4))):
            within, key = random.choice(list(places(value)))
            if random.random() < 0.2:
                del within[key]
            else:
                within[key] = deepcopy(random.choice(JUNK))
        *_, last = standings("season.json", as_file(value))
        outcomes.add("where" in last)
    assert True in outcomes
