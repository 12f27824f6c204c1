"""Who may do what with a night: every button, select and form, and every command, by who organises its
league, who belongs to it and who does neither; by ids that were made up, and where they do not belong."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from enum import Flag, StrEnum, auto
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.discordkit.boundary import sentence_for
from bot.discordkit.ports import SubjectKind
from bot.leagues.model import ClubError, ClubMember, SeasonFacts
from bot.nights.model import (
    Evening,
    NightError,
    NightPlace,
    NightSettings,
    Repeat,
    Schedule,
    SignUpAnswer,
    StepKind,
)
from bot.tables.errors import TableError
from bot.words.catalogue import words_for
from playground import reading
from playground.interactions.invocations import Invocation
from playground.interactions.payloads import resolve
from playground.people import Person
from playground.world.permissions import Permission
from tests.clock import FakeClock
from tests.e2e.house import House, open_house
from tests.e2e.leagues.test_who_may import MENTION, UNKNOWN, kept
from tests.e2e.nights.evening_out import BEGIN, EIGHT, NAME, TUESDAY, EveningOut

MODAL, COMPONENT, TEXT_SELECT, USER_SELECT, CHANNEL_SELECT = 5, 3, 3, 5, 8
OTHER_NAME = "Another club"
WORDS = words_for("en")
LONG = 15
"""Minutes that a table waits for its people, so that none begins while everybody presses."""


class Who(Flag):
    """Everybody there is. The rival organises another league of the server, and is a member of this one; the
    referee holds a role for its nights, as those of tournaments have one, and is no member."""

    STRANGER = auto()
    REFEREE = auto()
    MEMBER = auto()
    RIVAL = auto()
    ORGANISER = auto()


BELONGS = Who.MEMBER | Who.RIVAL | Who.ORGANISER
ANYONE = Who.STRANGER | Who.REFEREE | BELONGS
REFEREES = Who.REFEREE | Who.ORGANISER


class Stage(StrEnum):
    """Where the night has got to."""

    ASKED = auto()
    """People are asked whether they come; eight have said so."""
    SEATED = auto()
    """They are here, and a plan waits to be posted."""
    PLAYING = auto()
    """Its first round is: the tables wait for their people, but the first has begun."""


@dataclass(frozen=True)
class Way:
    """Who may, where the night is then, and what is pressed with it: ``value`` is the end of the custom id;
    ``values`` are chosen in a select of that ``kind``, ``form`` is filled in."""

    who: Who = Who.ORGANISER
    stage: Stage = Stage.ASKED
    value: str = ""
    values: Sequence[str] = ()
    kind: int = TEXT_SELECT
    form: Mapping[str, str] = field(default_factory=dict[str, str])


OF_PLANS = {
    "night-again": Way(value="weekly"),
    "night-new": Way(form={"date": "2026-11-27", "time": "20:00"}),
    "night-plan": Way(value="dates"),
    "night-page": Way(values=["seating"]),
    "night-setting": Way(values=["rounds"]),
    "night-set": Way(value="rounds", values=["3"]),
    "night-weekdays": Way(values=["1", "3"]),
    "night-apart": Way(values=["{member}", "{rival}"], kind=USER_SELECT),
    "night-type": Way(value="seats"),
    "night-typed": Way(value="seats", form={"value": "12"}),
    "night-skip": Way(values=["2026-12-01"]),
    "night-skip-yes": Way(value="2026-12-08"),
    "night-announce": Way(),
    "night-drop": Way(),
    "night-drop-yes": Way(),
    "night-end": Way(),
    "night-end-yes": Way(),
    "night-calendar": Way(ANYONE),
}
"""About a plan, of its league."""

OF_NO_PLAN = {"night-again", "night-new", "night-calendar"}
"""Of these, what looks at the league alone."""

OF_NIGHTS = {
    "night-manage": Way(REFEREES),
    "manage-panel": Way(),
    "manage-again": Way(),
    # before it is played
    "manage-put-off": Way(value="20%3A30"),
    "manage-put-off-to": Way(form={"time": "20:30"}),
    "manage-move": Way(values=["{channel}"], kind=CHANNEL_SELECT),
    "manage-settings": Way(),
    "manage-set": Way(value="rounds", values=["3"]),
    "manage-people": Way(value="0"),
    "manage-add": Way(values=["{member}"], kind=USER_SELECT),
    "manage-substitute": Way(values=["{rival}"], kind=USER_SELECT),
    "manage-away": Way(values=["{member}"]),
    "manage-person": Way(values=["{member}"]),
    "manage-from": Way(value="{coming}", values=["{nine}"]),
    "manage-until": Way(value="{coming}", values=["{nine}"]),
    "manage-begin": Way(),
    # its plan
    "manage-seating": Way(stage=Stage.SEATED, value="0"),
    "manage-swap": Way(stage=Stage.SEATED, value="0:0"),
    "manage-swap-who": Way(stage=Stage.SEATED, value="{first}", values=["{second}"]),
    "manage-draw": Way(stage=Stage.SEATED),
    "manage-post": Way(stage=Stage.SEATED),
    "manage-together": Way(stage=Stage.SEATED, value="yes"),
    # in play
    "manage-leaf": Way(stage=Stage.PLAYING, value="0"),
    "manage-table": Way(stage=Stage.PLAYING, values=["1"]),
    "manage-seat": Way(stage=Stage.PLAYING, value="{game}", values=["0"]),
    "manage-seat-to": Way(
        stage=Stage.PLAYING, value="{game}:0:{seated}", values=["{stranger}"], kind=USER_SELECT
    ),
    "manage-robot": Way(stage=Stage.PLAYING, value="{game}:0:{seated}"),
    "manage-pause": Way(stage=Stage.PLAYING),
    "manage-go-on": Way(stage=Stage.PLAYING),
    "manage-last": Way(stage=Stage.PLAYING, value="yes"),
    "manage-end": Way(stage=Stage.PLAYING),
    "manage-end-yes": Way(stage=Stage.PLAYING),
    # about one of its tables
    "referee-tables": Way(REFEREES, Stage.PLAYING, "0"),
    "referee-pick": Way(REFEREES, Stage.PLAYING, values=["1"]),
    "referee-table": Way(REFEREES, Stage.PLAYING, "{game}"),
    "referee-seat": Way(REFEREES, Stage.PLAYING, "{game}", ["0"]),
    "referee-record": Way(REFEREES, Stage.PLAYING, "{game}:"),
    "referee-ask": Way(REFEREES, Stage.PLAYING, "{game}:hold"),
    "referee-heir": Way(REFEREES, Stage.PLAYING, "{game}:0:{seated}", ["{stranger}"], USER_SELECT),
    "referee-rule": Way(
        REFEREES, Stage.PLAYING, "{game}:penalty:0:{seated}:0", form={"reason": "late", "points": "5"}
    ),
    "manage-off": Way(stage=Stage.PLAYING),
    "manage-off-yes": Way(stage=Stage.PLAYING),
    # of who is asked
    "night-answer": Way(BELONGS, value="maybe"),
    "night-away": Way(BELONGS),
    "night-here": Way(BELONGS, Stage.SEATED),
    "night-hours": Way(ANYONE),
    "night-from": Way(BELONGS, values=["{nine}"]),
    "night-until": Way(BELONGS, values=["{nine}"]),
    "night-who": Way(ANYONE, value="0"),
    "night-round": Way(ANYONE, Stage.PLAYING, value="1"),
    "night-tables": Way(ANYONE, Stage.PLAYING, value="1:0"),
    "night-seals": Way(ANYONE),
    "night-tell": Way(ANYONE),
}
"""About a night itself."""

OF_CHOICES = {
    "manage-which": Way(values=["1"]),
    "night-series": Way(values=["1"]),
    "night-list": Way(ANYONE),
}
"""Whose subject is chosen, or which have none."""

NIGHT_PRESSES = {*OF_PLANS, *OF_NIGHTS, *OF_CHOICES}

COMMANDS = {
    "plan": (Who.ORGANISER, {}),
    "list": (ANYONE, {}),
    "manage": (Who.ORGANISER, {"league": NAME}),
}

REFUSED = {
    sentence_for(WORDS, ClubError("not-organiser", league=NAME)),
    sentence_for(WORDS, NightError("members-only", league=NAME)),
    sentence_for(WORDS, NightError("not-referee", league=NAME)),
}
NO_SUCH = {
    sentence_for(WORDS, NightError("no-such-night")),
    sentence_for(WORDS, ClubError("no-such-league", name="?")),
    sentence_for(WORDS, TableError("no-such-table")),
}


@dataclass
class Crowd:
    """Everybody, around one night of a league for members alone."""

    out: EveningOut
    database: Path
    people: dict[Who, Person]

    @property
    def house(self) -> House:
        return self.out.house

    async def reach(self, stage: Stage) -> None:
        """Let the night come so far."""
        evenings, eight = self.out.house.bot.nights.evenings, self.out.people[:8]
        start = (await self.out.evening()).starts_at
        for one in eight:
            await evenings.answer(await self.out.told(), one.id, one.account.name, SignUpAnswer.IN)
        if stage is Stage.ASKED:
            return
        await self.out.go_to(start - 60)
        for number, one in enumerate(eight):
            told = await self.out.told()
            await evenings.check_in(told, one.id, one.account.name, 900 + number, here=True)
        await evenings.draw(await self.out.told())
        await self.out.settled()
        if stage is Stage.PLAYING:
            await evenings.post(await self.out.told())
            await self.out.go_to(start)

    async def names(self, stage: Stage) -> dict[str, str]:
        """What stands in the ids, as things are now."""
        told, known = await self.out.told(), {who: one.id for who, one in self.people.items()}
        channel = next(one for one in self.house.world.channels.values() if one.name == "general")
        names = {
            "member": str(known[Who.MEMBER]),
            "rival": str(known[Who.RIVAL]),
            "stranger": str(known[Who.STRANGER]),
            "channel": str(channel.id),
            "coming": str(self.out.people[0].id),
            "nine": str(int(told.evening.starts_at) + 3600),
        }
        if stage is not Stage.ASKED:
            names |= {
                "first": str(told.evening.plan[0].tables[0][0]),
                "second": str(told.evening.plan[0].tables[1][0]),
            }
        if stage is Stage.PLAYING:
            (table, *_) = await self.out.tables(1)
            names |= {
                "game": str(NightPlace(1, 1, 1).number),
                "seated": str(table.facts.seats[0].user_id or 0),
            }
        return names

    async def sheet(self, person: Person) -> str:
        """The id of a message that this person alone sees."""
        await self.house.reply(person, "help")
        return self.house.whispers(person)[-1]["id"]

    async def id_of(self, verb: str, way: Way, names: Mapping[str, str]) -> str:
        """As the program would make it now."""
        value = way.value.format(**names)
        if verb in OF_PLANS:
            return f"hh:{verb}:l1:1:{value}"
        if verb in OF_NIGHTS:
            return f"hh:{verb}:n1:{(await self.out.evening()).version}:{value}"
        return f"hh:{verb}:{'n0' if verb == 'manage-which' else '0'}:0:{value}"

    async def press(
        self, person: Person, sheet: str, custom_id: str, way: Way, names: Mapping[str, str]
    ) -> list[str]:
        """Press, choose or submit by a custom id made up by hand; what the person is told."""
        known = {(one["id"], str(one)) for one in self.house.whispers(person)}
        invocation = self.pressed(person, sheet, custom_id, way, names)
        await invocation.done()
        await self.out.settled()
        assert invocation.state == "answered", (custom_id, invocation.error)
        shown = [one for one in self.house.whispers(person) if (one["id"], str(one)) not in known]
        return [MENTION.sub(r"`/\1`", reading.text(one)) for one in shown]

    def pressed(
        self, person: Person, sheet: str, custom_id: str, way: Way, names: Mapping[str, str]
    ) -> Invocation:
        """The same, without waiting."""
        data: dict[str, Any] = {"custom_id": custom_id}
        if way.form:
            inputs = [
                {"type": 4, "id": 2, "custom_id": name, "value": text} for name, text in way.form.items()
            ]
            data["components"] = [{"type": 18, "id": 1, "component": one} for one in inputs]
        else:
            values = [value.format(**names) for value in way.values]
            data |= {"component_type": way.kind if values else 2, "id": 1, "values": values}
        world = self.house.world
        message = world.find_message(sheet)
        assert message is not None
        if way.kind == USER_SELECT:
            data["resolved"], _ = resolve(world, message.channel, data["values"], ("users",))
        kind = MODAL if way.form else COMPONENT
        return self.house.server.desk.open(person.account, message.channel, kind, data, source=message)

    def kept(self) -> list[str]:
        """All that is stored of leagues and nights."""
        return kept(self.database)


async def around(house: House, database: Path, stage: Stage, club: type[EveningOut] = EveningOut) -> Crowd:
    """Everybody, around a night that has come so far."""
    out = await club.found(house, 10, guests=False)
    ann, member, rival = out.people[0], out.people[8], out.people[9]
    referee = house.server.people.add("Rita")
    (guild,) = house.world.guilds.values()
    role = house.changes.add_role(guild, "Referees", referee.account)

    async def referees(evening: Evening) -> list[int]:
        return [role.id]

    house.bot.nights.evenings.referees = referees
    people = {
        Who.STRANGER: house.server.people.add("Eve"),
        Who.REFEREE: referee,
        Who.MEMBER: member,
        Who.RIVAL: rival,
        Who.ORGANISER: ann,
    }
    other = replace(out.league, id=0, name=OTHER_NAME, creator=rival.id)
    facts = SeasonFacts(0, 0, 1, "2026", out.season.settings, TUESDAY)
    theirs = ClubMember(0, str(rival.id), rival.account.name, rival.id, BEGIN, TUESDAY)
    await house.bot.store.leagues.create(other, facts, theirs)
    settings = NightSettings(rounds=2, confirmed=True, event=False, reminder=0, grace=LONG)
    await out.announced(settings, Schedule(TUESDAY, EIGHT, Repeat.WEEKDAYS, frozenset((1,))))
    crowd = Crowd(out, database, people)
    await crowd.reach(stage)
    return crowd


@asynccontextmanager
async def gathered(database: Path, stage: Stage) -> AsyncIterator[Crowd]:
    async with open_house(database, clock=FakeClock(BEGIN)) as house:
        yield await around(house, database, stage)


def of_stage(stage: Stage) -> dict[str, Way]:
    return {verb: way for verb, way in {**OF_PLANS, **OF_CHOICES, **OF_NIGHTS}.items() if way.stage is stage}


async def test_every_button_and_command_is_here(house: House) -> None:
    routes = house.bot.nights.presses.routes()
    assert {verb for verb, route in routes.items() if route.about is SubjectKind.LEAGUE} == {*OF_PLANS}
    assert {verb for verb, route in routes.items() if route.about is SubjectKind.NIGHT} == {*OF_NIGHTS}
    assert {verb for verb, route in routes.items() if route.about is None} == {*OF_CHOICES}
    (group,) = [one for one in house.bot.tree.get_commands() if one.name == "night"]
    assert isinstance(group, app_commands.Group)
    assert set(COMMANDS) == {one.name for one in group.commands}


@pytest.mark.parametrize("stage", list(Stage))
async def test_who_may_not_is_told_and_changes_nothing(database: Path, stage: Stage) -> None:
    async with gathered(database, stage) as crowd:
        names, before = await crowd.names(stage), crowd.kept()
        for who, person in crowd.people.items():
            sheet = await crowd.sheet(person)
            for verb, way in of_stage(stage).items():
                if who in way.who:
                    continue
                told = await crowd.press(person, sheet, await crowd.id_of(verb, way, names), way, names)
                assert len(told) == 1 and told[0] in REFUSED, (verb, who, told)
                assert crowd.kept() == before, (verb, who)


@pytest.mark.parametrize("stage", list(Stage))
async def test_who_may_is_not_refused_for_who_they_are(database: Path, stage: Stage) -> None:
    """One after the other in the order in which they stand above; those who may most come last."""
    async with gathered(database, stage) as crowd:
        for who, person in crowd.people.items():
            for verb, way in of_stage(stage).items():
                if who in way.who:
                    names = await crowd.names(stage)
                    sheet = await crowd.sheet(person)
                    told = await crowd.press(person, sheet, await crowd.id_of(verb, way, names), way, names)
                    assert not (REFUSED | NO_SUCH | {UNKNOWN}) & set(told), (verb, who, told)


@pytest.mark.parametrize("stage", [Stage.ASKED, Stage.PLAYING])
async def test_ids_that_were_made_up_change_nothing(database: Path, stage: Stage) -> None:
    """Another league's plan in the name of one's own, a night or plan that is not there, of another server or
    of another kind; and what is one person's on a message that others see."""
    async with gathered(database, stage) as crowd:
        names, before = await crowd.names(stage), crowd.kept()
        rival, ann = crowd.people[Who.RIVAL], crowd.people[Who.ORGANISER]
        own, sheet = await crowd.sheet(rival), await crowd.sheet(ann)
        public = (await crowd.out.message(StepKind.SIGN_UP))["id"]
        for verb, way in of_stage(stage).items():
            real = await crowd.id_of(verb, way, names)
            forged = [
                real.replace(":n1:", ":n999:"),
                real.replace(":l1:1:", ":l1:999:"),
                real.replace(":l1:", ":l999:"),
            ]
            forged += [
                real.replace(":n1:", ":l1:"),
                real.replace(":l1:", ":n1:"),
                real.replace(":n1:", ":1:"),
            ]
            if verb in OF_NO_PLAN:
                forged.remove(real.replace(":l1:1:", ":l1:999:"))
            for custom_id in {*forged} - {real}:
                told = await crowd.press(ann, sheet, custom_id, way, names)
                assert len(told) == 1 and told[0] in {UNKNOWN, *NO_SUCH}, (custom_id, told)
            if verb in {*OF_PLANS} - OF_NO_PLAN:
                told = await crowd.press(rival, own, real.replace(":l1:", ":l2:"), way, names)
                assert told == [UNKNOWN], (verb, told)
            if crowd.house.bot.routes.each[verb].private:
                assert await crowd.press(ann, public, real, way, names) == [UNKNOWN], verb
            assert crowd.kept() == before, verb


@pytest.mark.parametrize("stage", [Stage.ASKED, Stage.PLAYING])
async def test_what_is_organised_is_not_in_direct_messages(database: Path, stage: Stage) -> None:
    async with gathered(database, stage) as crowd:
        names, before, ann = await crowd.names(stage), crowd.kept(), crowd.people[Who.ORGANISER]
        channel = ann.open_direct_messages()["id"]
        await (await ann.command(channel, "help")).done()
        sheet = ann.messages(channel)[-1]["id"]
        for verb, way in of_stage(stage).items():
            if way.who in (Who.ORGANISER, REFEREES):
                custom_id = await crowd.id_of(verb, way, names)
                told = await crowd.press(ann, sheet, custom_id, way, names)
                assert len(told) == 1 and told[0] in {UNKNOWN, *NO_SUCH, *REFUSED}, (verb, told)
                assert crowd.kept() == before, verb


async def test_who_may_type(database: Path) -> None:
    """Who may not is told why, and nothing is changed; nobody else is refused for who they are."""
    async with gathered(database, Stage.ASKED) as crowd:
        for name, (may, options) in COMMANDS.items():
            for who, person in crowd.people.items():
                before = crowd.kept()
                named = {**options, "league": NAME} if name != "list" else options
                answered = await crowd.house.command(person, f"night {name}", named)
                assert answered.state == "answered", answered.error
                told = reading.text(answered.message) if answered.message is not None else ""  # a form
                assert (told in REFUSED) == (who not in may), (name, who, told)
                if who not in may:
                    assert crowd.kept() == before, (name, who)


async def test_a_night_is_moved_only_to_where_its_organiser_may_write(database: Path) -> None:
    """Ids of channels can be made up too; and where the bot may not do what a night takes, that is said."""
    async with gathered(database, Stage.ASKED) as crowd:
        ann, way, world = crowd.people[Who.ORGANISER], OF_NIGHTS["manage-move"], crowd.house.server.changes
        (guild,) = crowd.house.world.guilds.values()
        hidden, silent = world.add_channel(guild, "staff"), world.add_channel(guild, "rules")
        world.hide(hidden, ann.account)
        world.set_permissions(silent, Permission.VIEW_CHANNEL)
        before = crowd.kept()
        for channel, reason in ((hidden.id, "text channel on this server"), (silent.id, "can't hold a night"),
                                (10**18, "text channel on this server")):  # fmt: skip
            names = {"channel": str(channel)}
            custom_id = await crowd.id_of("manage-move", way, names)
            (told,) = await crowd.press(ann, await crowd.sheet(ann), custom_id, way, names)
            assert reason in told, (channel, told)
            assert crowd.kept() == before, channel
