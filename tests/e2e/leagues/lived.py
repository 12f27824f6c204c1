"""A whole season of a club, lived by its people through Discord, and told in a file beside it.

The file is written here from what was done, by the paragraphs and nothing of the program: what it comes to by
the second calculation (``tests/leagues/reference``) has to be what people are shown.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from bot.engine.cards import members as cards_of
from bot.engine.game import AWAITS_DECK
from bot.leagues.model import ClubMember, League, SeasonFacts
from bot.leagues.season.settings import SeasonSettings
from bot.tables.model import State
from bot.tables.table import Table
from playground import reading
from playground.people import Person
from tests.clock import FakeClock
from tests.e2e.house import EPHEMERAL, open_house
from tests.e2e.leagues.book import Book, kept
from tests.e2e.leagues.club import Shown
from tests.leagues.generated_season import FIRST
from tests.leagues.schedule import ZONE, Game, Json, Season, Seat

BEGIN = 1_787_000_000.0
"""In August 2026, before the first day of the season."""

NAME = "Tuesday club"
ORGANISER = "u1"
SEATS = 4
"""At a table of the league; who finds none does not play."""

A_WHILE = 30
"""How many acts go by before somebody goes home."""

A_MOMENT = 2.0
"""What people take for whatever they do, in seconds."""


@dataclass(kw_only=True)
class Lived(Book):
    """The season as it is planned, and as far as it has been lived. ``games`` and ``nights`` are there by
    what the plan calls them."""

    plan: Season
    games: dict[str, Json] = field(default_factory=dict[str, Json])
    nights: dict[str, str] = field(default_factory=dict[str, str])
    played: int = 0

    @property
    def organiser(self) -> Person:
        return self.people[ORGANISER]

    def id(self, name: str) -> str:
        return str(self.people[name].id)

    @classmethod
    async def through(cls, plan: Season, folder: Path) -> Lived:
        """Live a season, look at the file that is exported of it, undo all corrections, and look again."""
        clock, database = FakeClock(BEGIN), folder / "season.sqlite3"
        async with open_house(database, clock=clock) as house:
            lived = cls(house=house, clock=clock, plan=plan, database=database)
            await lived.live()
            await lived.check_file(folder)
            await lived.undo_everything()
            await lived.check_file(folder)
            return lived

    @property
    def has_everything(self) -> bool:
        """Whether somebody gave a seat up at a table, guests and robots had seats, members sat out and were
        excused, and events of several kinds were undone."""
        seats = [seat for game in self.games.values() for seat in game["seats"]]
        did = {one["do"] for one in self.file["corrections"]}
        return (
            any(seat.get("left") for seat in seats)
            and any("guest" in seat for seat in seats)
            and any("robot" in seat for seat in seats)
            and bool(self.file["byes"])
            and {"excuse", "points", "void", "undo"} <= did
        )

    # The season from its first day on

    async def live(self) -> None:
        """All that is planned, each at its time."""
        for moment, act in sorted(self._acts(), key=lambda found: found[0]):
            await self._go_to(moment)
            await act()
            await self.check_table()

    def _acts(self) -> Iterator[tuple[datetime, Callable[[], Awaitable[None]]]]:
        yield _noon(FIRST - timedelta(weeks=2)), self._found
        for member in self.plan.members:
            if member.id != ORGANISER:
                yield _noon(member.joined), lambda one=member.id: self._join(one)
            if member.left is not None:
                yield _noon(member.left), lambda one=member.id: self._leave(one)
        for number, night in enumerate(self.plan.nights):
            start = night.start.astimezone(UTC)
            yield start - timedelta(hours=2), lambda one=night: self._plan_night(one.id, one.start.date())
            for at, one in enumerate(night.rounds, 1):
                for game in one.games:
                    yield start + timedelta(hours=at), lambda game=game: self._play(game)
                for player in one.byes:
                    bye = {"night": night.id, "round": at, "player": player}
                    yield start + timedelta(hours=at, minutes=30), lambda bye=bye: self._bye(**bye)
            for player in night.excused:
                yield start + timedelta(hours=8), lambda who=player, one=night.id: self._excuse(one, who)
            yield start + timedelta(hours=12), lambda at=number: self._correct(at)
        for game in self.plan.free_games:
            yield game.ended, lambda game=game: self._play(game)

    async def _go_to(self, moment: datetime) -> None:
        wait = moment.timestamp() - self.clock.now()
        if wait > 0:
            self.clock.advance(wait)
        await self.house.settled()

    # People

    async def _found(self) -> None:
        """The league is founded with its first member. Its settings are those of the plan."""
        for name in (*(one.id for one in self.plan.members), *self.plan.guests):
            self.people[name] = self.house.server.people.add(name)
        (guild_id,) = self.house.world.guilds
        store, day = self.house.bot.store, FIRST - timedelta(weeks=2)
        league = League(0, guild_id, NAME, "kingen", 4, ZONE, self.organiser.id, self.clock.now())
        facts = SeasonFacts(0, 0, 1, "2026", SeasonSettings.read(self.plan.settings), day)
        creator = ClubMember(0, self.id(ORGANISER), ORGANISER, self.organiser.id, self.clock.now(), day)
        self.league = await store.leagues.create(league, facts, creator)
        await self.house.reply(self.organiser, "settings")
        await self.house.bot.people.prefer(self.organiser.id, lambda one: replace(one, text_mode=True))
        self.file = {
            "season": 1, "settings": self.plan.settings, "zone": ZONE, "members": [],
            "nights": [], "games": [], "byes": [], "corrections": [],
        }  # fmt: skip
        self._member(ORGANISER, day)

    def _member(self, name: str, day: date) -> None:
        told = {"id": self.id(name), "name": name, "joined": day.isoformat(), "left": None}
        self.file["members"].append(told)

    async def _join(self, name: str) -> None:
        await self.house.reply(self.people[name], "league join")
        assert await self._members() == {*self._there(), name}
        self._member(name, self._today())

    async def _leave(self, name: str) -> None:
        assert await self._members() == self._there()
        await self.house.confirmed(self.people[name], "league leave")
        (told,) = [one for one in self.file["members"] if one["name"] == name]
        told["left"] = self._today().isoformat()
        assert await self._members() == self._there()

    def _there(self) -> set[str]:
        """Who is a member now."""
        return {one["name"] for one in self.file["members"] if one["left"] is None}

    async def _members(self) -> set[str]:
        """The same as the league knows it."""
        return {one.name for one in await self.house.bot.clubs.members(self.league.id)}

    def _today(self) -> date:
        return datetime.fromtimestamp(self.clock.now(), ZoneInfo(ZONE)).date()

    # Nights

    async def _plan_night(self, name: str, day: date) -> None:
        shown = await self._all_nights()
        await shown.fill(await shown.press("Add a night"), date=day.isoformat())
        assert "Planned" in shown.text
        self.nights[name] = f"n{len(self.nights) + 1}"
        self.file["nights"].append({"id": self.nights[name], "date": day.isoformat()})

    async def _night(self, name: str) -> Shown:
        """A night's panel."""
        (day,) = [
            date.fromisoformat(one["date"]) for one in self.file["nights"] if one["id"] == self.nights[name]
        ]
        shown = await self._all_nights()
        await shown.choose("league-night", f"{day.day} {day:%B} {day.year}")
        return shown

    async def _all_nights(self) -> Shown:
        shown = await Shown.by(self.house, self.organiser, "correct")
        await shown.press("All nights")
        return shown

    async def _bye(self, night: str, round: int, player: str) -> None:
        shown = await self._night(night)
        await shown.fill(await shown.press("Somebody sat out"), name=player, round=str(round))
        assert "Saved." in shown.text, shown.text
        bye = {"night": self.nights[night], "round": round, "player": self.id(player)}
        self.file["byes"].append(bye)

    async def _excuse(self, night: str, player: str) -> None:
        shown = await self._night(night)
        asked = await shown.press("Excuse somebody")
        await self.make(
            shown, asked, {"name": player}, do="excuse", night=self.nights[night], player=self.id(player)
        )

    # Games

    async def _play(self, game: Game) -> None:
        """At a table where somebody goes home in the middle of it, and on paper otherwise."""
        if any(seat.left for seat in game.seats):
            await self._at_a_table(game)
        else:
            await self._on_paper(game)

    def _told(self, game: Game, seats: list[Json]) -> None:
        at = datetime.fromtimestamp(self.clock.now(), UTC) if game.night else game.started
        night = None if game.night is None else self.nights[game.night]
        told = {
            "id": game.id,
            "night": night,
            "started": kept(at),
            "ended": kept(at),
            "sum": 0,
            "seats": seats,
        }
        self.games[game.id] = told
        self.file["games"].append(told)

    async def _on_paper(self, game: Game) -> None:
        """The organiser writes it down; its players or the organiser say that it is right."""
        asked = await self.house.command(self.organiser, "league report")
        assert asked.modal is not None, asked.error
        day = game.started.astimezone(ZoneInfo(ZONE)).date().isoformat()
        where = {"night": f"{self._night_day(game)}.0"} if game.night else {"night": "free", "day": day}
        seats = [replace(seat, kind=self._kind(seat)) for seat in game.seats]
        text = "\n".join(f"{_typed(seat.kind, seat.id)} {seat.points}" for seat in seats)
        done = await (await self.organiser.submit(asked.modal, {"text": text, **where})).done()
        await self.house.settled()
        assert done.state == "answered" and done.message is not None, done.error
        panel = self.organiser.message(done.message["id"])
        assert "Send" in _labels(panel), reading.text(panel)
        await self._press(self.organiser, panel, "Send")
        await self._confirm(seats)
        kinds = {"player": self.id, "guest": lambda name: f"+{name}", "robot": lambda _: "steady"}
        self._told(game, [{seat.kind: kinds[seat.kind](seat.id), "points": seat.points} for seat in seats])

    def _kind(self, seat: Seat) -> str:
        """Who has left the league comes as a guest."""
        return "guest" if seat.kind == "player" and seat.id not in self._there() else seat.kind

    async def _confirm(self, seats: Sequence[Seat]) -> None:
        self.played += 1
        message = self._posted()
        awaited = [one.id for one in seats if one.kind == "player" and one.id != ORGANISER]
        if self.played % 4:
            if "Confirm for everybody" in _labels(message):
                await self._press(self.organiser, message, "Confirm for everybody")
            return
        for name in awaited if "It's right" in _labels(message) else ():
            await self._press(self.people[name], self._posted(), "It's right")
        if "Confirm for everybody" in _labels(self._posted()):
            await self._press(self.organiser, self._posted(), "Confirm for everybody")

    def _posted(self) -> dict[str, Any]:
        """The newest message of a game on paper for everybody."""
        return [one for one in self.organiser.messages(self.house.cards) if not one["flags"] & EPHEMERAL][-1]

    def _night_day(self, game: Game) -> str:
        (day,) = [one["date"] for one in self.file["nights"] if one["id"] == self.nights[game.night or ""]]
        return day

    async def _at_a_table(self, game: Game) -> None:
        """Opened by one of them; who goes home gives the seat up in the middle."""
        leaving = [one for seat in game.seats for one in seat.left]
        staying = [seat.id for seat in game.seats if seat.kind != "robot"]
        everybody = [*leaving, *staying][:SEATS]
        members = [one for one in everybody if one in self._there()]
        host, others = members[0], [one for one in everybody if one != members[0]]
        table = await self._opened(host, others)
        await self._some_acts(table, A_WHILE)
        for name in leaving:
            if name in (self.people[host].name, *others) and table.facts.state is State.PLAYING:
                await self.house.confirmed(self.people[name], "table leave")
                await self._some_acts(table, A_WHILE)
        await self._some_acts(table, None)
        assert table.facts.state is State.FINISHED
        self._told(game, self.seats_at_the_end(table))

    async def _opened(self, host: str, others: Sequence[str]) -> Table:
        known = {one.facts.id for one in self.house.bot.tables.running()}
        options: dict[str, Any] = {"league": NAME}
        if len(others) < 3:
            options["robots"] = 3 - len(others)
        opened = await self.house.command(self.people[host], "table open", options)
        assert opened.state == "answered", opened.error
        (table,) = [one for one in self.house.bot.tables.running() if one.facts.id not in known]
        for name in others:
            await self._press(self.people[name], self.house.lobby(table), "Join")
        if table.facts.started_at is None:
            await self._press(self.people[host], self.house.lobby(table), "Start")
        assert table.facts.state is State.PLAYING
        return table

    async def _some_acts(self, table: Table, acts: int | None) -> None:
        """The first legal card of everybody, without the presses."""
        end = None if acts is None else table.facts.seq + acts
        while table.facts.state is State.PLAYING and (end is None or table.facts.seq < end):
            facts = table.facts
            self.clock.advance(A_MOMENT)
            if facts.turn == AWAITS_DECK:
                for seat in facts.seats:
                    if seat.user_id is not None and table.facts.turn == AWAITS_DECK:
                        await table.ready(seat.user_id)
            elif (mover := facts.waited_for) is not None:
                view = await table.view(facts.turn)
                await table.act(mover, facts.seq, cards_of(view.legal)[0])
            await self.house.bot.tables.quiet()
            await self.house.settled()

    async def _press(self, person: Person, message: dict[str, Any], label: str) -> None:
        self.clock.advance(A_MOMENT)
        done = await self.house.press(person, message, label)
        assert done.state == "answered", done.error
        await self.house.settled()

    # Corrections

    async def _correct(self, at: int) -> None:
        """After each night one scene, in turn."""
        random = Random(at)
        name = self.plan.nights[at].id
        games = [
            one for one in self.games.values() if one["night"] == self.nights[name] and _two_members(one)
        ]
        if games:
            scenes = (self._points, self._void, self._player, self._insert, self._adjust)
            await scenes[at % len(scenes)](random.choice(games))

    async def _points(self, game: Json) -> None:
        points = [one["points"] for one in game["seats"]]
        shown = await self.on_game(game)
        asked = await shown.press("Change the points")
        await self.refused(shown, asked, _numbers([points[0] + 1, *points[1:]]))
        points = [*points[1:], points[0]]
        shown = await self.on_game(game)
        asked = await shown.press("Change the points")
        await self.make(shown, asked, _numbers(points), do="points", game=game["id"], points=points)

    async def _void(self, game: Json) -> None:
        shown = await self.on_game(game)
        asked = await shown.press("Void the game")
        await self.make(shown, asked, {}, do="void", game=game["id"])
        undone = await self.undo()
        assert await self.undo(undone)

    async def _player(self, game: Json) -> None:
        """Two had sat down in each other's seats: one has to get up first."""
        (first, one), (second, other) = [
            (at, seat["player"]) for at, seat in enumerate(game["seats"]) if "player" in seat
        ][:2]
        shown = await self.on_game(game)
        asked = await shown.choose("league-fix-seat", first)
        await self.refused(shown, asked, {"name": self.name_of(other)})
        for seat, typed, holder in (
            (first, "+x9", {"guest": "+x9"}),
            (second, self.name_of(one), {"player": one}),
            (first, self.name_of(other), {"player": other}),
        ):
            now = {**game, "seats": self._seats_now(game)}
            shown = await self.on_game(now)
            asked = await shown.choose("league-fix-seat", seat)
            await self.make(shown, asked, {"name": typed}, do="player", game=game["id"], seat=seat, **holder)

    def _seats_now(self, game: Json) -> list[Json]:
        """Who has the seats of a game by what was said of them; only holders change here."""
        seats = [dict(one) for one in game["seats"]]
        for one in self.file["corrections"]:
            if one["do"] == "player" and one["game"] == game["id"]:
                holder = {kind: one[kind] for kind in ("player", "guest", "robot") if kind in one}
                seats[one["seat"]] = {**holder, "points": seats[one["seat"]]["points"]}
        return seats

    async def _insert(self, game: Json) -> None:
        """A game played on paper that nobody had told of; not after all; and yet."""
        (day,) = [one["date"] for one in self.file["nights"] if one["id"] == game["night"]]
        seats = [
            {**one, "points": points}
            for one, points in zip(self._players(4), (31, -7, -11, -13), strict=True)
        ]
        sheet = "\n".join(f"{self.name_of(one['player'])} {one['points']}" for one in seats)
        shown = await Shown.by(self.house, self.organiser, "correct")
        asked = await shown.press("Add a past game")
        new = {**game, "id": f"inserted {len(self.file['corrections'])}".replace(" ", "-"), "seats": seats}
        await self.make(shown, asked, {"date": day, "sheet": sheet}, do="insert", game=new)
        await self.undo(await self.undo())

    def _players(self, count: int) -> list[Json]:
        """The first members there are."""
        return [{"player": one["id"]} for one in self.file["members"] if one["left"] is None][:count]

    async def _adjust(self, game: Json) -> None:
        for typed, value in (("-50", -50), ("-5/2", "-5/2")):
            shown = await Shown.by(self.house, self.organiser, "correct")
            asked = await shown.press("Bonus or penalty")
            (one, *_) = [seat["player"] for seat in game["seats"] if "player" in seat]
            await self.make(
                shown,
                asked,
                {"name": self.name_of(one), "value": typed},
                do="adjust",
                player=one,
                value=value,
            )
            if value == -50:
                await self.undo()

    async def undo_everything(self) -> None:
        """All corrections are undone, the latest first."""
        for name in self.standing():
            event = next(one for one in self.file["corrections"] if one["id"] == name)
            if event["do"] != "undo":
                await self.undo(name)
        assert self.due() == self.due({**self.file, "corrections": []})


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


def _typed(kind: str, name: str) -> str:
    return {"player": name, "guest": f"+{name}", "robot": "robot"}[kind]


def _numbers(points: Sequence[int]) -> dict[str, str]:
    """What is typed into the fields for the points of each seat."""
    return {f"points-{seat}": str(one) for seat, one in enumerate(points)}


def _labels(message: dict[str, Any]) -> list[str]:
    return [one.label for one in reading.buttons(message)]


def _two_members(game: Json) -> bool:
    return sum("player" in one for one in game["seats"]) >= 2
