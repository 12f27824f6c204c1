"""A table that fits a phone: how high each panel is at 390 points of width, computed, in four languages.

What is for a move fits ``ROOM`` with the hand's picture and all. Nothing is left out: the panels are those of
``canary``, and one that is new there is asked for here.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final
from zoneinfo import available_timezones

import pytest

from bot.discordkit.panel import Drawing, installs
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.registry import make_rules
from bot.leagues.season.settings import LEGAL, PRESETS, SeasonSettings, preset
from bot.leagues.ui import season_settings
from bot.leagues.ui.season_settings import PRESET, SeasonViewModel
from bot.nights.ui import night_panel
from bot.people.quiet_hours import quiet_hours
from bot.people.settings import Preferences, ServerSettings
from bot.people.ui import preferences, server
from bot.people.ui.welcome import explained, help_text
from bot.pictures import hand as hand_drawing
from bot.pictures import scores as sheet_drawing
from bot.pictures import table as table_drawing
from bot.pictures.style import Index
from bot.robots.kinds import ROBOT_KINDS
from bot.tables.model import ROBOT_NAMES, Notice, Seat, State
from bot.tables.table import Table
from bot.tables.ui import ending_panel, lobby_panel, table_panel
from bot.tables.ui.comfort import emotes
from bot.tables.ui.footer import CardButtons
from bot.telling import ending, scenes
from bot.telling.phrases import TEXT_LONGEST, Reader
from bot.words.catalogue import Words, languages, words_for
from cogs.help import topics
from data.store import Store
from tests.clock import FakeClock
from tests.panels.admin_panels import ADMIN_DRAWINGS
from tests.panels.canary import DRAWINGS, Scene, Studio, readers
from tests.panels.daily_panels import DAILY_DRAWINGS
from tests.panels.heights import (
    AROUND,
    AROUND_A_HAND,
    DISCORD,
    PLAYGROUND,
    ROOM,
    Measures,
    blank,
    button_width,
    height,
    height_of,
    row_width,
)
from tests.panels.league_panels import LEAGUE, LEAGUE_DRAWINGS, SEASON
from tests.panels.league_shown import SHOWN
from tests.panels.night_after import NIGHT_AFTER, SIXTEEN_TABLES
from tests.panels.night_asked import NIGHT_ASKED, check_ins, model, sign_ups
from tests.panels.night_managed import NIGHT_HOME, NIGHT_MANAGED
from tests.panels.night_plans import NIGHT_PLANS
from tests.panels.night_table import NIGHT_TABLE
from tests.panels.privacy_panels import PRIVACY_DRAWINGS
from tests.panels.replay_shown import REPLAYS
from tests.panels.review_shown import REVIEWS
from tests.panels.stats_shown import STATS, WHO
from tests.panels.test_canary import KING, WHIST, moments
from tests.panels.tournament_panels import TOURNAMENT_DRAWINGS
from tests.project.declared import declared_commands
from tests.tables.house import House
from tests.tables.test_comfort import facts_of
from tests.telling.test_scenes import TABLES, played
from tests.telling.view_models import SUITS, at_table

MEASURES: Final = (DISCORD, PLAYGROUND)

LONG = None
"""For what is read, and scrolled through, while nobody waits."""

TALLEST: Final[dict[str, int | None]] = {
    # for a move
    "bot.tables.ui.table_panel.hand": ROOM,
    "bot.tables.ui.table_panel.ping": ROOM,
    "bot.tables.ui.drawings.Drawings.hand": ROOM,  # or the sheet between deals
    "bot.tables.ui.table_panel.table": ROOM,
    "bot.tables.ui.more.more": 280,
    "bot.tables.ui.comfort.emotes": ROOM,
    "bot.tables.ui.table_panel.seat_choice": ROOM,
    "bot.tables.ui.ending_panel.gone": ROOM,
    "bot.tables.ui.questions.question": ROOM,
    "bot.tables.ui.table_panel.no_hand": ROOM,
    "bot.tables.ui.lobby_panel.private": ROOM,
    "bot.tables.ui.table_panel.between_deals": ROOM,
    "bot.tables.ui.table_panel.deal_over": ROOM,
    "bot.tables.ui.drawings.Drawings.table": ROOM,
    "bot.tables.ui.table_panel.veiled_table": ROOM,
    "bot.tables.ui.table_panel.shown_picture": 790,  # the whole sheet of twenty deals, when asked for
    "bot.tables.ui.drawings.Drawings.look": ROOM,
    "bot.tables.ui.more.why": 500,
    "bot.tables.ui.table_panel.watched": ROOM,
    # the end of a game, and what is looked at again
    "bot.tables.ui.ending_panel.broken_off": ROOM,
    "bot.tables.ui.ending_panel.game_over": ROOM,
    "bot.tables.ui.ending_panel.hand_over": ROOM,
    "bot.tables.ui.drawings.Drawings.result": ROOM,
    "bot.tables.ui.ending_panel.record": ROOM,
    "bot.tables.ui.drawings.Drawings.record": ROOM,
    "bot.tables.ui.ending_panel.deal_look": LONG,  # the last trick and the sheet
    "bot.tables.ui.drawings.Drawings.deal": LONG,
    "bot.tables.ui.ending_panel.fair": ROOM,
    "bot.tables.ui.more.fair_drawing": ROOM,
    # a game that is looked at again
    **dict.fromkeys(REPLAYS, ROOM),
    **dict.fromkeys(REVIEWS, ROOM),
    "bot.replays.ui.panel.course": LONG,  # a whole deal in words
    # leagues
    "bot.leagues.ui.correction_forms.game": ROOM,
    "bot.leagues.ui.correction_forms.menu": ROOM,
    "bot.leagues.ui.correction_forms.preview": ROOM,
    "bot.leagues.ui.correction_forms.problem": ROOM,
    "bot.leagues.ui.exporting.file": ROOM,
    "bot.leagues.ui.exporting.menu": ROOM,
    "bot.leagues.ui.exporting.settled": ROOM,
    "bot.leagues.ui.results.log": ROOM,
    "bot.leagues.ui.nights.night": ROOM,
    "bot.leagues.ui.nights.nights": ROOM,
    "bot.leagues.ui.results.result": ROOM,
    "bot.leagues.ui.results.results": LONG,  # ten games of five people
    "bot.leagues.ui.results.ResultsPresses.game_drawn": ROOM,
    "bot.leagues.ui.results.ResultsPresses.log_drawn": ROOM,
    "bot.leagues.ui.standings.StandingsDrawings.explained": ROOM,
    "bot.leagues.ui.standings.StandingsDrawings.of": LONG,  # in words; its picture is measured below
    "bot.leagues.ui.standings.explained": ROOM,
    "bot.leagues.ui.standings.no_standings": ROOM,
    "bot.leagues.ui.standings.posted": LONG,
    "bot.leagues.ui.standings.standings": LONG,
    # statistics: in words; their pictures are measured below
    **dict.fromkeys(STATS, LONG),
    "bot.stats.ui.person.conditions": ROOM,
    # to be read
    "bot.discordkit.forms.settings_panel": LONG,
    "bot.discordkit.avatars.SuitEmojis.drawn": ROOM,
    "bot.discordkit.panel.draw": LONG,
    "bot.discordkit.panel.sentence": ROOM,
    "bot.rules.ui.presets.listed": LONG,
    "bot.rules.ui.presets.saved": LONG,
    "bot.leagues.ui.importing.cannot_be_read": ROOM,
    "bot.leagues.ui.importing.columns": ROOM,
    "bot.leagues.ui.importing.done": ROOM,
    "bot.leagues.ui.importing.preview": ROOM,
    "bot.leagues.ui.importing.question": ROOM,
    "bot.leagues.ui.report_panel.objection": ROOM,
    "bot.leagues.ui.report_panel.posted": ROOM,
    "bot.leagues.ui.report_panel.preview": 844,  # with all deals as they were typed
    "bot.leagues.ui.report_panel.waiting": ROOM,
    "bot.leagues.ui.report_panel.withdrawn": ROOM,
    "bot.leagues.ui.report_panel.wrong": 844,  # with all that was typed
    "bot.lessons.ui.lessons.LessonDrawings.after": ROOM,
    "bot.lessons.ui.lessons.LessonDrawings.at": ROOM,
    "bot.lessons.ui.lessons.LessonDrawings.what_is_this": ROOM,
    "bot.lessons.ui.lessons.done": ROOM,
    "bot.lessons.ui.lessons.step": ROOM,
    "bot.lessons.ui.lessons.what_is_this": ROOM,
    "bot.rules.ui.panel.RuleDrawings.of_preset": ROOM,
    "bot.rules.ui.panel.RuleDrawings.of_table": ROOM,
    "bot.rules.ui.panel.rules": LONG,  # all of a page at once, which is never shown so
    "bot.people.ui.preferences.preferences": ROOM - AROUND,
    "bot.people.ui.preferences.PreferencesPresses.drawing": ROOM - AROUND,
    "bot.people.ui.server.server_settings": ROOM - AROUND,
    "bot.people.ui.server.ServerPresses.drawing": ROOM - AROUND,
    "bot.tables.ui.lobby_panel.lobby": ROOM,
    "bot.tables.ui.lobby_panel.over": LONG,
    "bot.tables.ui.lobby_panel.options": ROOM,
    "bot.tables.ui.table_panel.tables": LONG,
    "bot.tables.ui.table_panel.described_picture": LONG,
    "bot.people.ui.welcome.help_text": ROOM,
    "bot.people.ui.welcome.welcome": ROOM,
    **dict.fromkeys(LEAGUE_DRAWINGS, ROOM),
    **dict.fromkeys(ADMIN_DRAWINGS, LONG),  # read, and scrolled through
    "bot.ops.ui.admin.alarm": ROOM,
    **dict.fromkeys(PRIVACY_DRAWINGS, ROOM),
    **dict.fromkeys(DAILY_DRAWINGS, ROOM),
    **dict.fromkeys(TOURNAMENT_DRAWINGS, ROOM),
    "bot.tournaments.ui.panel.result": LONG,  # the podium, the places and the teams
    "bot.privacy.privacy.shown": LONG,
    **dict.fromkeys((*NIGHT_ASKED, *NIGHT_PLANS), ROOM),
    **dict.fromkeys((*NIGHT_AFTER, *NIGHT_TABLE, *NIGHT_MANAGED, *NIGHT_HOME), ROOM),
    "bot.nights.ui.refereeing.record": LONG,  # a deal in words
    "bot.nights.ui.board.board": SIXTEEN_TABLES,
    "bot.nights.ui.messages.result": LONG,
}
"""How high each panel may be, in text mode too where it is not the longest text."""


def test_every_panel_has_its_height() -> None:
    assert set(TALLEST) == set(DRAWINGS)


# Every panel of a table, as somebody at it and somebody else sees it


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    store = await Store.open(tmp_path / "tables.sqlite3")
    house = House(store, FakeClock())
    try:
        yield house
    finally:
        await house.tables.close()
        await store.close()


@pytest.fixture
def studio() -> Iterator[Studio]:
    made = Studio(FakeClock())
    yield made
    made.close()


@pytest.mark.parametrize("preset", [KING, WHIST])
async def test_no_panel_of_a_table_is_higher_than_its_height(
    house: House, studio: Studio, preset: str
) -> None:
    seen = set[str]()
    async for moment, table in moments(house, preset):
        for name, drawing in [one async for one in drawings(moment, table, studio)]:
            seen.add(name)
            if (most := TALLEST[name]) is not None:
                for measures in MEASURES:
                    assert height(drawing, measures) <= most, (moment, name)
    assert seen >= {name for name in TALLEST if "table_panel" in name or "hand_panel" in name}


async def drawings(moment: str, table: Table, studio: Studio) -> AsyncIterator[tuple[str, Drawing]]:
    """What people who look at pictures are shown of a table."""
    for reader in readers(table):
        if reader.preferences.text_mode:
            continue
        scene = await Scene.of(moment, table, reader, studio)
        for name, case in DRAWINGS.items():
            made: Any = case(scene)
            for drawing in (await made) if hasattr(made, "__await__") else made:
                if drawing is not None:
                    yield name, drawing


# Every move of every game


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_everything_for_a_move_fits_a_phone(name: str, players: int, language: str) -> None:
    """Picture, what may be pressed and the footer, in one row of cards and in two."""
    words, found = words_for(language), 0
    for number, game in enumerate(played(name, players)):
        if game.turn < 0 or (game.view(None).phase == "play" and number % 9):
            continue
        facts = facts_of(name, players, turn=game.turn, deadline=1.0)
        for seat in (game.turn, (game.turn + 1) % players):
            for two_rows in (False, True):
                model = at_table(words, facts, game.view(seat), Preferences(two_rows=two_rows))
                value = scenes.hand_picture(model)
                for suits in (None, SUITS):
                    image = value, blank(hand_drawing.hand_height(value))
                    drawing = table_panel.hand(CardButtons(model, suits=suits), image)
                    for measures in MEASURES:
                        assert height(drawing, measures) <= ROOM, (game.view(None).phase, seat == game.turn)
                found += 1
    assert found


@pytest.mark.parametrize("language", languages())
def test_a_hand_of_denexa_against_robots_fits_a_phone_as_a_whole_message(language: str) -> None:
    """The longest there is to say of a deal, by somebody with the widest name, beside *Hint* and *Why?*."""
    words, found = words_for(language), set[int]()
    robots = [Seat(f"Robot {number}", robot="steady") for number in (1, 2, 3)]
    for number, game in enumerate(played("denexa-king", 4)):
        if game.turn < 0 or (game.view(None).tricks and number % 9):
            continue
        facts = replace(facts_of("denexa-king", 4, turn=game.turn), seats=(Seat("W" * 32, 10), *robots))
        model = at_table(words, facts, game.view(0))
        value = scenes.hand_picture(model)
        drawing = table_panel.hand(CardButtons(model), (value, blank(hand_drawing.hand_height(value))))
        rows = [*button_rows(drawing)]
        found.add(len(rows))
        assert [one["custom_id"].split(":")[1] for one in rows[-1]] == ["last-trick", "hint", "why", "more"]
        assert row_width(rows[-1], PLAYGROUND) <= PLAYGROUND.inner
        assert height(drawing, PLAYGROUND) <= ROOM - AROUND_A_HAND
        assert height(drawing, DISCORD) <= ROOM
    assert max(found) == 4  # three of cards


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_table_s_message_fits_a_phone(name: str, players: int, language: str) -> None:
    words = words_for(language)
    for number, game in enumerate(played(name, players)):
        facts = facts_of(name, players, turn=game.turn)
        if game.turn < 0 or (game.view(None).phase == "play" and number % 9):
            continue
        model = at_table(words, facts, game.view(None))
        value = scenes.table_picture(model)
        drawing = table_panel.table(model, (value, blank(table_drawing.table_height(value))))
        assert all(height(drawing, measures) <= ROOM for measures in MEASURES)


@pytest.mark.parametrize("language", languages())
def test_between_deals_a_phone_shows_the_sheet_and_what_leads_on(language: str) -> None:
    for name, players in TABLES:
        waiting = [game.copy() for game in played(name, players) if game.turn == AWAITS_DECK and game.results]
        facts = facts_of(name, players, turn=AWAITS_DECK)
        for game in (waiting[0], waiting[-1]):
            model = at_table(words_for(language), facts, game.view(0))
            value = scenes.recent_sheet(model)
            drawing = table_panel.between_deals(model, (value, blank(sheet_drawing.sheet_height(value))))
            assert all(height(drawing, measures) <= ROOM for measures in MEASURES), name


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    "names", [("W" * 32,) * 5, ("\u05e9\u05dc\u05d5\u05dd" * 8,) * 5], ids=["wide", "right-to-left"]
)
def test_the_card_that_closes_a_game_and_its_deals_fit_a_phone(names: tuple[str, ...], language: str) -> None:
    for name, players in TABLES:
        over = [game for game in played(name, players) if game.turn == OVER][-1]
        facts = facts_of(name, players, state=State.FINISHED)
        seats = tuple(replace(seat, name=one) for seat, one in zip(facts.seats, names, strict=False))
        model = at_table(words_for(language), replace(facts, seats=seats), over.view(None))
        value = scenes.recent_sheet(model, ending.final_places(model.view))
        card = ending_panel.game_over(model, (value, blank(sheet_drawing.sheet_height(value))))
        for measures in MEASURES:
            assert height(card, measures) <= ROOM, name
            assert height(ending_panel.record(model, 0), measures) <= ROOM, name


# What a hand may become

HAND_PICTURE: Final = 300
"""The height of a hand's picture, at a phone's width, for which there is room."""


@pytest.mark.parametrize(("cards", "width"), [(13, 4), (13, 5), (15, 5), (16, 4), (17, 5)])
@pytest.mark.parametrize("measures", MEASURES)
def test_there_is_room_for_every_card_of_a_hand_as_a_button(
    cards: int, width: int, measures: Measures
) -> None:
    """A line of state in two, what was said, the picture, the whole hand, *Take the rest*, the footer."""
    (_, line), (_, small) = measures.text, measures.small
    rows = -(-cards // width)
    texts = 3 * line + small
    zone = texts + HAND_PICTURE + rows * measures.button + 1 * measures.button
    assert zone + (rows + 2) * measures.gap + 2 * measures.frame <= ROOM


def test_no_row_of_cards_is_wider_than_a_phone() -> None:
    """A ten beside its suit takes more room than a king: four stand in its row."""
    lengths = set[int]()
    for (name, players), (place, index) in product(TABLES, enumerate(Index)):
        for number, game in enumerate(played(name, players)):
            if game.view(None).phase != "play" or (number - place) % 29:
                continue
            facts = facts_of(name, players, turn=game.turn)
            view, preferences = game.view(game.turn), Preferences(index=index)
            look = CardButtons(at_table(words_for("en"), facts, view, preferences), suits=SUITS)
            held = scenes.hand_picture(look.model).cards
            zone = look.zone(held)
            assert len([one for row in zone for one in row.children]) == len(held)
            for row in zone:
                shown: Any = row.to_component_dict()["components"]
                lengths.add(len(shown))
                assert all(row_width(shown, measures) <= measures.inner for measures in MEASURES)
    assert lengths == {1, 2, 3, 4, 5}


# The footer


@pytest.mark.parametrize("language", languages())
def test_the_footer_is_as_wide_as_a_phone_at_most(language: str) -> None:
    game = next(game for game in played("kingen", 4) if game.turn >= 0)
    facts = facts_of("kingen", 4, turn=game.turn)
    model = at_table(words_for(language), facts, game.view(None))
    value = scenes.table_picture(model)
    drawing = table_panel.table(model, (value, blank(table_drawing.table_height(value))))
    (container,) = drawing.panel.to_components()
    footer: Any = container["components"][-1]  # pyright: ignore[reportGeneralTypeIssues, reportTypedDictNotRequiredAccess]
    assert len(footer["components"]) == 4
    for measures in MEASURES:
        assert row_width(footer["components"], measures) <= measures.inner - measures.accent


# What is chosen among many


@pytest.mark.parametrize("language", languages())
def test_rows_of_values_and_emotes_are_not_wider_than_a_phone(language: str) -> None:
    reader = Reader(words_for(language))
    panels = [
        *(preferences.preferences(reader, name) for name in preferences.NAMES),
        *(server.server_settings(reader.words, ServerSettings(), (), name) for name in server.NAMES),
        emotes(reader.words, facts_of("kingen", 4)),
    ]
    seen = [row for drawing in panels for row in button_rows(drawing)]
    assert max(map(len, seen)) > 2
    for measures in MEASURES:
        assert not [row for row in seen if len(row) > 1 and row_width(row, measures) > measures.inner]


def button_rows(drawing: Drawing) -> Iterator[list[Any]]:
    (container,) = drawing.panel.to_components()
    for one in container["components"]:  # pyright: ignore[reportGeneralTypeIssues, reportTypedDictNotRequiredAccess]
        row: Any = one
        if row["type"] == 1 and row["components"][0]["type"] == 2:
            yield row["components"]


# Leagues, and the deal of the day

WHOLE: Final = {**LEAGUE_DRAWINGS, **DAILY_DRAWINGS}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", WHOLE)
def test_every_panel_of_a_league_s_seasons_and_of_the_day_fits_a_phone(name: str, language: str) -> None:
    for drawing in WHOLE[name](words_for(language)):
        assert all(height(drawing, measures) <= ROOM for measures in MEASURES)
        (container,) = drawing.panel.to_components()
        parts: Any = container["components"]  # pyright: ignore[reportGeneralTypeIssues, reportTypedDictNotRequiredAccess]
        assert sum(len(one.get("content", "")) for one in parts) <= TEXT_LONGEST
        for row in button_rows(drawing):
            assert len(row) == 1 or all(row_width(row, measures) <= measures.inner for measures in MEASURES)


STANDINGS: Final = 710
"""Twenty lines and the reader's own."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", SHOWN)
async def test_panels_of_leagues_fit_a_phone(name: str, language: str) -> None:
    made: Any = SHOWN[name](Reader(words_for(language), user_id=1))
    for drawing in (await made) if hasattr(made, "__await__") else made:
        most = STANDINGS if drawing.files and "StandingsDrawings" in name else TALLEST[name]
        for measures in MEASURES:
            assert most is None or height(drawing, measures) <= most


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", TOURNAMENT_DRAWINGS)
def test_panels_of_tournaments_fit_a_phone(name: str, language: str) -> None:
    for drawing in TOURNAMENT_DRAWINGS[name](words_for(language)):
        most = TALLEST[name]
        assert most is None or all(height(drawing, measures) <= most for measures in MEASURES)
        for row in button_rows(drawing):
            assert len(row) == 1 or all(row_width(row, measures) <= measures.inner for measures in MEASURES)


# Statistics


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", STATS)
def test_panels_of_statistics_fit_a_phone(name: str, language: str) -> None:
    for text_mode in (False, True):
        for drawing in STATS[name](Reader(words_for(language), Preferences(text_mode=text_mode), WHO)):
            (container,) = drawing.panel.to_components()
            parts: Any = container["components"]  # pyright: ignore[reportGeneralTypeIssues, reportTypedDictNotRequiredAccess]
            assert sum(len(one.get("content", "")) for one in parts) <= TEXT_LONGEST
            for row in button_rows(drawing):
                assert len(row) == 1 or all(
                    row_width(row, measures) <= measures.inner for measures in MEASURES
                )
            if drawing.files or name.endswith("conditions"):
                assert all(height(drawing, measures) <= ROOM for measures in MEASURES)


# Help


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("in_server", [True, False])
def test_every_topic_of_help_fits_a_phone(language: str, in_server: bool) -> None:
    tree: Any = SimpleNamespace(
        get_commands=lambda: [one for one in declared_commands() if one.parent is None]
    )
    words = words_for(language)
    every = [*topics(tree, words), *explained(words)]
    assert len(every) > 2
    for topic in every:
        drawing = help_text(words, every, topic, installs(words, 1), in_company=in_server)
        assert all(height(drawing, measures) <= ROOM - AROUND for measures in MEASURES), topic.name


# Settings


def all_changed(words: Words) -> Preferences:
    """Each setting at its longest value."""
    zone = max(sorted(available_timezones()), key=len)
    longest: Any = {
        name: max(values[1:], key=lambda value: len(preferences.value_text(words, name, value)))
        for name, values in Preferences.choices().items()
    }
    return Preferences(**longest, quiet=quiet_hours(22, 7, zone))


@pytest.mark.parametrize("language", languages())
def test_settings_fit_a_phone_with_a_choice_open_and_whatever_was_changed(language: str) -> None:
    words = words_for(language)
    for chosen, opened in product((Preferences(), all_changed(words)), ("", *preferences.NAMES)):
        drawing = preferences.preferences(Reader(words, chosen), opened)
        assert all(height(drawing, measures) <= ROOM - AROUND for measures in MEASURES), opened
    for opened in ("", *server.NAMES):
        drawing = server.server_settings(words, ServerSettings(), (), opened)
        assert all(height(drawing, measures) <= ROOM - AROUND for measures in MEASURES), opened


@pytest.mark.parametrize("language", languages())
def test_a_season_s_settings_fit_a_phone_under_the_widest_name(language: str) -> None:
    """Each of the usual ones, and all of them changed at once."""
    words = words_for(language)
    own = replace(
        SeasonSettings(), score="both", level="yes", left="lowest", bye=Fraction(-1, 3), night="average",
        free="ignore", absence="average", excused=Fraction(-7, 3), best=12, measure="average_game",
        minimum=8, ties=(), stake=50,
    )  # fmt: skip
    for kept, opened in product([own, *map(preset, PRESETS)], ("", PRESET, *LEGAL)):
        season = replace(SEASON, name="W" * 32, settings=kept)
        model = SeasonViewModel(replace(LEAGUE, name="W" * 32), season, is_organiser=True, opened=opened)
        drawing = season_settings.settings(words, model)
        assert all(height(drawing, measures) <= ROOM - AROUND for measures in MEASURES), (kept, opened)


def test_the_measures_can_tell_what_is_too_high() -> None:
    """Else it would prove nothing that all is low enough."""
    container = {"type": 17, "components": [{"type": 10, "content": "word " * 400}]}
    assert height_of([container], {}, PLAYGROUND) > ROOM
    assert button_width({"label": "x" * 40}, DISCORD) > button_width({"label": "x"}, DISCORD) == 60


# Evenings


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("ready", [0, 3, 5])
def test_the_lobby_of_an_evening_s_table_fits_a_phone(language: str, ready: int) -> None:
    seats = tuple(Seat("Maximiliaan-Alexander " * 2, one, ready=one < ready) for one in range(5))
    facts = replace(facts_of("kingen", 5), state=State.LOBBY, started_at=None, host_id=None, place="12.1.1.1")
    facts = replace(facts, seats=seats, seats_given=True, title="Tuesday evening, round 2, table 12")
    reader, rules = Reader(words_for(language)), make_rules("kingen", 5, {})
    drawing = lobby_panel.lobby(lobby_panel.LobbyViewModel(reader, facts, rules), range(5))
    assert all(height(drawing, measures) <= ROOM for measures in MEASURES)
    first = next(button_rows(drawing))
    assert [one["custom_id"].split(":")[1] for one in first] == ["here", "leave"]
    for measures in MEASURES:
        assert row_width(first, measures) <= measures.inner


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("seated", [2, 5])
def test_a_lobby_with_robots_of_every_level_and_its_options_fit_a_phone(language: str, seated: int) -> None:
    host = Seat("Maximiliaan-Alexander " * 2, 1)
    seats = (host, *(Seat(max(ROBOT_NAMES[kind], key=len), robot=kind) for kind in ROBOT_KINDS))[:seated]
    facts = replace(facts_of("kingen", 5), state=State.LOBBY, started_at=None, host_id=1, seats=seats)
    usual = make_rules("kingen", 5, {})
    option = usual.options[0]
    rules = make_rules("kingen", 5, {option.name: usual.choices(option)[-1]})
    assert rules.changed
    reader = Reader(words_for(language))
    model = lobby_panel.LobbyViewModel(reader, facts, rules)
    alone = lobby_panel.LobbyViewModel(reader, replace(facts, guild_id=None), rules)
    shown = [
        lobby_panel.lobby(model, [1]),
        lobby_panel.private(alone),
        lobby_panel.options(model, (), option.name),
        lobby_panel.options(alone, ()),
    ]
    for drawing, measures in product(shown, MEASURES):
        assert height(drawing, measures) <= ROOM
        for row in button_rows(drawing):
            assert len(row) == 1 or row_width(row, measures) <= measures.inner - measures.accent
    (container,) = lobby_panel.lobby(model, [1]).panel.to_components()
    text: Any = container["components"][1]  # pyright: ignore[reportGeneralTypeIssues, reportTypedDictNotRequiredAccess]
    lines = text["content"].split("\n")[1:seated]
    for line, measures in product(lines, MEASURES):
        drawn = height_of([{"type": 17, "components": [{"type": 10, "content": line}]}], {}, measures)
        assert drawn < 2 * (measures.text[1] + measures.frame + measures.apart), line


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("change", [{"time_up": True}, {"state": State.ADJOURNED, "notice": Notice.PAUSED}])
def test_a_table_whose_time_is_up_or_that_is_paused_fits_a_phone(
    language: str, change: dict[str, Any]
) -> None:
    words = words_for(language)
    for name, players in TABLES:
        game = next(game for game in played(name, players) if game.turn >= 0)
        facts = replace(facts_of(name, players, turn=game.turn), **change)
        model = at_table(words, facts, game.view(None))
        value = scenes.table_picture(model)
        shown = [table_panel.table(model, (value, blank(table_drawing.table_height(value))))]
        own = at_table(words, facts, game.view(0))
        hand = scenes.hand_picture(own)
        shown.append(table_panel.hand(CardButtons(own), (hand, blank(hand_drawing.hand_height(hand)))))
        assert all(height(drawing, measures) <= ROOM for drawing in shown for measures in MEASURES), name


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", {**NIGHT_PLANS, **NIGHT_MANAGED})
def test_what_organisers_are_shown_of_nights_fits_a_phone(name: str, language: str) -> None:
    for drawing in {**NIGHT_PLANS, **NIGHT_MANAGED}[name](words_for(language)):
        assert all(height(drawing, measures) <= ROOM for measures in MEASURES)
        (container,) = drawing.panel.to_components()
        parts: Any = container["components"]  # pyright: ignore[reportGeneralTypeIssues, reportTypedDictNotRequiredAccess]
        assert sum(len(one.get("content", "")) for one in parts) <= TEXT_LONGEST
        assert all(len(one.get("options", ())) <= 25 for row in parts for one in row.get("components", ()))
        for row in button_rows(drawing):
            assert len(row) == 1 or all(row_width(row, measures) <= measures.inner for measures in MEASURES)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NIGHT_ASKED)
async def test_what_is_asked_of_people_before_a_night_fits_a_phone(name: str, language: str) -> None:
    """Also where 65 people come."""
    made: Any = NIGHT_ASKED[name](Reader(words_for(language), user_id=1))
    for drawing in (await made) if hasattr(made, "__await__") else made:
        assert all(height(drawing, measures) <= ROOM for measures in MEASURES)
        (container,) = drawing.panel.to_components()
        parts: Any = container["components"]  # pyright: ignore[reportGeneralTypeIssues, reportTypedDictNotRequiredAccess]
        assert sum(len(one.get("content", "")) for one in parts) <= TEXT_LONGEST
        for row in button_rows(drawing):
            assert len(row) == 1 or all(row_width(row, measures) <= measures.inner for measures in MEASURES)


@pytest.mark.parametrize("language", languages())
def test_a_night_of_as_many_people_as_there_may_be_is_told_within_limits(language: str) -> None:
    """Whoever is waited for is called: that takes more than one screen of a phone until they have come."""
    for asked, drawn in ((sign_ups, night_panel.sign_up), (check_ins, night_panel.check_in)):
        for one in asked(256):
            drawing = drawn(model(words_for(language), one))
            (container,) = drawing.panel.to_components()
            parts: Any = container["components"]  # pyright: ignore[reportGeneralTypeIssues, reportTypedDictNotRequiredAccess]
            texts = "\n".join(one.get("content", "") for one in parts)
            assert len(texts) <= TEXT_LONGEST
            assert all(height(drawing, measures) <= 950 for measures in MEASURES)
            called = {int(user) for user in drawing.calls.mentions.to_dict().get("users", ())}
            assert len(called) <= 100
            assert called == {int(user) for user in re.findall(r"<@(\d+)>", texts)}
