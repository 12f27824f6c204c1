"""All tables of a round at a glance, and the call into a table's thread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, Final

from discord import ui

from bot.discordkit.interactions import PressId
from bot.discordkit.load import Latest
from bot.discordkit.pages import BUTTONS, LINE, shelves, turning
from bot.discordkit.panel import FELT, GREEN, Drawing, Mentions, Panel, button, draw, link, message_url
from bot.discordkit.people import People
from bot.discordkit.ports import on_night
from bot.leagues.model import League
from bot.nights import attendance, course
from bot.nights import board_words as telling
from bot.nights.board_words import Board, BoardTable, RoundScore, TableProgress
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, EveningDetails, EveningStage, NightPlace, Round, StepKind
from bot.nights.night_words import otherwise
from bot.nights.outcome import differences
from bot.nights.rulings import is_held
from bot.tables.model import UNFINISHED, Seat, State, TableFacts, robot_name
from bot.words.catalogue import Words

WATCHED: Final = 5
"""Tables with a button each: a row of them."""


def board(words: Words, evening_id: int, shown: Board, leaves: int = 0) -> Drawing:
    """All tables of a round; once it is over what it came to. Where one leafs through so many rounds nothing
    else is to be pressed."""
    turn = partial(PressId, "night-round", on_night(evening_id))
    ways = turning(lambda to: turn(values=(str(to + 1),)), shown.round - 1, leaves)
    if not leaves:
        ways = [] if shown.is_over else _buttons(words, evening_id)
        if shown.round > 1:
            ways.append(button(words("night.board.earlier"), turn(values=(str(shown.round - 1),))))
    tables = telling.tables_text(words, shown)
    if tables.endswith(words("night.board.others")):
        ways.append(button(words("night.board.all"), _leaf_press(evening_id, shown.round, 0)))
    return draw(
        telling.title(words, shown),
        tables,
        telling.others_text(words, shown),
        _to_watch(words, shown),
        ways,
        accent=FELT,
    )


def leaf(words: Words, evening_id: int, shown: Board, number: int) -> Drawing:
    """Some of the tables of a round that has more than a message takes, in their order."""
    tables = telling.each_table(words, shown)
    every = shelves(tables, LINE + BUTTONS)
    at = min(number, len(every) - 1)
    turns = turning(lambda to: _leaf_press(evening_id, shown.round, to), at, len(every))
    return draw([telling.title(words, shown), *tables[every[at].start : every[at].stop]], turns, accent=FELT)


def _leaf_press(evening_id: int, round_number: int, at: int) -> PressId:
    return PressId("night-tables", on_night(evening_id), values=(str(round_number), str(at)))


def _to_watch(words: Words, shown: Board) -> list[ui.Button[Any]]:
    """The ways to the tables of a final, where they are so few that each has a button of its own."""
    if not shown.is_final or shown.is_over or len(shown.tables) > WATCHED:
        return []
    return [link(words("hand.table", table=one.number), one.url) for one in shown.tables if one.url]


def call(
    words: Words, round_number: int, table: int, people: Sequence[int], here: Collection[int]
) -> Drawing:
    """Calls people into the thread of their table; of those who are known to be ``here`` nothing is asked."""
    at = {"round": words.number(round_number), "table": words.number(table)}
    present = ", ".join(f"<@{one}>" for one in people if one in here)
    asked = ", ".join(f"<@{one}>" for one in people if one not in here)
    if not asked:
        text = words("night.call.all-here", people=present, **at)
    elif present:
        text = words("night.call.some-here", people=asked, present=present, here=words("button.here"), **at)
    else:
        text = words("night.call", people=asked, here=words("button.here"), **at)
    return Drawing(Panel(ui.TextDisplay(text)), final=True, calls=Mentions(tuple(people)))


def _buttons(words: Words, evening_id: int) -> list[ui.Button[Any]]:
    night = on_night(evening_id)
    return [
        button(words("button.here"), PressId("night-here", night), GREEN),
        button(words("night.board.away"), PressId("night-away", night)),
        button(words("night.button.hours"), PressId("night-hours", night)),
        button(words("button.organise"), PressId("night-manage", night)),
    ]


Games = Mapping[int, Sequence[TableFacts]]
"""The games at each table of a round, in order, by the table's number."""

KEPT = 512
"""Games that are over, whose points are remembered: a board is drawn often."""


class Boards:
    """Draws them, in the server's language. Everything raises StoreError, TableError."""

    def __init__(self, evenings: Evenings, people: People) -> None:
        self._evenings = evenings
        self._people = people
        self._points: Latest[int, tuple[int, ...]] = Latest(KEPT)

    async def board(self, details: EveningDetails, number: int, *, is_leafed: bool = False) -> Drawing:
        """The tables of a round: who sits where, how far they are, who is waited for, links to their threads;
        the results of a round that is over. ``is_leafed``: one person looks through all of them."""
        evening = details.evening
        words = await self._people.guild_words(evening.guild_id)
        shown = await self.of_round(details, number, await self._evenings.headed(evening, words))
        if not shown.is_over:
            is_late = course.comes_late(details, StepKind.BOARD, number, self._evenings.time.now())
            shown = replace(
                shown,
                notes=[*([words("night.late")] if is_late else []), *otherwise(words, evening, number)],
                is_final=await self._evenings.is_final(evening),
                is_here=_thread(details, NightPlace(number, 1)) == evening.channel_id,
            )
        return board(words, evening.id, shown, evening.round if is_leafed else 0)

    async def leaf(self, details: EveningDetails, number: int, at: int) -> Drawing:
        """The same, of some tables of a round: a leaf of them, counted from 0."""
        evening = details.evening
        words = await self._people.guild_words(evening.guild_id)
        shown = await self.of_round(details, number, await self._evenings.headed(evening, words))
        return leaf(words, evening.id, shown, at)

    async def call(self, details: EveningDetails, place: int) -> Drawing:
        """Calls those who sit at a table (``NightPlace.of(place)``) into its thread."""
        evening, where = details.evening, NightPlace.of(place)
        words = await self._people.guild_words(evening.guild_id)
        seats = evening.plan[where.round - 1].tables[where.table - 1]
        people, now = [one for one in seats if one is not None], self._evenings.time.now()
        here = [one for one in people if attendance.has_said_so(details, one, now)]
        return call(words, where.round, where.table, people, here)

    async def of_round(self, details: EveningDetails, number: int, league: League) -> Board:
        """What a board tells of a round."""
        evening = details.evening
        games = await self._games(evening, number)
        is_over = evening.stage is not EveningStage.PLAYING or number < evening.round
        is_veiled = _is_veiled(evening, number, games, is_over=is_over)
        board = Board(
            league.name,
            number,
            _rounds(evening, number),
            await self._tables(details, number, games, is_over=is_over, is_veiled=is_veiled),
            is_over=is_over,
            is_veiled=is_veiled,
            has_own_cards=evening.settings.is_duplicate and not _are_alike(games),
            byes=_names(details, evening.plan[number - 1].byes),
        )
        if is_over:
            return board
        now = self._evenings.time.now()
        return replace(
            board,
            ends_at=course.ends_at(details),
            is_paused=evening.paused_at is not None,
            time_up=evening.time_up,
            **_others(details, games, now, now + await self._evenings.round_length(league, evening.settings)),
        )

    async def _games(self, evening: Evening, number: int) -> Games:
        found: dict[int, list[TableFacts]] = defaultdict(list)
        tables = self._evenings.tables
        stored = await tables.of_evening(evening.id)
        known = {one.facts.id: one.facts for one in tables.running(guild_id=evening.guild_id)}
        for facts in stored:
            place = _place(facts)
            if place.round == number:  # a table has what is asked of it only once it knows what is stored
                found[place.table].append(known.get(facts.id, facts))
        return found

    async def _tables(
        self, details: EveningDetails, number: int, games: Games, *, is_over: bool, is_veiled: bool
    ) -> list[BoardTable]:
        evening = details.evening
        tables = evening.plan[number - 1].tables
        scores: dict[int, tuple[RoundScore, ...]] = {}
        if not is_veiled:
            is_duplicate = evening.settings.is_duplicate and _are_alike(games)
            scores = await self._scores(games, is_duplicate=is_duplicate)
        found: list[BoardTable] = []
        for at, planned in enumerate(tables, start=1):
            here = games.get(at, ())
            done = course.is_played_out(details, NightPlace(number, at), here) or (
                is_over and all(one.state not in UNFINISHED for one in here)
            )
            found.append(
                BoardTable(
                    at,
                    here[-1].seats if here else _seats(details, planned),
                    await self._game(details, here) if here else None,
                    scores.get(at, ()) if done else (),
                    is_over=done,
                    url=_url(details, NightPlace(number, at)),
                    is_held=is_held(details, NightPlace(number, at)),
                )
            )
        return found

    async def _game(self, details: EveningDetails, here: Sequence[TableFacts]) -> TableProgress:
        facts = here[-1]
        game = TableProgress(facts, len(here), details.evening.settings.games)
        if facts.state is State.LOBBY:
            place = _place(facts)
            missing = course.missing_seats(details.evening, place, facts)
            names = tuple(facts.seats[one].name for one in missing)
            return game._replace(missing=names, until=course.grace_until(details, place))
        if facts.state not in (State.PLAYING, State.ADJOURNED):
            return game
        so_far = await (await self._evenings.tables.get(facts.id)).progress()
        return game._replace(deal=so_far.deal + 1, deals=so_far.deals)

    async def _scores(self, games: Games, *, is_duplicate: bool) -> dict[int, tuple[RoundScore, ...]]:
        """What everybody made in the games that were played to their end, most first."""
        played = {
            at: [(one, await self._of(one)) for one in here if one.state is State.FINISHED]
            for at, here in games.items()
        }
        found = {at: _summed(here) for at, here in played.items() if here}
        if is_duplicate:
            whole = [at for at, here in played.items() if here and not here[-1][0].is_cut_short]
            compared = differences([played[at][-1][1] for at in whole])
            for at, own in zip(whole, compared, strict=True):
                found[at] = _with(found[at], own)
        return {at: tuple(sorted(one, key=lambda score: -score.points)) for at, one in found.items()}

    async def _of(self, facts: TableFacts) -> tuple[int, ...]:
        known = self._points.get(facts.id)
        if known is None:
            view = await (await self._evenings.tables.get(facts.id)).view(None)
            known = self._points.keep(facts.id, view.points)
        return known


def _place(facts: TableFacts) -> NightPlace:
    assert facts.place is not None
    return NightPlace.read(facts.place)[1]


def _rounds(evening: Evening, number: int) -> int:
    """How many there are to be, as far as is known."""
    if evening.is_last or evening.stage is not EveningStage.PLAYING:
        return evening.round
    return max(evening.settings.rounds, number)


def _is_veiled(evening: Evening, number: int, games: Games, *, is_over: bool) -> bool:
    """Whether some table has still to play the cards of a duplicate round, or all are being unveiled."""
    there = [one for here in games.values() for one in here]
    if any(one.veiled for one in there):
        return True
    is_open = len(there) < len(evening.plan[number - 1].tables) and not is_over
    return evening.settings.is_duplicate and _are_alike(games) and is_open


def _are_alike(games: Games) -> bool:
    """Whether all tables that are there play the same cards, as was planned."""
    return all(one.duplicate for here in games.values() for one in here)


def _summed(played: Iterable[tuple[TableFacts, Sequence[int]]]) -> list[RoundScore]:
    """By seat, for who had it last; several games at a table are played on the same seats."""
    sums: list[RoundScore] = []
    for facts, points in played:
        before = [one.points for one in sums] or [0] * len(points)
        sums = [
            RoundScore(seat.name, was + own, seat.user_id is None)
            for seat, was, own in zip(facts.seats, before, points, strict=True)
        ]
    return sums


def _with(scores: Sequence[RoundScore], own: Sequence[Fraction]) -> list[RoundScore]:
    return [one._replace(difference=difference) for one, difference in zip(scores, own, strict=True)]


def _others(details: EveningDetails, games: Games, now: float, ends: float) -> dict[str, list[str]]:
    """Who is here and does not play in this round, by why; a round that began now would end then."""
    playing = details.evening.playing or Round(())
    named: set[int | None] = {*playing.byes}
    for number, planned in enumerate(playing.tables, start=1):
        here = games.get(number)
        named.update([seat.user_id for seat in here[-1].seats] if here else planned)
    spare = [one.user_id for one in attendance.spare(details)]
    later = [one.user_id for one in attendance.playing(details, now, ends)]
    return {
        "spare": _names(details, [one for one in spare if one not in {*named, *later}]),
        "next": _names(details, [one for one in later if one not in named]),
    }


def _names(details: EveningDetails, people: Iterable[int]) -> list[str]:
    return [details.people[one].name for one in people if one in details.people]


def _seats(details: EveningDetails, planned: Iterable[int | None]) -> tuple[Seat, ...]:
    """Those who are to sit at a table that is not open yet."""
    seats: list[Seat] = []
    kind = details.evening.settings.robots
    for one in planned:
        taken = [seat.name for seat in seats]
        known = None if one is None else details.people.get(one)
        seats.append(Seat(robot_name(kind, taken) if known is None else known.name, one, kind))
    return tuple(seats)


def _thread(details: EveningDetails, place: NightPlace) -> int | None:
    return details.step(StepKind.THREAD, place.number).discord_id


def _url(details: EveningDetails, place: NightPlace) -> str:
    """Of its thread; empty where it has none."""
    evening, thread = details.evening, _thread(details, place)
    return "" if thread in (None, evening.channel_id) else message_url(evening.guild_id, thread)
