"""A league's own panel, and how lists of it are leafed through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.discordkit.panel import GREEN, Drawing, Mentions, button, draw, yes_or_no
from bot.discordkit.ports import on_league
from bot.discordkit.press_ids import PressId
from bot.engine.registry import preset_named
from bot.leagues.model import ClubMember, Entry, League, SeasonFacts
from bot.tables.model import Pace
from bot.telling import phrases
from bot.words.catalogue import Words
from bot.words.names import in_text


def game_text(words: Words, league: League) -> str:
    """«Kingen · 4 players · without a clock»: what is played."""
    game = phrases.preset_name(words, preset_named(league.preset).name)
    pace = phrases.pace_name(words, Pace(league.pace))
    return f"{game} · {words.count('count.players', league.players)} · {pace}"


def announced(words: Words, league: League, season: SeasonFacts, members: int) -> Drawing:
    """A league, for everybody: what is played, who may come in, how many have."""
    made = words("league.made-by", name=f"<@{league.creator}>")
    lines = [
        f"### {in_text(league.name)}",
        game_text(words, league),
        words(f"league.entry.{league.entry.value}"),
        f"-# {words.count('league.members', members)} · {made}",
    ]
    return draw(lines, ways_in(words, league, season))


def ways_in(words: Words, league: League, season: SeasonFacts) -> Iterator[ui.Button[Any]]:
    """*Join* as far as it is open, and *Standings*."""
    about = on_league(league.id)
    if league.entry is not Entry.INVITED:
        label = words("button.join" if league.entry is Entry.OPEN else "button.ask-to-join")
        yield button(label, PressId("league-join", about), GREEN)
    yield standings_button(words, league, season)


def standings_button(words: Words, league: League, season: SeasonFacts) -> ui.Button[Any]:
    """The standings of a season."""
    press = PressId("league-standings", on_league(league.id), values=(str(season.id),))
    return button(words("button.standings"), press)


def requested(words: Words, league: League, user_id: int) -> Drawing:
    """Somebody wishes to come in: for organisers, where everybody reads it."""
    text = words("league.asks", name=f"<@{user_id}>", league=in_text(league.name))
    return draw(text, decisions(words, league, user_id))


def decisions(words: Words, league: League, user_id: int) -> Iterator[ui.Button[Any]]:
    """*Let in* and *Refuse*."""
    about, who = on_league(league.id), (str(user_id),)
    yield button(words("button.let-in"), PressId("league-let-in", about, values=who), GREEN)
    yield button(words("button.refuse"), PressId("league-refuse", about, values=who))


def invited(words: Words, league: League, season: SeasonFacts, user_id: int) -> Drawing:
    """Somebody may come in, and is called to read it."""
    text = words("league.invited", name=f"<@{user_id}>", league=in_text(league.name))
    join = PressId("league-join", on_league(league.id), values=(str(user_id),))
    ways = [button(words("button.join"), join, GREEN), standings_button(words, league, season)]
    return draw([text, f"-# {game_text(words, league)}"], ways, calls=Mentions((user_id,)))


def asked_to_leave(words: Words, league: League, yes: PressId, member: ClubMember | None = None) -> Drawing:
    """Whether to leave a league, or to take a ``member`` out of it: what stays is told."""
    name = in_text(league.name)
    if member is None:
        asked = words("league.sure.leave", league=name)
    else:
        asked = words("league.sure.remove", name=in_text(member.name), league=name)
    return draw(asked, yes_or_no(words, yes))
