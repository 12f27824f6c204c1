"""Who may do what in a league: every button, select and form, pressed by who belongs to it and who does
not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from enum import Flag, auto
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest
from discord import app_commands

from bot.discordkit.boundary import sentence_for
from bot.discordkit.ports import SubjectKind
from bot.leagues.model import ClubError, Report
from bot.leagues.service import token
from bot.words.catalogue import words_for
from playground import reading
from playground.interactions.invocations import Invocation
from playground.people import Person
from tests.e2e.house import House
from tests.e2e.leagues.club import NAME, Club
from tests.project.test_catalogue import CLUBS, raised

MODAL, COMPONENT = 5, 3
MENTION = re.compile(r"</([a-z ]+):\d+>")


class Who(Flag):
    """Everybody there is."""

    STRANGER = auto()
    MEMBER = auto()
    ORGANISER = auto()


BELONGS = Who.MEMBER | Who.ORGANISER
ANYONE = Who.STRANGER | BELONGS


@dataclass(frozen=True)
class Way:
    """Who may, and what is pressed with it: ``value`` is the end of the custom id, ``seq`` its number;
    ``values`` are chosen, ``form`` is filled in."""

    who: Who
    value: str = ""
    values: Sequence[str] = ()
    form: Mapping[str, str] = field(default_factory=dict[str, str])
    seq: int = 0


OF_ORGANISERS = {
    # who belongs to it
    "league-let-in": Way(Who.ORGANISER, "77"),
    "league-refuse": Way(Who.ORGANISER, "77"),
    "league-remove": Way(Who.ORGANISER, "{chloe}"),
    "league-waiting": Way(Who.ORGANISER),
    "league-candidate": Way(Who.ORGANISER, values=["77"]),
    "league-rename": Way(Who.ORGANISER, "{chloe}"),
    "league-renamed": Way(Who.ORGANISER, "{chloe}", form={"name": "Chlo"}),
    # what it is
    "league-matter": Way(Who.ORGANISER, values=["entry"]),
    "league-matter-set": Way(Who.ORGANISER, "entry", values=["open"]),
    "league-matter-type": Way(Who.ORGANISER, "zone:"),
    "league-matter-typed": Way(Who.ORGANISER, "zone", form={"value": "Europe/Paris"}),
    "league-roles": Way(Who.ORGANISER, values=["1"]),
    "league-no-roles": Way(Who.ORGANISER),
    # its season
    "league-set": Way(Who.ORGANISER, "night", values=["average"], seq=1),
    "league-type": Way(Who.ORGANISER, "best:", seq=1),
    "league-typed": Way(Who.ORGANISER, "best", form={"value": "8"}, seq=1),
    "league-keep": Way(Who.ORGANISER, "00000000:best:8", seq=1),
    # corrections
    "league-correct-game": Way(Who.ORGANISER, "1:r1"),
    "league-fix": Way(Who.ORGANISER, "1:insert::0"),
    "league-fix-seat": Way(Who.ORGANISER, "1:r1", values=["0"]),
    "league-fixed": Way(Who.ORGANISER, "1:void:r1:0", form={"reason": "a mistake"}),
    "league-undo": Way(Who.ORGANISER, "1", values=["c1"]),
    "league-retype": Way(Who.ORGANISER, "1:1"),
    "league-make": Way(Who.ORGANISER, "1:1"),
    # nights
    "league-nights": Way(Who.ORGANISER, "1"),
    "league-night": Way(Who.ORGANISER, "1", values=["n1"]),
    "league-night-form": Way(Who.ORGANISER, "1"),
    "league-night-add": Way(Who.ORGANISER, "1", form={"date": "2026-10-06"}),
    "league-night-excuse": Way(Who.ORGANISER, "1:n1", values=["{chloe}"]),
    "league-bye-form": Way(Who.ORGANISER, "1:n1"),
    "league-bye-add": Way(Who.ORGANISER, "1:n1", form={"player": "Chloé", "round": "1"}),
    # a season brought along, and results on paper
    "import-do": Way(Who.ORGANISER),
    "import-look": Way(Who.ORGANISER),
    "import-as": Way(Who.ORGANISER, values=["past"]),
    "import-columns": Way(Who.ORGANISER),
    "import-column": Way(Who.ORGANISER, values=["0"]),
    "import-role": Way(Who.ORGANISER, "0", values=["date"]),
    "import-order": Way(Who.ORGANISER, values=["dmy"]),
    "import-undo": Way(Who.ORGANISER, "1"),
    "import-undone": Way(Who.ORGANISER, "1"),
    "report-all": Way(Who.ORGANISER, "{report}:1"),
    # what ends something, last
    "league-remove-yes": Way(Who.ORGANISER, "{chloe}"),
    "league-close-yes": Way(Who.ORGANISER, seq=1),
    "league-begin": Way(Who.ORGANISER, seq=1),
}
OF_MEMBERS = {
    "league-file": Way(BELONGS, "1:season"),
    "league-dispute": Way(BELONGS, "1:r1"),
    "report-form": Way(BELONGS),
    "report-typed": Way(BELONGS, form={"text": "Ann 1"}),
    "report-send": Way(BELONGS, ":2026-09-01"),
}
OF_ANYONE = {
    # coming in and going are of who acts alone
    *("league-join", "league-leave", "league-leave-yes"),
    # looking
    "league-setting",
    *(
        "league-members",
        "league-member",
        "league-search",
        "league-sought",
        "league-settings",
        "league-season",
    ),
    *("league-standings", "league-table", "league-table-of", "league-show", "league-explain"),
    *("league-explain-own", "league-results", "league-results-of", "league-result"),
    *("league-log", "league-log-of", "report-look"),
    # of who is in that game, or has written it: tests/e2e/leagues/test_report.py
    *("report-right", "report-wrong", "report-reason", "report-withdraw"),
    # of what somebody was typing themselves
    *("report-edit", "report-not", "import-keep", "import-not", "league-drop"),
}
OF_NOTHING = {"report-not", "import-keep", "import-not"}
"""What is dropped needs no league."""
COMMANDS = {
    "create": Who.ORGANISER,  # of this server
    **dict.fromkeys(("invite", "close", "correct"), Who.ORGANISER),
    **dict.fromkeys(("name", "leave", "export", "report", "settle"), BELONGS),
    **dict.fromkeys(("join", "members", "settings", "standings", "results", "log"), ANYONE),
    "explain": ANYONE,
}
OPTIONS = {
    "create": {"name": "Another", "game": "kingen", "entry": "open"},
    "invite": {"player": "{stranger}"},
    "name": {"name": "Somebody"},
    "explain": {"player": "{chloe-id}"},
}
ELSEWHERE = {"import"}
"""It takes a file: ``test_import.py``."""
LEAGUE_PRESSES = {*OF_ORGANISERS, *OF_MEMBERS, *OF_ANYONE}

WORDS = words_for("en")
RESULT = {"Ann": 6, "Bram": 3, "Chloé": -3, "Dmitri": -6}
CODES = ("may-not-create", "not-a-member", "not-member", "not-organiser")
UNKNOWN = WORDS("error.unknown-button")


def refusals() -> set[str]:
    """What is said to who may not."""
    known = {code for code, _ in raised("ClubError", CLUBS)}
    return {sentence_for(WORDS, ClubError(code, league=NAME)) for code in CODES if code in known}


async def press(house: House, person: Person, verb: str, way: Way, ids: Mapping[str, str]) -> list[str]:
    """Press, choose or submit by a custom id made up by hand; what the person is told."""
    await house.reply(person, "help")
    return await told_of(house, person, house.whispers(person)[-1]["id"], verb, way, ids)


async def told_of(
    house: House, person: Person, sheet: str, verb: str, way: Way, ids: Mapping[str, str]
) -> list[str]:
    """The same on that message."""
    known = {(one["id"], str(one)) for one in house.whispers(person)}
    invocation = pressed(house, person, sheet, verb, way, ids)
    await invocation.done()
    await house.settled()
    assert invocation.state == "answered", (verb, invocation.error)
    return [
        MENTION.sub(r"`/\1`", reading.text(one))
        for one in house.whispers(person)
        if (one["id"], str(one)) not in known
    ]


def pressed(
    house: House, person: Person, sheet: str, verb: str, way: Way, ids: Mapping[str, str]
) -> Invocation:
    """The same, without waiting."""
    data: dict[str, Any] = {"custom_id": f"hh:{verb}:l1:{way.seq}:{way.value.format(**ids)}"}
    if way.form:
        inputs = [{"type": 4, "id": 2, "custom_id": name, "value": text} for name, text in way.form.items()]
        data["components"] = [{"type": 18, "id": 1, "component": one} for one in inputs]
    else:
        values = [value.format(**ids) for value in way.values]
        data |= {"component_type": 3 if values else 2, "id": 1, "values": values}
    message = house.world.find_message(sheet)
    assert message is not None
    kind = MODAL if way.form else COMPONENT
    return house.server.desk.open(person.account, message.channel, kind, data, source=message)


OTHERS = ("sqlite", "players", "texts", "postings", "rated", "ratings")
"""What is none of leagues, or follows in the background."""


def kept(database: Path) -> list[str]:
    """All that is stored of leagues."""
    with closing(connect(database)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        ours = [one for one in sorted(names) if not one.startswith(OTHERS)]
        return [f"{one}: {row}" for one in ours for row in connection.execute(f"SELECT * FROM {one}")]


async def made(house: House) -> tuple[Club, dict[Who, Person], dict[str, str]]:
    """A league with a game, a night, a correction and a game that waits; and somebody of each kind."""
    club = await Club.found(house)
    stranger = house.server.people.add("Eve")
    await club.night("n1", date(2026, 9, 1))
    await club.played(date(2026, 9, 1), RESULT, "n1")
    people = {Who.STRANGER: stranger, Who.MEMBER: house.person("Bram"), Who.ORGANISER: house.person("Ann")}
    waiting = Report(0, club.season.id, 1, "", club.game(date(2026, 9, 8), RESULT), (1,), 1000.0)
    report = await house.bot.store.seasons.report(waiting)
    chloe = next(one for one in await house.bot.clubs.members(club.league.id) if one.name == "Chloé")
    return (
        club,
        people,
        {
            "chloe": token(chloe),
            "report": str(report.id),
            "stranger": str(stranger.id),
            "chloe-id": club.ids["Chloé"],
        },
    )


@pytest.mark.parametrize("verb", [*OF_ORGANISERS, *OF_MEMBERS])
async def test_who_may_not_is_told_and_changes_nothing(house: House, database: Path, verb: str) -> None:
    _, people, ids = await made(house)
    way = {**OF_ORGANISERS, **OF_MEMBERS}[verb]
    for who, person in people.items():
        if who in way.who:
            continue
        before = kept(database)
        told = await press(house, person, verb, way, ids)
        assert len(told) == 1 and told[0] in refusals(), (who, told)
        assert kept(database) == before, who


@pytest.mark.parametrize("verb", [*OF_ORGANISERS, *OF_MEMBERS])
async def test_who_may_is_not_refused_for_who_they_are(house: House, verb: str) -> None:
    _, people, ids = await made(house)
    way = {**OF_ORGANISERS, **OF_MEMBERS}[verb]
    for who, person in people.items():
        if who in way.who:
            told = await press(house, person, verb, way, ids)
            assert not refusals() & set(told), (who, told)
            assert (UNKNOWN in told) == (verb == "report-send"), (who, told)  # reads the game off its panel


async def test_what_is_one_persons_is_not_pressed_where_others_see_it(house: House, database: Path) -> None:
    """By whoever may, with what would do something on a message of their own."""
    _, people, ids = await made(house)
    routes = house.bot.routes.each
    assert {verb for verb in LEAGUE_PRESSES if routes[verb].about is not SubjectKind.LEAGUE} == OF_NOTHING
    ann = people[Who.ORGANISER]
    public = house.lobby(await house.open_table(ann))["id"]
    before = kept(database)
    for verb, way in {**OF_ORGANISERS, **OF_MEMBERS}.items():
        if routes[verb].private:
            assert await told_of(house, ann, public, verb, way, ids) == [UNKNOWN], verb
            assert kept(database) == before, verb


async def typed(house: House, person: Person, name: str, ids: Mapping[str, str]) -> list[str]:
    """What somebody is told who types a command."""
    known = {(one["id"], str(one)) for one in house.whispers(person)}
    options = {option: value.format(**ids) for option, value in OPTIONS.get(name, {}).items()}
    invocation = await house.command(person, f"league {name}", options or None)
    assert invocation.state == "answered", invocation.error
    return [reading.text(one) for one in house.whispers(person) if (one["id"], str(one)) not in known]


def test_every_command_is_here(house: House) -> None:
    (group,) = [one for one in house.bot.tree.get_commands() if one.name == "league"]
    assert isinstance(group, app_commands.Group)
    assert {*COMMANDS, *ELSEWHERE} == {one.name for one in group.commands}


@pytest.mark.parametrize("name", list(COMMANDS))
async def test_who_may_type(house: House, database: Path, name: str) -> None:
    """Who may not is told why, and nothing is changed; nobody else is refused for who they are."""
    _, people, ids = await made(house)
    for who, person in people.items():
        before = kept(database)
        told = await typed(house, person, name, ids)
        if who in COMMANDS[name]:
            assert not refusals() & set(told), (who, told)
        else:
            assert len(told) == 1 and told[0] in refusals(), (who, told)
            assert kept(database) == before, who
