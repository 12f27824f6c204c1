"""Who may do what: every button, select and form, and every command, pressed and typed by everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Flag, StrEnum, auto
from typing import Any

import pytest
from discord import app_commands

from bot.engine.cards import members
from bot.engine.game import AWAITS_DECK
from bot.people.settings import Openers
from bot.tables.model import Invited, State
from bot.tables.table import Table
from bot.words.catalogue import words_for
from playground import reading
from playground.interactions.acts import InvalidAct
from playground.interactions.invocations import Invocation
from playground.people import Person
from playground.world.permissions import Permission
from tests.e2e.house import House
from tests.e2e.leagues.test_who_may import LEAGUE_PRESSES, MENTION
from tests.e2e.nights.test_who_may import NIGHT_PRESSES
from tests.e2e.stats.test_hidden import STATS_PRESSES
from tests.e2e.tournaments.test_who_may import PRESSES as TOURNAMENT_PRESSES

MODAL, COMPONENT = 5, 3


class Who(Flag):
    """Everybody there is. The moderator and the manager sit nowhere, and are not each other."""

    STRANGER = auto()
    SEATED = auto()
    """At the table, and not its host."""
    HOST = auto()
    MODERATOR = auto()
    """May delete others' messages."""
    MANAGER = auto()
    """May manage the server."""


PLAYERS = Who.SEATED | Who.HOST
OTHERS = Who.STRANGER | Who.MODERATOR | Who.MANAGER
ANYONE = PLAYERS | OTHERS

NOT_OFFERED = {"server settings": "error.not-server-manager", "admin status": "error.not-owner"}
"""Commands that Discord does not offer to everybody, and what who is not offered one would be told."""

REFUSED = (
    "already-seated",
    "moderators-only",
    "not-at-table",
    "not-host",
    "not-owner",
    "not-manager",
    "not-seated",
    "not-server-manager",
    "review-not-yours",
)
"""The reasons that are about who somebody is."""


class Stage(StrEnum):
    """Where a table has got to."""

    LOBBY = auto()
    """With the host, one more person and two robots."""
    OPEN = auto()
    """The same with a seat to spare."""
    GIVEN = auto()
    """The same people and robots on seats that the program has given them: nobody is host."""
    PLAYING = auto()
    DEAL_OVER = auto()
    ADJOURNED = auto()
    FINISHED = auto()


@dataclass(frozen=True)
class Way:
    """Who may, where the table is then, and what is pressed or typed with it. ``value`` is the end of the
    custom id; ``values`` are chosen, ``form`` is filled in."""

    who: Who
    stage: Stage = Stage.LOBBY
    value: str = ""
    values: Sequence[str] = ()
    form: Mapping[str, str] = field(default_factory=dict[str, str])
    silent: bool = False
    """Whether it shows in the table's message alone."""


PRESSES = {
    # a lobby
    "join": Way(OTHERS, Stage.OPEN),
    "here": Way(PLAYERS, Stage.GIVEN),
    "leave": Way(PLAYERS),
    "add-robot": Way(Who.HOST, Stage.OPEN),
    "remove-robot": Way(Who.HOST),
    "start": Way(Who.HOST),
    "fill-start": Way(Who.HOST, Stage.OPEN),
    "start-here": Way(Who.HOST),
    "options": Way(Who.HOST),
    "set-preset": Way(Who.HOST, values=["kingen-iwwa"]),
    "set-players": Way(Who.HOST, values=["4"]),
    "set-pace": Way(Who.HOST, values=["60s"]),
    "set-robots": Way(Who.HOST, values=["easy"]),
    "set-robot": Way(Who.HOST, values=["ROBOT-steady"]),
    "set-robot-pace": Way(Who.HOST, values=["calm"]),
    "pick-option": Way(Who.HOST, values=["batches"]),
    "set-option": Way(Who.HOST, value="batches", values=["13"]),
    "type-option": Way(Who.HOST, value="batches"),
    "typed-option": Way(Who.HOST, value="batches", form={"value": "13"}),
    "reset-options": Way(Who.HOST),
    # a game; whose turn it is comes after who plays
    "act": Way(PLAYERS, Stage.PLAYING, value="play QH"),
    "choose": Way(PLAYERS, Stage.PLAYING, values=["play QH"]),
    "mark": Way(PLAYERS, Stage.PLAYING, value="play QH"),
    "queue": Way(PLAYERS, Stage.PLAYING, value="play QH"),
    "unqueue": Way(PLAYERS, Stage.PLAYING, value="play QH"),
    "take-rest": Way(PLAYERS, Stage.PLAYING),
    "nudge": Way(PLAYERS, Stage.PLAYING),
    "emote": Way(PLAYERS, Stage.PLAYING, value="thanks", silent=True),
    "rows": Way(PLAYERS, Stage.PLAYING),
    "my-hand": Way(ANYONE, Stage.PLAYING),
    "watch": Way(ANYONE, Stage.PLAYING),
    "back": Way(PLAYERS, Stage.PLAYING),
    "ready": Way(PLAYERS, Stage.DEAL_OVER),
    "resume": Way(Who.HOST, Stage.ADJOURNED),
    "sit-down": Way(OTHERS, Stage.PLAYING),
    # who is gone; when a player who is no host may is in test_gone_players.py
    "gone-robot": Way(PLAYERS | Who.MODERATOR, Stage.PLAYING, value="1"),
    "gone-wait": Way(PLAYERS | Who.MODERATOR, Stage.PLAYING, value="1"),
    "take-seat": Way(OTHERS, Stage.PLAYING, values=["ROBOT"]),
    "rematch": Way(PLAYERS, Stage.FINISHED),
    # what was asked before; that it has been is nothing to whoever may not
    "yes": Way(Who.HOST, Stage.PLAYING, value="adjourn"),
    "no": Way(ANYONE),
    # looking, which tells nobody anything that the table's message does not
    "more": Way(ANYONE, Stage.PLAYING),
    "emotes": Way(ANYONE, Stage.PLAYING),
    "last-trick": Way(ANYONE, Stage.PLAYING),
    "scores": Way(ANYONE, Stage.PLAYING),
    "rules": Way(ANYONE, Stage.PLAYING),
    "rules-page": Way(ANYONE, Stage.PLAYING, values=["game"]),
    "rules-example": Way(ANYONE, Stage.PLAYING, value="0:game"),
    "rules-players": Way(ANYONE, value=":kingen", values=["4"]),
    "what-is-this": Way(ANYONE),
    "help-topic": Way(ANYONE, values=["table"]),
    "deals": Way(ANYONE, Stage.DEAL_OVER),
    "deals-page": Way(ANYONE, Stage.DEAL_OVER, value="0"),
    "deal-look": Way(ANYONE, Stage.DEAL_OVER, value="0"),
    "deal-pick": Way(ANYONE, Stage.DEAL_OVER, value="0", values=["0"]),
    "fair": Way(ANYONE, Stage.PLAYING),
    "hint": Way(PLAYERS, Stage.PLAYING),
    "why": Way(PLAYERS, Stage.PLAYING, value="1"),
    "why-go": Way(PLAYERS, Stage.PLAYING, value="1:own"),
    "why-card": Way(PLAYERS, Stage.PLAYING, values=["1"]),
    "why-allow": Way(PLAYERS, Stage.PLAYING, value="yes"),
    # a game that is over; who sees its channel is in replay/test_who.py
    "replay-open": Way(ANYONE, Stage.FINISHED),
    "replay": Way(ANYONE, Stage.FINISHED, value="on:0:0:t-0"),
    "replay-deal": Way(ANYONE, Stage.FINISHED, value="0:0:t-0", values=["2"]),
    "replay-eyes": Way(ANYONE, Stage.FINISHED, value="0:0:t-0", values=["1"]),
    "replay-why": Way(ANYONE, Stage.FINISHED, value="0:1:c-0"),
    "replay-more": Way(ANYONE, Stage.FINISHED, value="0:0:t-0"),
    "replay-animation": Way(ANYONE, Stage.FINISHED, value="0:0:t-0"),
    "replay-record": Way(ANYONE, Stage.FINISHED, value="0:0:t-0"),
    "replay-share": Way(ANYONE, Stage.FINISHED, value="0:0:t-0", silent=True),
    # one's own cards in it
    "review-open": Way(PLAYERS, Stage.FINISHED),
    "review": Way(PLAYERS, Stage.FINISHED, value="0"),
    # a lesson
    "basics": Way(ANYONE, value="1"),
    "learn": Way(ANYONE, value="kingen"),
    "lesson": Way(ANYONE, value="kingen:0:0:play 7S"),
    "lesson-at": Way(ANYONE, value="kingen:0:0"),
    "lesson-game": Way(ANYONE, values=["kingen"]),
    "lesson-play": Way(ANYONE, value="kingen"),
    # the deal of the day: anybody's own
    "daily-play": Way(ANYONE, value="2026-11-24"),
    "daily-result": Way(ANYONE, Stage.FINISHED),
    "daily-open": Way(ANYONE, value="2026-11-24:whist"),
    "daily-proof": Way(ANYONE, value="2026-11-24"),
    "daily-share": Way(ANYONE, value="2026-11-24"),
    # where everybody may open tables, as it is at first
    "practise": Way(ANYONE),
    "play-now": Way(ANYONE),
    "open-table": Way(ANYONE),
    # one's own settings
    "settings": Way(ANYONE),
    "setting-pick": Way(ANYONE, values=["language"]),
    "setting-set": Way(ANYONE, value="language:nl"),
    "quiet-form": Way(ANYONE),
    "quiet-hours": Way(ANYONE, form={"start": "22", "end": "7", "zone": "Europe/Brussels"}),
    "quiet-none": Way(ANYONE),
    # one's own data; those who are at a table are told that it has to be over
    "privacy-export": Way(ANYONE),
    "privacy-delete": Way(ANYONE),
    "privacy-sure": Way(ANYONE),
    "privacy-later": Way(ANYONE),
    "privacy-take-back": Way(ANYONE),
    "privacy-yes": Way(ANYONE, value="0"),
    "privacy-no": Way(ANYONE),
    # the bot's own: whatever rights somebody has on a server
    "admin-status": Way(Who(0)),
    # the server's
    "server-settings": Way(Who.MANAGER),
    "server-pick": Way(Who.MANAGER, values=["language"]),
    "server-set": Way(Who.MANAGER, value="language:nl"),
    "server-game": Way(Who.MANAGER, values=["kingen-iwwa"]),
    "server-role": Way(Who.MANAGER, values=["1"]),
    "server-channels": Way(Who.MANAGER, values=["1"]),
    "server-anywhere": Way(Who.MANAGER),
}

COMMANDS = {
    "table open": Way(ANYONE),
    "table list": Way(ANYONE),
    "play": Way(ANYONE),
    "learn": Way(ANYONE),
    "daily": Way(ANYONE),
    "table show": Way(PLAYERS | Who.MODERATOR, Stage.PLAYING),
    "table leave": Way(PLAYERS, Stage.PLAYING),
    "table replace": Way(Who.HOST | Who.MODERATOR, Stage.PLAYING),
    "table adjourn": Way(Who.HOST, Stage.PLAYING),
    "table close": Way(Who.HOST | Who.MODERATOR, Stage.PLAYING),
    "hand": Way(ANYONE, Stage.PLAYING),
    "presets save": Way(Who.MANAGER),
    "presets list": Way(ANYONE),
    "presets remove": Way(Who.MANAGER),
    "rules": Way(ANYONE),
    "replay": Way(ANYONE, Stage.FINISHED),
    "settings": Way(ANYONE),
    "server settings": Way(Who.MANAGER),
    "help": Way(ANYONE),
    "privacy show": Way(ANYONE),
    "privacy export": Way(ANYONE),
    "privacy delete": Way(ANYONE),
    "admin status": Way(Who(0)),
}


@dataclass(frozen=True)
class Snapshot:
    """What there is: for everybody, of one person's, and what this person sees alone, by message."""

    facts: tuple[object, ...]
    wishes: object
    whispers: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Outcome:
    """What somebody was told, whether anything has changed for others, and whether anything came of it."""

    told: list[str]
    changed: bool
    answered: bool


def _robot(table: Table) -> int:
    """The first seat that nobody sits on; 0 where there is none."""
    return next((number for number, seat in enumerate(table.facts.seats) if seat.user_id is None), 0)


class Crowd:
    """Everybody, in one house, and the tables they are asked about."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.channel = house.cards
        """Where the tables are that they are asked about."""
        server = house.server
        self.guild = next(iter(server.world.guilds.values()))
        _, host, seated, moderator = house.people()  # the first owns the server, and may do everything
        manager = server.people.add("Fay")
        self.people = {
            Who.STRANGER: server.people.add("Eve"),
            Who.SEATED: seated,
            Who.HOST: host,
            Who.MODERATOR: moderator,
            Who.MANAGER: manager,
        }
        roles = (
            ("Moderators", moderator, Permission.MANAGE_MESSAGES),
            ("Managers", manager, Permission.MANAGE_GUILD),
        )
        for name, holder, permission in roles:
            server.changes.add_role(self.guild, name, holder.account, permissions=permission)

    async def table(self, stage: Stage) -> Table:
        """A table of the host, the seated and robots."""
        host, seated = self.people[Who.HOST], self.people[Who.SEATED]
        if stage is Stage.GIVEN:
            seats = Invited(host.id, host.name), None, Invited(seated.id, seated.name), None
            return await self.house.bot.tables.open_with_seats(
                "Friday 1", seats, guild_id=self.guild.id, channel_id=self.channel
            )
        table = await self.house.bot.tables.open(
            guild_id=self.guild.id, channel_id=self.channel, host_id=host.id, host_name=host.name
        )
        await table.join(seated.id, seated.name)
        await table.add_robot(host.id)
        if stage is Stage.OPEN:
            return table
        await table.add_robot(host.id)
        if stage is Stage.LOBBY:
            return table
        await table.start(host.id)
        await self.house.world.until(lambda: self.house.to_move(table) is not None)
        if stage is Stage.ADJOURNED:
            await table.adjourn(host.id)
        elif stage is Stage.DEAL_OVER:
            await self._play(table, deals=1)
        elif stage is Stage.FINISHED:
            await self._play(table)
        return table

    async def another(self, stage: Stage) -> Table:
        """A table as it was, in place of all that there are."""
        for table in self.house.bot.tables.running():
            await table.call_off()
        return await self.table(stage)

    async def _play(self, table: Table, deals: int | None = None) -> None:
        """So many deals, or to the game's end."""
        while table.facts.state is State.PLAYING:
            turn, seq = table.facts.turn, table.facts.seq
            assert turn is not None
            if turn == AWAITS_DECK:
                if len((await table.view(None)).results) == deals:
                    return
                for seat in table.facts.seats:
                    if seat.user_id is not None:
                        await table.ready(seat.user_id)
            elif (user_id := table.facts.seats[turn].user_id) is None:
                await self.house.world.until(lambda: table.facts.seq > seq)  # noqa: B023 (awaited here)
            else:
                action = next(iter(members((await table.view(turn)).legal)))
                await table.act(user_id, seq, action)
            await self.house.bot.tables.quiet()

    async def sheet(self, person: Person) -> str:
        """The id of a message that this person alone sees, to press made-up buttons on."""
        await self.house.reply(person, "help")
        return self.house.whispers(person)[-1]["id"]

    async def press(
        self, person: Person, sheet: str, verb: str, way: Way, table: Table, number: int | str | None = None
    ) -> Outcome:
        """Press, choose or submit by a custom id made up by hand, about the table or one of another
        ``number``, and wait for what it leads to."""
        before = await self.snapshot(person, table)
        pressed = self.pressed(person, sheet, verb, way, table, number)
        return await self.outcome(person, table, pressed, before)

    def pressed(
        self, person: Person, sheet: str, verb: str, way: Way, table: Table, number: int | str | None = None
    ) -> Invocation:
        """The same, without waiting."""
        facts = table.facts
        robot = str(_robot(table))
        data: dict[str, Any] = {"custom_id": f"hh:{verb}:{number or facts.id}:{facts.seq}:{way.value}"}
        if way.form:
            inputs = [
                {"type": 4, "id": 2, "custom_id": name, "value": text} for name, text in way.form.items()
            ]
            data["components"] = [{"type": 18, "id": 1, "component": one} for one in inputs]
        else:
            values = [value.replace("ROBOT", robot) for value in way.values]
            data |= {"component_type": 3 if values else 2, "id": 1, "values": values}
        message = self.house.world.find_message(sheet)
        assert message is not None
        kind = MODAL if way.form else COMPONENT
        return self.house.server.desk.open(person.account, message.channel, kind, data, source=message)

    async def type(self, person: Person, path: str, table: Table) -> Outcome:
        """Send a command; what its client does not even offer counts as refused."""
        before = await self.snapshot(person, table)
        try:
            invocation = await self.typed(person, path, table)
        except InvalidAct:
            return Outcome([words_for("en")(NOT_OFFERED[path])], changed=False, answered=False)
        return await self.outcome(person, table, invocation, before)

    async def typed(self, person: Person, path: str, table: Table) -> Invocation:
        """The same, without waiting. Raises InvalidAct."""
        options: dict[str, Any] = {"table": table.facts.id}
        if path in (
            "table open",
            "table list",
            "presets list",
            "settings",
            "server settings",
            "help",
            "learn",
            "daily",
            "play",
        ) or path.startswith(("privacy ", "admin ")):
            options = {}
        elif path == "table replace":
            theirs = table.facts.seat_of(self.people[Who.SEATED].id)
            options["player"] = _robot(table) if theirs is None else theirs  # a robot's once it is replaced
        elif path == "presets save":
            options["name"] = "ours"
        elif path == "presets remove":
            options = {"name": "ours"}
        return await person.command(self.house.cards, path, options)

    async def outcome(
        self, person: Person, table: Table, invocation: Invocation, before: Snapshot
    ) -> Outcome:
        """What it led to."""
        await invocation.done()
        await self.house.settled()
        assert invocation.state == "answered", (person, invocation.custom_id, invocation.error)
        after = await self.snapshot(person, table)
        known = set(before.whispers)
        whispers = self.house.whispers(person)
        texts = [reading.text(one) for one in whispers if (one["id"], str(one)) not in known]
        told = [MENTION.sub(r"`/\1`", text) for text in texts]
        return Outcome(told, after.facts != before.facts, after != before or invocation.modal is not None)

    async def snapshot(self, person: Person, table: Table) -> Snapshot:
        """Everything a press may change, and what its person sees alone."""
        bot = self.house.bot
        facts = (
            table.facts,
            tuple(one.facts.id for one in bot.tables.running()),
            await bot.people.settings(self.guild.id),
            tuple(preset.name for preset in await bot.presets.named(self.guild.id)),
        )
        seen = tuple((one["id"], str(one)) for one in self.house.whispers(person))
        return Snapshot(facts, await bot.people.preferences(person.id), seen)


REFUSALS = {words_for("en")(f"error.{key}") for key in REFUSED}
NOT_ONE_OF_OURS = words_for("en")("error.unknown-button")


def test_every_button_and_command_is_here(house: House) -> None:
    others = LEAGUE_PRESSES | NIGHT_PRESSES | STATS_PRESSES | set(TOURNAMENT_PRESSES)
    assert set(PRESSES) | others == set(house.bot.routes.each)
    commands = [one for one in house.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    elsewhere = {
        one.qualified_name
        for one in commands
        if one.parent and one.parent.name in ("league", "night", "stats", "tournament")
    }
    assert set(COMMANDS) | elsewhere == {one.qualified_name for one in commands}


@pytest.mark.parametrize("stage", list(Stage))
async def test_who_may_not_press(house: House, stage: Stage) -> None:
    """Each is told why, and nothing is changed."""
    crowd = Crowd(house)
    table = await crowd.table(stage)
    for who, person in crowd.people.items():
        sheet = await crowd.sheet(person)
        for verb, way in PRESSES.items():
            if way.stage is stage and who not in way.who:
                outcome = await crowd.press(person, sheet, verb, way, table)
                assert len(outcome.told) == 1 and outcome.told[0] in REFUSALS, (verb, who, outcome)
                assert not outcome.changed, (verb, who)


@pytest.mark.parametrize("stage", list(Stage))
async def test_who_may_press(house: House, stage: Stage) -> None:
    """Nobody is refused for who they are, and something comes of it."""
    crowd = Crowd(house)
    table = await crowd.table(stage)
    for verb, way in PRESSES.items():
        for who, person in crowd.people.items():
            if way.stage is stage and who in way.who:
                outcome = await crowd.press(person, await crowd.sheet(person), verb, way, table)
                if outcome.changed and stage is not Stage.FINISHED:  # that one stays as it is
                    table = await crowd.another(stage)
                assert not REFUSALS & set(outcome.told), (verb, who, outcome)
                assert NOT_ONE_OF_OURS not in outcome.told, (verb, who)
                assert outcome.answered or way.silent, (verb, who)


@pytest.mark.parametrize("stage", list(Stage))
async def test_what_is_one_persons_is_not_pressed_where_others_see_it(house: House, stage: Stage) -> None:
    """By whoever may, with what would do something on a message of their own."""
    crowd = Crowd(house)
    public = house.lobby(await house.open_table(crowd.people[Who.MANAGER]))["id"]
    table = await crowd.table(stage)
    for verb, way in PRESSES.items():
        if way.stage is stage and house.bot.routes.each[verb].private:
            for who, person in crowd.people.items():
                if who in way.who:
                    outcome = await crowd.press(person, public, verb, way, table)
                    assert outcome.told == [NOT_ONE_OF_OURS] and not outcome.changed, (verb, who, outcome)


@pytest.mark.parametrize("path", list(COMMANDS))
async def test_who_may_type(house: House, path: str) -> None:
    """Who may not is told why, and nothing is changed; nobody else is refused for who they are."""
    crowd, way = Crowd(house), COMMANDS[path]
    table = await crowd.table(way.stage)
    for who, person in crowd.people.items():
        outcome = await crowd.type(person, path, table)
        if who in way.who:
            assert not REFUSALS & set(outcome.told), (who, outcome)
            assert outcome.answered, who
            if outcome.changed:
                table = await crowd.another(way.stage)
        else:
            assert len(outcome.told) == 1 and outcome.told[0] in REFUSALS, (who, outcome)
            assert not outcome.changed, who


@pytest.mark.parametrize("path", ["table open", "play-now", "open-table"])
async def test_where_moderators_alone_open_tables(house: House, path: str) -> None:
    crowd = Crowd(house)
    table = await crowd.table(Stage.LOBBY)
    await house.bot.people.set_settings(
        crowd.guild.id, lambda settings: settings.changed("openers", Openers.MODERATORS)
    )
    for who, person in crowd.people.items():
        if path in COMMANDS:
            outcome = await crowd.type(person, path, table)
        else:
            outcome = await crowd.press(person, await crowd.sheet(person), path, PRESSES[path], table)
        assert outcome.changed == (who in Who.MODERATOR | Who.MANAGER), who
        assert outcome.changed or outcome.told[0] in REFUSALS, who
