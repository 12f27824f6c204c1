"""The end of a game as it is told: what is said are the totals of the game, not the last deal's."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest
from discord import ui

from bot.discordkit.panel import Drawing
from bot.engine.game import OVER, View, places
from bot.engine.play import Game
from bot.people.settings import Preferences
from bot.pictures.painter import Painter
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ui import ending_panel
from bot.telling import ending, scenes
from bot.telling.phrases import TEXT_LONGEST
from bot.words.catalogue import Words, in_text, languages, words_for
from tests.telling.test_scenes import SEATS, TABLES, WORDS, facts, played
from tests.telling.view_models import at_table

TEXT = Preferences(text_mode=True)


def over(name: str, players: int) -> tuple[TableFacts, Game]:
    """A whole game, played at random."""
    *_, game = played(name, players)
    return replace(facts(name, players), state=State.FINISHED, turn=OVER), game


def texts(drawing: Drawing) -> list[str]:
    shown = [one.content for one in drawing.panel.walk_children() if isinstance(one, ui.TextDisplay)]
    return [line for text in shown for line in text.split("\n")]


def in_hand(
    at: TableFacts, view: View, words: Words = WORDS, preferences: Preferences | None = None
) -> Drawing:
    """The end of the game in the hand of who looks."""
    model = at_table(words, at, view, preferences or Preferences())
    return ending_panel.hand_over(model, (ending.podium(model), b""), "https://discord.com/x")


def to_all(at: TableFacts, view: View, words: Words = WORDS) -> Drawing:
    model = at_table(words, at, view)
    return ending_panel.game_over(model, (scenes.recent_sheet(model), b""))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_everybody_is_told_their_place_and_points_of_the_game(name: str, players: int, language: str) -> None:
    words = words_for(language)
    at, game = over(name, players)
    for seat in range(players):
        view = game.view(seat)
        lines = texts(in_hand(at, view, words))
        winners = words.both(SEATS[one].name for one in ending.winners(at_table(words, at, view)))
        assert f"**{winners}**" in lines[0] and points_of(max(view.points), words) in lines[0]
        own = in_text(words("ending.own", place="1", of="2", points="3")).split("1")[0]
        assert lines[1].startswith(f"**{own}{places(view.points)[seat]}")
        assert lines[1].endswith(f"{in_text(words.points(view.points[seat]))}**")
        assert not any(set(line) & set("{}") for line in lines)
    assert winners_named(texts(to_all(at, game.view(None), words)), game, words)


def points_of(points: int, words: Words) -> str:
    return words.count("count.points", points)


def winners_named(lines: list[str], game: Game, words: Words) -> bool:
    best = max(game.points)
    names = [SEATS[seat].name for seat, points in enumerate(game.points) if points == best]
    return f"**{words.both(names)}**" in lines[1] and points_of(best, words) in lines[1]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_podium_has_everybodys_points(name: str, players: int) -> None:
    at, game = over(name, players)
    podium = ending.podium(at_table(WORDS, at, game.view(None)))
    assert [entry.points for entry in podium.entries] == [WORDS.points(points) for points in game.points]
    assert [entry.place for entry in podium.entries] == list(places(game.points))
    assert [entry.name for entry in podium.entries] == [seat.name for seat in at.seats]
    assert all(entry.robot for entry in podium.entries)  # in these tests all are


def test_the_best_and_the_worst_deal_are_ones_own() -> None:
    at, game = over("kingen", 4)
    for seat in range(4):
        every = [result.points[seat] for result in game.results if result.points is not None]
        found = ending.best_and_worst(at_table(WORDS, at, game.view(seat)), seat)
        assert found is not None
        (most, best), (least, worst) = found
        assert (most, least) == (max(every), min(every))
        line = texts(in_hand(at, game.view(seat)))[2].replace("\\", "")
        assert line.startswith(f"-# Your best deal: {WORDS.points(max(every))} (deal {best.deal + 1}, ")
        assert f"your worst: {WORDS.points(min(every))} (deal {worst.deal + 1}, " in line


def test_the_most_costly_trick_is_the_one_that_cost_most() -> None:
    for name, players in TABLES:
        at, game = over(name, players)
        found = ending.most_costly_trick(at_table(WORDS, at, game.view(None)))
        worth = [points for result in game.results for points in result.worth]
        if not worth:
            assert found is None and name.startswith("whist")
            continue
        assert found is not None and found.points == min(worth) < 0
        trick = found.result.played[found.number - 1]
        assert (trick.winner, found.result.worth[found.number - 1]) == (found.winner, found.points)
        (line,) = (one for one in texts(in_hand(at, game.view(0))) if "Costliest trick" in one)
        assert SEATS[found.winner].name in line and WORDS.points(found.points) in line


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_tricks_were_worth_adds_up_to_what_they_scored(name: str, players: int) -> None:
    """But for what each seat begins with, and for tricks that were sold."""
    for result in over(name, players)[1].results:
        if not result.worth or result.said:
            continue
        scored = [0] * players
        for trick, worth in zip(result.played, result.worth, strict=True):
            assert trick.winner is not None
            scored[trick.winner] += worth
        assert tuple(scored) == result.points


def tied(points: tuple[int, ...]) -> tuple[TableFacts, View]:
    """A game with these totals."""
    at, game = over("kingen", len(points))
    return at, replace(game.view(0), points=points)


def test_those_who_tie_share_a_place() -> None:
    at, view = tied((12, 12, -4, -20))
    lines = texts(in_hand(at, view))
    assert lines[0] == "**Ann and Bram** share first place with 12 points."
    assert lines[1].replace("\\", "") == "**Your place: 1 of 4, shared · your points: +12**"
    podium = ending.podium(at_table(WORDS, at, view))
    assert podium.title == "Ann and Bram share first place"
    assert [entry.place for entry in podium.entries] == [1, 1, 3, 4]


def test_where_all_tie_all_share_the_first_place() -> None:
    at, view = tied((0, 0, 0, 0))
    assert texts(in_hand(at, view))[0] == "**Ann, Bram, Chloé, and Dmitri** share first place with 0 points."


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "**Ann** wins with −1 point."),
        ("nl", "**Ann** wint met −1 punt."),
        ("fr", "**Ann** gagne avec −1 point."),
        ("ru", "**Ann** побеждает: −1 очко."),
    ],
)
def test_whoever_wins_with_a_point_below_nought_has_one_point(language: str, said: str) -> None:
    at, view = tied((-1, -2, -3, -4))
    assert texts(in_hand(at, view, words_for(language)))[0] == said


def test_robots_and_people_are_told_apart_and_who_came_later_has_the_seat() -> None:
    at, game = over("kingen", 4)
    people = (Seat("Eva", 7), *SEATS[1:3], Seat("Ann", 1, absent=True))
    at = replace(at, seats=people)
    podium = ending.podium(at_table(WORDS, at, game.view(0)), {7: b"eva", 1: b"ann"}.get)
    assert [entry.robot for entry in podium.entries] == [None, "easy", "easy", None]
    assert [entry.avatar for entry in podium.entries] == [b"eva", None, None, b"ann"]
    own = texts(in_hand(at, game.view(0)))[1]
    assert own.endswith(f"{in_text(WORDS.points(game.points[0]))}**")


@pytest.mark.parametrize("language", languages())
def test_in_text_mode_the_places_are_in_words(language: str) -> None:
    words = words_for(language)
    at, game = over("russian-king-orders", 3)
    drawing = in_hand(at, game.view(2), words, TEXT)
    told = "\n".join(texts(drawing)).replace("\\", "")
    assert not drawing.files and len(told) <= TEXT_LONGEST
    for seat in range(3):
        assert SEATS[seat].name in told and words.points(game.points[seat]) in told
    assert (
        words("ending.own", place=places(game.points)[2], of=3, points=words.points(game.points[2])) in told
    )


def broken(name: str) -> Iterator[tuple[TableFacts, Game]]:
    """A table that is closed at every hundredth moment of a game."""
    for game in islice(played(name, 4), 30, None, 100):
        yield replace(facts(name, 4), state=State.CLOSED), game


@pytest.mark.parametrize("name", ["kingen", "whist-flemish"])
def test_a_game_that_was_broken_off_has_no_winner(name: str) -> None:
    for at, game in broken(name):
        view = game.view(None)
        drawing = ending_panel.broken_off(at_table(WORDS, at, view))
        scored = sum(result.points is not None for result in view.results)
        lines = texts(drawing)
        assert lines[:2] == [
            "**Table 1 was closed.**",
            f"The game was broken off after {scored} of {view.deals} deals: nobody won.",
        ]
        assert drawing.final and len(lines) == 2 + (scored > 0)
        said = [int(found.replace("−", "-")) for found in re.findall(r"[+−]\d+", "".join(lines[2:]))]
        assert said == [points for points in view.points if points]


async def test_podiums_of_every_table_can_be_painted() -> None:
    painter = Painter()
    ends = [over(name, players) for name, players in TABLES]
    values = [ending.podium(at_table(WORDS, at, game.view(None))) for at, game in ends]
    for data in await asyncio.gather(*map(painter.paint, values)):
        assert data.startswith(b"\x89PNG")
    painter.close()
