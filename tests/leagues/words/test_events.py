"""Corrections, refusals and settlements in words (docs/rules/leagues.md, L17 to L19)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.leagues.correction_words import Log, refusal_text
from bot.leagues.season.corrections import CorrectionRefusal
from bot.leagues.season.report import MemberPayment, Settlement, settlement
from bot.leagues.season_words import settlement_text
from bot.leagues.standings_words import LeagueNames, names_of
from bot.telling.phrases import TEXT_LONGEST
from bot.words.catalogue import languages, words_for
from tests.leagues.seasons import correct, game, read, season
from tests.leagues.words.made import by_chance, course_of, events_of

GAMES = (
    game("t12", "n1", "u1 4", "u2 0", "guest x9 -2", "robot easy -2"),
    game("t13", "n1", "u1 1", "u2 0", "u3 -1"),
)
NAMES = {"u1": "Ann", "u2": "*Bob*", "x9": "Jan", "u4": "Dirk"}
AT = "December 1, 2026, 1:00\N{NARROW NO-BREAK SPACE}PM"


def lines(*corrections: Any, language: str = "en") -> list[str]:
    found = read(season(*GAMES, corrections=corrections))
    log = Log(LeagueNames(words_for(language), NAMES, reasons=True), found, events_of(found))
    return [log.line(event) for event in log.events]


def line(name: str, **what: Any) -> str:
    (told,) = lines({**correct("c1", name, **what), "reason": "typing error"})
    assert told.startswith("Ann: ") and told.endswith(f" · typing error · {AT}")
    return told.removeprefix("Ann: ").removesuffix(f" · typing error · {AT}")


def test_L17_each_correction_is_told() -> None:
    t12 = r"the game on September 1, 2026 (Ann +4, \*Bob\* 0, Jan −2, Easy robot −2)"
    assert line("void", game="t12") == f"{t12} is void"
    assert line("points", game="t12", points=[-3, 6, 3, -6]) == (
        rf"points in {t12}: Ann −3, \*Bob\* +6, Jan +3, Easy robot −6"
    )
    instead = f"in {t12}, {{}} played instead of {{}}"
    assert line("player", game="t12", seat=3, player="u4") == instead.format("Dirk", "Easy robot")
    assert line("player", game="t12", seat=0, robot="easy") == instead.format("Easy robot", "Ann")
    inserted = game("t14", None, "u1 4", "u4 0", "guest x9 -4")
    assert line("insert", game=inserted) == "the game on October 1, 2026 (Ann +4, Dirk 0, Jan −4) is added"
    assert line("adjust", player="u4", value="-5/2") == "score of Dirk changed by −2.5"
    assert line("excuse", night="n2", player="u4") == "Dirk excused from September 8, 2026"


def test_points_are_told_with_who_has_the_seat_by_then() -> None:
    told = lines(
        correct("c1", "player", game="t12", seat=0, player="u4"),
        correct("c2", "points", game="t12", points=[-3, 6, 3, -6]),
    )
    assert r": Dirk −3, \*Bob\* +6, Jan +3, Easy robot −6" in told[1]


def test_L18_what_is_undone_is_told_and_what_came_back() -> None:
    asked = [
        correct("c1", "void", game="t13"),
        correct("c2", "undo", event="c1"),
        correct("c3", "undo", event="c2"),
        correct("c4", "undo", event="c3"),
    ]
    void = "the game on September 1, 2026 (Ann +1, \\*Bob\\* 0, u3 −1) is void"
    tail = f" · no reason given · {AT}"
    assert lines(*asked[:2]) == [f"Ann: {void}{tail} · undone", f"Ann: undid: {void}{tail}"]
    told = lines(*asked)
    assert told[2] == f"Ann: restored: {void}{tail} · undone"
    assert told[3] == f"Ann: restored: undid: {void}{tail}"


def test_what_people_write_is_one_line_and_no_markdown() -> None:
    reason = "**loud**\nhttps://example.org <@1> " + "long " * 100
    (told,) = lines({**correct("c1", "void", game="t13"), "reason": reason})
    assert "\n" not in told and "**" not in told and "<@" not in told.replace(r"\<\@", "")
    assert len(told) < 500 and "…" in told


@pytest.mark.parametrize("language", languages())
def test_every_log_is_told_in_every_language(language: str) -> None:
    for seed in range(3):
        found = by_chance(seed)
        log = Log(LeagueNames(words_for(language), names_of(found), reasons=True), found, events_of(found))
        told = [log.line(event) for event in log.events]
        assert len(told) > 20 and not any(set(one) & set("{}") for one in told)


@pytest.mark.parametrize("language", languages())
def test_L17_every_refusal_is_a_sentence_of_its_own(language: str) -> None:
    told = [refusal_text(words_for(language), refusal, (10, 0)) for refusal in CorrectionRefusal]
    assert len({*told}) == len(CorrectionRefusal) and all(one.endswith(".") for one in told)


def test_L19_payments_come_first_and_then_balances() -> None:
    settled = Settlement({"u1": 250, "u2": 0, "x9": -250}, (MemberPayment("x9", "u1", 250),))
    assert settlement_text(LeagueNames(words_for("en"), NAMES), settled).split("\n") == [
        "Jan pays Ann 2.50",
        "",
        "Ann: +2.50",
        r"\*Bob\*: 0.00",
        "Jan: −2.50",
        "Only written down: no money changes hands here.",
    ]
    even = settlement_text(LeagueNames(words_for("nl"), NAMES), Settlement({}, ()))
    assert even.startswith("Niemand is iets schuldig.")


def test_L19_a_settlement_of_many_fits() -> None:
    settled = settlement(course_of(by_chance(1)).games, 5)
    many = Settlement({f"u{n}": n - 150 for n in range(301)}, settled.payments * 40)
    text = settlement_text(LeagueNames(words_for("ru"), {}), many)
    assert 3900 < len(text) <= TEXT_LONGEST and "\n…\n" in text
