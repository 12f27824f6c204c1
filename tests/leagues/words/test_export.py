"""A season as tables and as a page: whole, safe and readable."""

from __future__ import annotations

import csv
from datetime import date
from fractions import Fraction
from html.parser import HTMLParser
from io import StringIO

import pytest
from playwright.async_api import Browser

from bot.leagues.exported import ExportedDeal, deals_table, results_table, season_page, standings_table
from bot.leagues.paper.table import Role, read_table, recognised
from bot.leagues.season.standings import standings
from bot.leagues.standings_words import LeagueNames, names_of
from bot.words.catalogue import languages, words_for
from tests.browser import CHROMIUM, PHONE
from tests.leagues.seasons import correct, game, season
from tests.leagues.words.made import by_chance, club, course_of, page_of, results_of, season_of

MALICIOUS = ('=HYPERLINK("http://x")', "+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", '"a";b,c', "−ok")
GAMES = (
    game("g1", "n2", "u1 4", "u2 4", "guest x9 -3", "robot easy -5", sum=0),
    game("g2", None, "u1 1", "u2 0", "u3 -1"),
    game("g3", "n1", "u1 1", "u2 0", "u3 -1"),
)
CORRECTIONS = [correct("c1", "void", game="g3"), correct("c2", "points", game="g2", points=[3, 0, -3])]


def read(data: bytes, delimiter: str) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf") and b"\r\n" in data
    return list(csv.reader(StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def test_results_have_a_row_a_seat() -> None:
    found = season_of(season(*GAMES, corrections=CORRECTIONS, guests=[{"id": "x9", "name": "Jan"}]))
    people = LeagueNames(words_for("en"), names_of(found), shown=str)
    assert read(results_table(people, found, results_of(found)), ",") == [
        ["Date", "Night", "Game", "Table", "Player", "Points", "Place", "Status"],
        ["2026-09-08", "2", "g1", "", "U1", "4", "1", ""],
        ["2026-09-08", "2", "g1", "", "U2", "4", "1", ""],
        ["2026-09-08", "2", "g1", "", "Jan", "-3", "3", ""],
        ["2026-09-08", "2", "g1", "", "Easy robot", "-5", "4", ""],
        ["2026-10-01", "free", "g2", "", "U1", "3", "1", "corrected"],
        ["2026-10-01", "free", "g2", "", "U2", "0", "2", "corrected"],
        ["2026-10-01", "free", "g2", "", "U3", "-3", "3", "corrected"],
        ["2026-09-01", "1", "g3", "", "U1", "1", "1", "void"],
        ["2026-09-01", "1", "g3", "", "U2", "0", "2", "void"],
        ["2026-09-01", "1", "g3", "", "U3", "-1", "3", "void"],
    ]


def test_a_free_game_is_of_the_local_date_on_which_it_began() -> None:
    late = {**game("g1", None, "u1 1", "u2 0", "u3 -1"), "started": "2026-10-01T22:30:00Z"}
    found = season_of(season({**late, "ended": "2026-10-02T01:00:00Z"}))
    table = results_table(LeagueNames(words_for("en"), {}, shown=str), found, results_of(found))
    assert {row[0] for row in read(table, ",")[1:]} == {"2026-10-02"}


@pytest.mark.parametrize(("language", "delimiter", "value"), [("en", ",", "-1.5"), ("nl", ";", "-1,5")])
def test_numbers_are_numbers_in_a_spreadsheet_of_the_language(
    language: str, delimiter: str, value: str
) -> None:
    value_of = {"corrections": [correct("c1", "adjust", player="u3", value="-1/2")]}
    found = course_of(season_of(season(GAMES[1], **value_of)))
    people = LeagueNames(words_for(language), names_of(found.season), shown=str)
    rows = read(standings_table(people, standings(found)), delimiter)
    assert rows[3] == ["3", "U3", value, "-2", "1", "1", "0", "1", "0"]
    assert rows[1] == ["1", "U1", "1", "", "1", "1", "1", "1", "0"]


@pytest.mark.parametrize("language", languages())
def test_results_can_be_read_by_their_headings(language: str) -> None:
    words, found = words_for(language), by_chance(2)
    delimiter = "," if language == "en" else ";"
    rows = read(
        results_table(LeagueNames(words, names_of(found), shown=str), found, results_of(found)), delimiter
    )
    for column in ("date", "game", "player", "points"):
        assert words(f"league.column.{column}") in rows[0]
    points = rows[0].index(words("league.column.points"))
    assert len(rows) == 1 + sum(len(one.game.points) for one in results_of(found))
    assert all(str(int(row[points])) == row[points] for row in rows[1:])
    assert all(date.fromisoformat(row[0]) for row in rows[1:])


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("score", [None, "Value", "Waarde", "Valeur"])
def test_scores_of_the_standings_are_read_in_again_under_their_heading_of_now_and_of_before(
    language: str, score: str | None
) -> None:
    words, found = words_for(language), course_of(season_of(season(*GAMES)))
    written = standings_table(LeagueNames(words, names_of(found.season), shown=str), standings(found))
    name = words("league.column.value")
    table = read_table(written.decode().replace(name, score or name, 1).encode())
    assert [table.heading[column] for column in recognised(table).columns(Role.POINTS)] == [score or name]


@pytest.mark.parametrize("name", MALICIOUS)
def test_what_people_write_is_never_a_formula(name: str) -> None:
    rows = [ExportedDeal(name, 1, name, "Hearts", name, -5)]
    (cells,) = read(deals_table(words_for("en"), rows), ",")[1:]
    assert cells[5] == "-5" and cells[1] == "1"
    for cell in (cells[0], cells[2], cells[4]):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")) and cell.strip()
        assert cell.removeprefix("'") == name.strip()


# The page


class Page(HTMLParser):
    """What a page is made of, its text, and which tags are open."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open += [] if tag == "meta" else [tag]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += "" if self.open[-1:] == ["style"] else data


@pytest.mark.parametrize("language", languages())
def test_a_page_is_one_file_that_runs_and_fetches_nothing(language: str) -> None:
    found = by_chance(4)
    data = season_page(words_for(language), page_of(found))
    page = Page(data)
    assert page.open == [] and f'<html lang="{language}">'.encode() in data
    assert not page.tags & {"script", "link", "img", "iframe", "object", "a", "form"}
    assert page.attributes <= {"lang", "charset", "name", "content", "http-equiv", "class", "scope"}
    assert b"url(" not in data and b"@import" not in data and b"http:" not in data and b"https:" not in data
    assert "python -m bot standings" in page.text


def test_a_page_says_all_that_there_is() -> None:
    found = by_chance(4)
    page = Page(season_page(words_for("en"), page_of(found))).text
    for name in names_of(found).values():
        assert name in page
    for title in ("Standings", "Results", "Corrections", "All time", "How this season is scored"):
        assert title in page
    assert "September 8, 2026" in page and "free games" in page and "Written on November 22, 2026." in page
    assert page.count("undid: ") > 3 and "void" in page and "corrected" in page


def test_a_name_is_text_and_nothing_else() -> None:
    evil = """<script>alert(1)</script>&amp;"'"""
    found = season_of(season(*GAMES, corrections=[{**correct("c1", "void", game="g3"), "reason": evil}]))
    names = {one.id: evil for one in found.members}
    data = season_page(words_for("en"), page_of(found, league=evil, season=evil, names=names))
    page = Page(data)
    assert "script" not in page.tags and "onload" not in page.attributes and page.open == []
    assert page.text.count(evil) >= 4 and b"<script" not in data


def test_an_empty_season_has_a_page() -> None:
    page = Page(season_page(words_for("en"), page_of(season_of(season())))).text
    assert "No games count yet." in page and "Results" not in page and "Corrections" not in page


def test_movement_has_a_direction() -> None:
    members = season(game("g1", "n1", "u1 2", "u2 0", "u3 -2"), game("g2", "n2", "u3 9", "u1 -9", "u2 0"))
    page = season_page(words_for("en"), page_of(season_of(members))).decode()
    assert "▲ 2" in page and "▼ 2" in page and ">=<" in page


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.skipif(not CHROMIUM.exists(), reason=f"there is no browser at {CHROMIUM}")
@pytest.mark.parametrize("members", [4, 40])
async def test_a_page_fits_a_phone(browser: Browser, members: int) -> None:
    page = await browser.new_page(viewport=PHONE)
    for language in languages():
        await page.set_content(season_page(words_for(language), page_of(club(members))).decode())
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], language
    await page.close()


def test_values_are_rounded_and_levels_told() -> None:
    found = season_of(season(GAMES[1], settings={"level": "yes"}, levels={"3": "13/17"}))
    text = Page(season_page(words_for("en"), page_of(found, levels={3: Fraction(13, 17)}))).text
    assert "0.8" in text and "13/17" in text
