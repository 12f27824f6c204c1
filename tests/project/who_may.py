"""Writes docs/who-may.md from the tables that the tests of who may do what go by: ``python -m
tests.project.who_may``."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterator, Mapping
from enum import Flag
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bot.app import assembled
from bot.discordkit.routes import Route
from bot.settings import Settings
from tests.e2e import test_who_may as tables
from tests.e2e.leagues import test_who_may as leagues
from tests.e2e.nights import test_who_may as nights
from tests.e2e.stats.test_hidden import STATS_PRESSES
from tests.e2e.tournaments import test_who_may as tournaments
from tests.project.requirements import ROOT

PAGE: Final = ROOT / "docs" / "who-may.md"
STATS_COMMANDS: Final = ("me", "player", "compare", "leaderboard", "records", "server", "cards")
"""Anybody's, of what people let be told of them: ``tests/e2e/stats/test_hidden.py``."""

PEOPLE: Final = {
    tables.Who: {
        "STRANGER": "anybody of the server",
        "SEATED": "who sits at the table",
        "HOST": "its host",
        "MODERATOR": "moderators (*Manage Messages*)",
        "MANAGER": "managers of the server (*Manage Server*)",
    },
    leagues.Who: {
        "STRANGER": "anybody of the server",
        "MEMBER": "members of the league",
        "ORGANISER": "its organisers",
    },
    nights.Who: {
        "STRANGER": "anybody of the server",
        "MEMBER": "members of the league",
        "REFEREE": "referees of its tournament",
        "RIVAL": "organisers of other leagues who are members",
        "ORGANISER": "its organisers",
    },
}

IN_THAT_GAME: Final = ("report-right", "report-wrong", "report-reason", "report-withdraw")
OF_A_GAME: Final = "who is in that game, or has written it ([test](../tests/e2e/leagues/test_report.py))"

HEAD: Final = """# Who may do what

Every command, button, select and form there is, and who may use it: written by `python -m
tests.project.who_may` from the tables that [tests/e2e/test_who_may.py](../tests/e2e/test_who_may.py) and
its neighbours for leagues, nights and tournaments go by. They press and type each as everybody, by ids made
up by hand: who may not is told why, and nothing is changed; nobody else is refused for who they are. A verb
that is in none of these tables fails them.

A table is there for whoever may see it: who sees its channel (a private thread is seen by its members and
by who may manage threads), who sits at it, or sat there in a game that is over, and who organises its
league; where the channel is gone, who moderates or manages the server. Where the bot only answers, in a
group or a server that has not invited it, it is there for who sits at it and whoever acts in its very
channel; a game that somebody plays alone, for them. What is in `/league`, `/night`, `/tournament`,
`/presets`, `/server` and `/admin` is had in servers that have invited the bot, all else also by an account.
*Anybody* below is anybody of these. Who is outside is told by each of these commands, buttons, selects and
forms that there is no such table, and finds it in no list and no suggestion
([test](../tests/e2e/test_who_sees.py)): that is asked in front of all of them, by what a press is about.

What is shown to whom beside that is no matter of rights: a hand is its player's alone, and
[two worlds](../tests/e2e/malice/test_two_worlds.py) that differ in others' cards are the same to everybody
else. A press is checked again when it comes, whatever the message looked like; commands for managers are not
even offered to others by Discord. What has a lock (🔒) is one person's: where others see the message, it is
refused, whoever presses it ([test](../tests/e2e/malice/test_made_up_ids.py)). Where a server lets only
moderators open tables, `/table open` and the buttons that open one are theirs.
"""


def people_of(who: Flag) -> str:
    """Who that is, in words."""
    names = PEOPLE[type(who)]
    if all(who & one for one in type(who)):
        return "anybody"
    if not who:
        return "the owner of the application, and its team"
    return ", ".join(names[one.name] for one in type(who) if one.name is not None and who & one)


async def routes() -> Mapping[str, Route[Any]]:
    """All that the bot has."""
    with TemporaryDirectory() as folder:
        async with assembled(Settings(token="", database=Path(folder) / "none.sqlite3")) as bot:
            return bot.routes.each


def rows(kinds: Mapping[str, Any], private: Collection[str]) -> Iterator[str]:
    """A row a verb or command, with a lock where it is ``private``; what stands for a way, a pair or the
    people themselves."""
    for name, way in sorted(kinds.items()):
        who = way if isinstance(way, Flag) else way[0] if isinstance(way, tuple) else way.who
        stage = getattr(way, "stage", None)
        people = OF_A_GAME if name in IN_THAT_GAME else people_of(who)
        mark = " 🔒" if name in private else ""
        yield f"| `{name}`{mark} | {people} | {'' if stage is None else str(stage)} |"


def section(
    title: str, commands: Mapping[str, Any], presses: Mapping[str, Any], private: Collection[str]
) -> Iterator[str]:
    """The two tables of a part."""
    for what, kinds in (("commands", commands), ("buttons, selects and forms", presses)):
        yield f"\n## {title}: {what}\n"
        yield "| what | who may | tried when it is |\n|---|---|---|"
        yield from rows(kinds, private)


def commands_of(group: str, commands: Mapping[str, Any]) -> dict[str, Any]:
    """Commands by what is typed."""
    return {f"/{group}{name}": way for name, way in commands.items()}


def page() -> str:
    """All of it."""
    of_nights = {**nights.OF_PLANS, **nights.OF_NIGHTS, **nights.OF_CHOICES}
    of_leagues = {**leagues.OF_ORGANISERS, **leagues.OF_MEMBERS}
    of_leagues |= dict.fromkeys(leagues.OF_ANYONE, leagues.ANYONE)
    league_commands = {**leagues.COMMANDS, **dict.fromkeys(leagues.ELSEWHERE, leagues.Who.ORGANISER)}
    anyone = leagues.ANYONE
    private = {verb for verb, route in asyncio.run(routes()).items() if route.private}
    parts = (
        section("Tables, and oneself", commands_of("", tables.COMMANDS), tables.PRESSES, private),
        section("Leagues", commands_of("league ", league_commands), of_leagues, private),
        section("Nights", commands_of("night ", nights.COMMANDS), of_nights, private),
        section(
            "Tournaments", commands_of("tournament ", tournaments.COMMANDS), tournaments.PRESSES, private
        ),
        section(
            "Statistics",
            commands_of("stats ", dict.fromkeys(STATS_COMMANDS, anyone)),
            dict.fromkeys(STATS_PRESSES, anyone),
            private,
        ),
    )
    return HEAD + "\n".join(line for part in parts for line in part) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
