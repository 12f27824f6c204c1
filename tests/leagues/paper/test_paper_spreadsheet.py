"""Spreadsheets of four forms, in whatever encoding, become seasons; what is wrong is told by rows."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.leagues.paper.spreadsheet import season_of
from bot.leagues.paper.table import (
    LARGEST_CSV,
    MEGABYTE,
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    Form,
    Role,
    read_table,
    recognised,
)
from bot.leagues.paper.typed import DateOrder, Fault, Faulty, Known, PaperPerson
from bot.leagues.season.corrections import corrected
from bot.leagues.season.entries import SeasonCourse
from bot.leagues.season.model import Adjust, Holder, Season, SeasonGame, SeatKind
from bot.leagues.season.standings import standings
from tests.leagues.paper.made import KNOWN, ORIGIN, faults, found, spreadsheet
from tests.properties import tries

SEATS = "Date;Table;Player;Points\n2026-09-08;1;Ann;3\n;;Zoë;-3\n;;cath;0\n;2;Ann;1\n;;Bob;1\n;;Zoë;-2\n"


def values(season: Season) -> dict[str, Fraction]:
    """What each player has in the standings, by name."""
    names = {member.id: member.name for member in season.members}
    found = standings(SeasonCourse(season, corrected(season)))
    return {names[one.player]: one.value for one in found}


def test_a_row_a_seat() -> None:
    season = spreadsheet(SEATS)
    assert values(season) == {"Ann": 4, "Bob": 1, "Cath": 0, "Zoë": -5}
    assert [member.id for member in season.members] == ["ua", "p1", "uc", "ub"]
    assert [(game.id, game.night) for game in season.games] == [("g1", "n1"), ("g2", "n1")]
    assert [night.date for night in season.nights] == [date(2026, 9, 8)]


def test_a_row_a_game_with_a_column_a_player() -> None:
    season = spreadsheet("Datum,Ann,Bob,Zoë,Dirk Smet,Totaal\n15/9/26,1,2,,-3,0\n8/9/26,3,-3,0,,0\n")
    assert values(season) == {"Ann": 4, "Bob": -1, "Zoë": 0, "Dirk Smet": -3}
    assert [night.date.day for night in season.nights] == [8, 15]  # in their order, not the file's
    assert season.games[0].points == (3, -3, 0)


def test_a_row_a_game_with_pairs() -> None:
    text = "Date\tPlayer 1\tPoints 1\tPlayer 2\tPoints 2\tPlayer 3\tPoints 3\tPlayer 4\tPoints 4\n"
    season = spreadsheet(
        text + "8.9.2026\tAnn\t3\tBob\t-3\tCath\t0\t\t\n8.9.2026\tAnn\t1\tBob\t1\tCath\t1\tZoë\t−3\n"
    )
    assert values(season) == {"Ann": 4, "Bob": -2, "Cath": 1, "Zoë": -3}


def test_L12_a_row_a_player_is_an_adjustment_that_begins_from_nought() -> None:
    season = spreadsheet("Nom;Total\nAnn;12,5\nZoë;-3\n")
    assert [one.change for one in season.corrections] == [
        Adjust("ua", Fraction(25, 2)),
        Adjust("p1", Fraction(-3)),
    ]
    assert values(season) == {"Ann": Fraction(25, 2), "Zoë": -3}
    assert all(one.by == "boss" for one in season.corrections)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_encodings(encoding: str) -> None:
    assert values(spreadsheet(SEATS.encode(encoding))) == values(spreadsheet(SEATS))


def test_cyrillic_letters_of_windows() -> None:
    text = "Дата;Стол;Игрок;Очки\n08.09.2026;1;Аня;3\n;;Боря;-3\n;;Вася;0\n"
    assert values(spreadsheet(text.encode("cp1251"))) == {"Аня": 3, "Боря": -3, "Вася": 0}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_delimiters(delimiter: str) -> None:
    assert values(spreadsheet(SEATS.replace(";", delimiter))) == values(spreadsheet(SEATS))
    named = f"sep={delimiter}\n" + SEATS.replace(";", delimiter)
    assert values(spreadsheet(named)) == values(spreadsheet(SEATS))
    assert found(spreadsheet, named + delimiter * 3 + "1\n") == [("no-name", 9)]


def test_decimal_commas_part_no_cells() -> None:
    assert values(spreadsheet("Naam;Totaal\nAnn;1,5\nBob;2,5\n")) == {
        "Bob": Fraction(5, 2),
        "Ann": Fraction(3, 2),
    }


def test_what_a_cell_begins_with_is_data() -> None:
    season = spreadsheet('Name,Total\n"=HYPERLINK(""x"")",+5\n@bob,-3\n')
    assert values(season) == {'=HYPERLINK("x")': 5, "@bob": -3}
    assert found(spreadsheet, "Name,Total\nAnn,=1+2\n") == [("not-a-number", 2)]


def test_columns_are_recognised_by_what_is_in_them() -> None:
    table = read_table(b"2026-09-08,1,Ann,3\n2026-09-08,1,Bob,-3\n2026-09-08,1,Cath,0\n")
    reading = recognised(table)
    assert reading.roles == (Role.DATE, Role.GAME, Role.PLAYER, Role.POINTS) and reading.form is Form.SEAT
    assert recognised(read_table(b"A,B,C\n1,2,-3\n")).form is Form.SCORES
    assert recognised(read_table(b"one,two\nthree,four\n")).form is None
    by_date = recognised(read_table(b"Avond;Naam;Punten\n8.9.2026;Ann;3\n"))
    assert by_date.roles[0] is Role.DATE
    by_number = recognised(read_table(b"Dag;Naam;Punten\n1;Ann;3\n"))
    assert by_number.roles[0] is Role.NIGHT


def test_a_column_that_was_taken_wrongly_can_be_another() -> None:
    table = read_table(b"Player,Place,Total,Played\nAnn,1,12,3\nBob,2,8,3\n")
    reading = recognised(table)
    assert reading.columns(Role.POINTS) == (2,) and reading.form is Form.TOTALS
    other = reading.with_column(None, 2).with_column(Role.POINTS, 3)
    assert other.columns(Role.POINTS) == (3,)
    assert [one.value for one in standings_of(season_of(table, other, KNOWN, ORIGIN))] == [3, 3]
    dated = other.with_column(Role.DATE, 1).with_column(Role.DATE, 0)
    assert dated.columns(Role.DATE) == (0,)  # there is one of dates


def standings_of(season: Season) -> list:
    return standings(SeasonCourse(season, corrected(season)))


def test_the_order_of_day_and_month_can_be_chosen() -> None:
    table = read_table(SEATS.replace("2026-09-08", "8/9/2026").encode())
    reading = recognised(table)
    # without its dates nobody can say what else is wrong
    assert found(season_of, table, reading, KNOWN, ORIGIN) == [("ambiguous-dates", 2)]
    by_date = "Date;Player;Points\n{}\n;Bob;1\n;C;1\n{}\n;Bob;1\n;C;1\n"
    twice = by_date.format("8/9/2026;Ann;1", "9/9/2026;Ann;1")
    assert found(spreadsheet, twice) == [("ambiguous-dates", 2)]
    season = season_of(table, reading.with_order(DateOrder.MONTH), KNOWN, ORIGIN)
    assert season.nights[0].date == date(2026, 8, 9)


def test_without_dates_all_belongs_to_the_day_that_is_given() -> None:
    season = spreadsheet(
        "Avond;Tafel;Naam;Punten\n1;1;Ann;3\n1;1;Bob;-3\n1;1;Cath;0\n2;1;Ann;1\n2;1;Bob;1\n2;1;Cath;-2\n"
    )
    assert [(night.id, night.date) for night in season.nights] == [("n1", ORIGIN.day), ("n2", ORIGIN.day)]
    assert [game.night for game in season.games] == ["n1", "n2"]


def test_games_of_a_date_were_played_from_noon_on_in_their_order() -> None:
    games = spreadsheet(SEATS).games
    noon = datetime(2026, 9, 8, 10, tzinfo=UTC).timestamp()  # in Brussels
    assert [game.ended for game in games] == [noon, noon + 1]


def test_members_joined_on_the_date_of_their_first_game() -> None:
    season = spreadsheet("Date;A;B;C;D\n2026-09-08;1;2;-3;\n2026-09-15;1;2;;-3\n")
    assert [member.joined.day for member in season.members] == [8, 8, 8, 15]


def test_names_are_one_person_however_they_are_written() -> None:
    season = spreadsheet(
        "Date;Player;Points\n8.9.2026;ZOË;1\n;b;1\n;c;-2\n15.9.2026;zoë ;1\n;b;1\n;c;-2\n", Known(())
    )
    assert values(season) == {"ZOË": 2, "b": 2, "c": -4}


def test_names_twice() -> None:
    assert faults(spreadsheet, "Name;Total\nann;1\nANN;2\n") == (
        Fault("names-twice", 3, {"name": "ann", "names": ("ann", "ANN")}),
    )
    assert found(spreadsheet, "Date;Ann;Bob;ann\n8.9.2026;1;2;-3\n") == [
        ("names-twice", 1),
        ("twice-at-table", 2),
    ]
    assert found(spreadsheet, SEATS.replace("Zoë", "ANN")) == [("twice-at-table", 3), ("twice-at-table", 7)]
    two = Known(tuple(PaperPerson(Holder(SeatKind.MEMBER, id), "Ann") for id in ("u1", "u2")))
    assert found(spreadsheet, "Name;Total\nAnn;1\n", two) == [("ambiguous-name", 2)]


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"", [("empty-file", None)]),
        (b"\n;;\n", [("empty-file", None)]),
        (b"Name;Total\n", [("empty-file", None)]),
        (b"x" * (LARGEST_CSV * MEGABYTE + 1), [("file-too-large", None)]),
        (b"1;2\n" * (MOST_ROWS + 1), [("too-many-rows", None)]),
        (b";" * MOST_COLUMNS + b"x", [("too-many-columns", None)]),
        (b"1;" * (MOST_CELLS // MOST_ROWS) + b"\n" + b"1;2\n" * (MOST_ROWS - 1), [("too-many-cells", None)]),
        (b"PK\x03\x04\x14\0", [("not-text", None)]),
        (b"a\0b\0\0", [("not-text", None)]),
        (b"\x81\x8d", [("not-text", None)]),
        (b"Name;Total\n" + b"y" * 200_000, [("bad-csv", 2)]),
        (b"one;two\nthree;four\n", [("no-form", None)]),
        (b"Date;Player;Points\n2026-09-08;Ann;3\n;Bob;-3\n", [("too-few-players", 2)]),
        (b"Date;Player;Points\n2026-09-08;A;3\n;B;\n;;1\n;C;x\n;D;1,5\n;E;1000001\n;F;1\n;G;2\n;H;3,0\n",
         [("empty-cell", 3), ("no-name", 4), ("not-a-number", 5), ("not-whole", 6), ("too-large", 7)]),
        (b"Date;A;B;C;D;E;F\n2026-09-08;1;2;3;4;5;6\n", [("too-many-players", 2)]),
        (b"Date;Player;Points\n2026-09-31;A;3\n;B;1\n;C;1\n", [("not-a-date", 2)]),
    ],
)  # fmt: skip
def test_what_is_wrong(data: bytes, wrong: list[tuple[str, int | None]]) -> None:
    assert found(spreadsheet, data) == wrong


def written(games: Iterable[SeasonGame], names: dict[str, str], delimiter: str) -> str:
    """A row a seat of these games."""
    text = io.StringIO()
    sheet = csv.writer(text, delimiter=delimiter)
    sheet.writerow(("Date", "Table", "Player", "Points"))
    for game in games:
        day = datetime.fromtimestamp(game.ended, UTC).date()
        for holder, points in zip(game.holders, game.points, strict=True):
            sheet.writerow((day.isoformat(), game.id, names[holder.id], points))
    return text.getvalue()


NAMES = ("Ann", "Béa", "Ça va", "Дима", "O'Neill; Pat", '"Q"', "7 Up", "Zoë")


@st.composite
def played(draw: st.DrawFn) -> list[SeasonGame]:
    """Games of people with odd names, none of them before the one before."""
    games: list[SeasonGame] = []
    for number, days in enumerate(draw(st.lists(st.integers(0, 9), min_size=1, max_size=8)), start=1):
        people = draw(st.permutations([f"p{at}" for at in range(len(NAMES))]))[: draw(st.integers(3, 5))]
        points = draw(st.tuples(*[st.integers(-1_000_000, 1_000_000)] * len(people)))
        at = int((datetime(2026, 9, 8, 12, tzinfo=UTC) + timedelta(days)).timestamp())
        holders = tuple(Holder(SeatKind.MEMBER, one) for one in people)
        games.append(SeasonGame(f"t{number}", None, at, at, None, holders, points, ((),) * len(people)))
    return games


@tries(60)
@given(played(), st.sampled_from(";,\t"), st.sampled_from(["utf-8", "utf-16"]))
def test_a_season_that_was_written_comes_back_with_the_same_points(
    games: list[SeasonGame], delimiter: str, encoding: str
) -> None:
    names = {f"p{at}": name for at, name in enumerate(NAMES)}
    season = spreadsheet(written(games, names, delimiter).encode(encoding), Known(()))
    called = {member.id: member.name for member in season.members}
    expected, back = Counter[str](), Counter[str]()
    for game in games:
        expected.update(
            {names[one.id]: points for one, points in zip(game.holders, game.points, strict=True)}
        )
    for game in season.games:
        back.update({called[one.id]: points for one, points in zip(game.holders, game.points, strict=True)})
    assert back == expected and len(season.games) == len(games)


PIECES = (
    *(b"Date", b"Player", b"Points", b"Ann", b"Bob", b"Cath", b"2026-09-08", b"8/9/26", b"12", b"-3", b"1,5"),
    *(b";", b",", b"\t", b"\n", b'"', b"\xff\xfe", b"\0", b"\xe9", b"\xd0\x90", b"=1", b"sep=;\n"),
)


@tries(300)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map(b"".join) | st.binary(max_size=200))
@example(b"\xff\xfe\0")
@example("Date;Player;Points\n".encode("utf-16"))
def test_whatever_is_in_a_file_is_a_season_or_faulty(data: bytes) -> None:
    try:
        season = spreadsheet(data)
    except Faulty as faulty:
        assert faulty.faults
    else:
        assert season.members and standings(SeasonCourse(season, corrected(season)))


def test_L01_a_league_in_a_zone_that_is_not_known_any_more_takes_a_spreadsheet() -> None:
    table = read_table(b"Name;Points\nAnn;12\nBob;-12\n")
    season = season_of(table, recognised(table), KNOWN, ORIGIN._replace(zone="Europe/Atlantis"))
    assert season.zone == "UTC" and standings(SeasonCourse(season, corrected(season)))
