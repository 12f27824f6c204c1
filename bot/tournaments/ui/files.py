"""Files of a tournament to take along: which there are, and how each is drawn up."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import Final

from bot.discordkit.panel import Drawing, attached, button, draw
from bot.leagues.model import ClubError
from bot.leagues.ui.exporting import dated_name
from bot.tournaments.exported import ranking_table, tournament_page
from bot.tournaments.plan import TournamentError
from bot.tournaments.tournament_file import write_tournament
from bot.tournaments.ui.panel import TournamentView, shown_of
from bot.words.catalogue import Words, in_text


class TournamentFile(StrEnum):
    """A file, by what its name says."""

    TOURNAMENT = "tournament"
    RANKING = "ranking"
    PAGE = "page"


ENDINGS: Final = {
    TournamentFile.TOURNAMENT: "json",
    TournamentFile.RANKING: "csv",
    TournamentFile.PAGE: "html",
}


def require_in_it(view: TournamentView) -> None:
    """Raise ClubError ``not-member`` for who neither plays nor organises: names and results of everybody are
    in the files."""
    if view.own is None and not view.organises:
        raise ClubError("not-member", league=view.league.name)


def menu(view: TournamentView) -> Drawing:
    """Which file is wanted of the ranking that was shown. The tournament's own has in it what lots follow
    from, so there is none before the end (T1)."""
    words, is_over = view.words, view.tournament.ended_at is not None
    kinds = [kind for kind in TournamentFile if is_over or kind is not TournamentFile.TOURNAMENT]
    return draw(
        f"### {words('export.title', league=in_text(view.league.name))}",
        [f"- {words(f'tournament.file.{kind.value}.about')}" for kind in kinds],
        None if is_over else f"-# {words('tournament.file.sealed')}",
        [
            button(
                words(f"tournament.file.{kind.value}"),
                view.press("tournament-file", view.shown or shown_of(view), kind.value),
            )
            for kind in kinds
        ],
    )


async def drawn_up(view: TournamentView, kind: TournamentFile, on: date) -> tuple[str, bytes]:
    """The name and the bytes of one of them, of the ranking that is shown, drawn up in a thread. Raises
    TournamentError ``sealed``."""
    words, held = view.words, view.held
    if kind is TournamentFile.TOURNAMENT:
        if view.tournament.ended_at is None:
            raise TournamentError("sealed")
        whole = replace(held.tournament, name=view.league.name)
        data = await asyncio.to_thread(write_tournament, whole)
    elif kind is TournamentFile.RANKING:
        data = await asyncio.to_thread(ranking_table, words, held, view.shown)
    else:
        data = await asyncio.to_thread(tournament_page, words, view.league.name, held, on)
    return dated_name(view.league, kind.value, on, ENDINGS[kind]), data


def given(words: Words, kind: TournamentFile, name: str, data: bytes) -> Drawing:
    """A file that was drawn up."""
    return draw(words(f"tournament.file.{kind.value}.about"), attached(name, data))
