"""The panels of leagues' members, settings and seasons, at their fullest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Final

from bot.discordkit.interactions import PressId
from bot.discordkit.panel import Drawing
from bot.discordkit.ports import on_league
from bot.leagues.model import (
    Candidate,
    ClubMember,
    League,
    ListedMember,
    MembershipWait,
    SeasonFacts,
    StandingsPage,
)
from bot.leagues.season.settings import LEGAL, SeasonSettings
from bot.leagues.season.standings import PlaceChange
from bot.leagues.season_words import closing_text
from bot.leagues.standings_words import SeasonProgress, standings_picture
from bot.leagues.ui import closing, members, membership, season_settings, settings
from bot.leagues.ui.members import MemberList, MemberViewModel
from bot.leagues.ui.season_settings import PRESET, Proposal, SeasonViewModel
from bot.leagues.ui.settings import MATTERS, SettingsViewModel
from bot.pictures.painter import render
from bot.tables.model import Pace
from bot.words.catalogue import Words

Case = Callable[[Words], Iterable[Drawing]]

LEAGUE: Final = League(
    7, 1, "Kingclub Wilrijk, donderdagavond", "kingen-iwwa", 4, "America/Argentina/Buenos_Aires", 11, 0.0,
    options={"order": "queens-first"}, pace=Pace.DAY, guests=True, roles=(21, 22),
)  # fmt: skip
LEVELS: Final = {3: Fraction(13, 17), 5: Fraction(13, 10)}
SEASON: Final = SeasonFacts(9, 7, 1, "", SeasonSettings(), date(2026, 9, 1), levels=LEVELS)
OVER: Final = SeasonFacts(9, 7, 1, "", SeasonSettings(), date(2026, 9, 1), date(2027, 6, 30), LEVELS)
MEMBERS: Final = [
    ClubMember(7, f"u{number}", f"Maximiliaan-Alexander {number:03}", None, 0.0, date(2026, 9, 1))
    for number in range(300)
]
WAITING: Final = [
    Candidate(7, 10**18 + number, f"Maximiliaan-Alexander {number:03}", MembershipWait.ASKED, 0.0)
    for number in range(30)
]
LINES: Final = tuple(
    ListedMember(
        one.id, one.name, place, Fraction(100 - place), 9, 30, Fraction(5), moved=1, form=(1, 2, 3, 4, None)
    )
    for place, one in enumerate(MEMBERS[:10], 1)
)


def _members(words: Words) -> Iterable[Drawing]:
    for page in (0, 14):
        roster = MemberList(LEAGUE, MEMBERS, page=page, waiting=WAITING, is_organiser=True)
        yield members.members(words, roster)
    yield members.members(words, MemberList(LEAGUE, MEMBERS, "a", creator_gone=True))


def _settings(words: Words) -> Iterable[Drawing]:
    for opened in ("", *MATTERS):
        model = SettingsViewModel(LEAGUE, OVER, is_organiser=True, creator_gone=True, opened=opened)
        yield settings.settings(words, model)


def _opened(words: Words) -> Iterable[Drawing]:
    model = SeasonViewModel(LEAGUE, SEASON, is_organiser=True)
    for name in ("", PRESET, *LEGAL):
        yield season_settings.settings(words, replace(model, opened=name))


def _preview(words: Words) -> Iterable[Drawing]:
    after = SeasonSettings().changed("score", "places")
    moved = [PlaceChange(one.id, place, place + 1) for place, one in enumerate(MEMBERS[:50])]
    called = {one.id: one.name for one in MEMBERS}
    model = SeasonViewModel(LEAGUE, SEASON, is_organiser=True)
    for name, text in (("score", "places"), (PRESET, "places")):
        yield season_settings.preview(words, model, Proposal(name, text, after, moved, called))


def _closed(words: Words) -> Iterable[Drawing]:
    nights = SeasonProgress(30, 30)
    value = standings_picture(words, LEAGUE.name, OVER, nights, StandingsPage(LINES, 0, 300))
    text = closing_text(words, LEAGUE, OVER, list(LINES), (nights, 900, 300))
    yield closing.closed(words, LEAGUE, OVER, text, (value, render(value)))


def _member(words: Words) -> Iterable[Drawing]:
    yield members.one_member(words, MemberViewModel(LEAGUE, MEMBERS[0], is_organiser=True, said="⚠️ …"))
    yield members.one_member(words, MemberViewModel(LEAGUE, MEMBERS[0], is_own=True))


YES: Final = PressId("league-leave-yes", on_league(LEAGUE.id))

LEAGUE_DRAWINGS: Final[Mapping[str, Case]] = {
    "bot.leagues.ui.membership.announced": lambda words: [membership.announced(words, LEAGUE, SEASON, 300)],
    "bot.leagues.ui.membership.requested": lambda words: [membership.requested(words, LEAGUE, 10**18)],
    "bot.leagues.ui.membership.invited": lambda words: [membership.invited(words, LEAGUE, SEASON, 10**18)],
    "bot.leagues.ui.membership.asked_to_leave": lambda words: [
        membership.asked_to_leave(words, LEAGUE, YES),
        membership.asked_to_leave(words, LEAGUE, YES, MEMBERS[0]),
    ],
    "bot.leagues.ui.members.members": _members,
    "bot.leagues.ui.members.one_member": _member,
    "bot.leagues.ui.members.waiting": lambda words: [
        members.waiting(words, LEAGUE, WAITING, WAITING[0].user_id)
    ],
    "bot.leagues.ui.settings.settings": _settings,
    "bot.leagues.ui.season_settings.settings": _opened,
    "bot.leagues.ui.season_settings.preview": _preview,
    "bot.leagues.ui.closing.asked_to_close": lambda words: [closing.asked_to_close(words, LEAGUE, SEASON)],
    "bot.leagues.ui.closing.still_played": lambda words: [
        closing.still_played(words, SEASON, [(number, "https://discord.com/x") for number in range(9)])
    ],
    "bot.leagues.ui.closing.closed": _closed,
    "bot.leagues.ui.closing.next_asked": lambda words: [closing.next_asked(words, LEAGUE, OVER, 300)],
    "bot.leagues.ui.closing.begun": lambda words: [closing.begun(words, LEAGUE, SEASON, 300)],
}
"""How each is drawn, by its full name."""
