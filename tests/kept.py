"""What a test has be kept, whatever was kept before: the stores take changes alone."""

from __future__ import annotations

from bot.leagues.model import ClubMember, League
from bot.leagues.ports import LeagueStore
from bot.nights.model import NightPerson, NightStep, Series
from bot.nights.ports import NightStore
from bot.people.ports import PlayerStore
from bot.people.settings import Player, ServerSettings


async def keep_player(store: PlayerStore, player: Player) -> None:
    await store.change_player(player.user_id, lambda _: player)


async def keep_guild(store: PlayerStore, guild_id: int, settings: ServerSettings) -> None:
    await store.change_guild(guild_id, lambda _: settings)


async def keep_league(store: LeagueStore, league: League) -> None:
    await store.change(league.id, lambda _: league)


async def enter(store: LeagueStore, member: ClubMember) -> None:
    await store.enter(member.league_id, lambda *_: member)


async def keep_series(store: NightStore, series: Series) -> None:
    await store.change_series(series.id, lambda _: series)


async def keep_person(store: NightStore, evening_id: int, person: NightPerson) -> None:
    await store.tell(evening_id, person.user_id, person.name, lambda _: person)


async def keep_step(store: NightStore, step: NightStep) -> None:
    await store.change_step(step.evening_id, step.key, lambda _: step)
