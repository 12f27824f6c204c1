"""The tables of an evening: which game is opened for whom, and how it begins and ends."""

from __future__ import annotations

from bot.leagues.model import League
from bot.nights import attendance
from bot.nights.acts import TableAction
from bot.nights.evenings import Evenings, call_off
from bot.nights.model import Evening, EveningDetails, NightPlace, OutOfTime, StepKind
from bot.nights.ports import Hindered, Impossible
from bot.tables.errors import TableError
from bot.tables.model import Counting, Invited, NamedPreset, Origin, Pace, State
from bot.tables.recovery import can_be_duplicate
from bot.tables.table import Table


async def open_table(evenings: Evenings, details: EveningDetails, place: NightPlace) -> Table:
    """The table of a game, in the thread of its place: whoever asks again gets the same. Raises Hindered
    where its rules are not there any more or the season is closed, Impossible where all its people have left,
    TableError, StoreError."""
    evening = details.evening
    league = await evenings.league(evening)
    thread = details.step(StepKind.THREAD, NightPlace(place.round, place.table).number)
    assert thread.discord_id is not None
    seats = await _seats(evenings, details, place)
    if not league.guests:
        # A robot takes the seat of who has left meanwhile.
        seats = [
            one if one and await evenings.clubs.member(league.id, one.user_id) else None for one in seats
        ]
    settings = evening.settings
    origin = await _origin(evenings, evening, league, place, len(seats))
    preset = NamedPreset(
        league.guild_id, league.name, league.preset, len(seats), league.options, Pace(settings.pace)
    )
    counting = Counting(evening.season_id, league.name, evening.night, not league.guests)
    try:
        return await evenings.tables.open_with_seats(
            league.name,
            seats,
            guild_id=evening.guild_id,
            channel_id=thread.discord_id,
            preset=preset,
            robots=settings.robots,
            counting=counting,
            place=place.key(evening.id),
            origin=origin,
        )
    except TableError as error:
        if error.code in ("season-closed", "outdated-preset"):
            raise Hindered(error.code) from None
        if error.code == "only-robots":
            raise Impossible from None
        raise


async def _origin(
    evenings: Evenings, evening: Evening, league: League, place: NightPlace, players: int
) -> Origin | None:
    """What the cards of a duplicate round follow from. The league may play by other rules since that was
    planned: where these have packs cut, each table has its own cards."""
    if not (evening.settings.is_duplicate and plays_duplicates(league, players)):
        return None
    return await evenings.store.origin(evening.id, place.round)


async def _seats(evenings: Evenings, details: EveningDetails, place: NightPlace) -> list[Invited | None]:
    """Those who are planned there, or who had the seats in the end of the game before."""
    evening = details.evening
    if place.game > 1:
        before = await evenings.tables.at_place(_before(place).key(evening.id))
        assert before is not None
        seats = before.facts.seats
        return [None if one.user_id is None else Invited(one.user_id, one.name) for one in seats]
    planned = evening.plan[place.round - 1].tables[place.table - 1]
    return [None if one is None else _invited(evenings, details, one) for one in planned]


def _invited(evenings: Evenings, details: EveningDetails, user_id: int) -> Invited:
    """Somebody for whom a seat is kept. Whoever has said at the check-in that they are here need not say
    so again in the first round: their press takes part in the cards as one at the table would."""
    known, now = details.people.get(user_id), evenings.time.now()
    name = str(user_id) if known is None else known.name
    if known is None or not attendance.has_said_so(details, user_id, now):
        return Invited(user_id, name)
    return Invited(user_id, name, known.press_id, is_here=True)


def plays_duplicates(league: League, players: int) -> bool:
    """Whether so many can play the same cards at several tables by the rules of a league, as far as these are
    known here."""
    rules = league.rules(players)
    return rules is not None and can_be_duplicate(rules)


def _before(place: NightPlace) -> NightPlace:
    return NightPlace(place.round, place.table, place.game - 1)


# What happens at one


async def act_at(table: Table, action: TableAction, evening: Evening) -> None:
    """Have that happen at a table of an evening. Raises TableError, StoreError."""
    match action:
        case TableAction.BEGIN:
            await _begin(table)
        case TableAction.CALL_OFF:
            await call_off(table)
        case TableAction.TIME_IS_UP:
            await _time_is_up(table, OutOfTime(evening.settings.out_of_time))
        case TableAction.PAUSE:
            await table.pause()
        case TableAction.GO_ON:
            await table.go_on()
        case TableAction.UNVEIL:
            await table.unveil()


async def _begin(table: Table) -> None:
    """Begin a game; for who has played its cards elsewhere since they were given a seat a robot does."""
    try:
        await table.begin()
    except TableError as error:
        if error.code != "knows-cards":
            raise
        await table.seat_by_program(int(error.details["seat"]), None)


async def _time_is_up(table: Table, how: OutOfTime) -> None:
    if table.facts.state is State.ADJOURNED:
        await table.go_on()
    if how is OutOfTime.CUT:
        try:
            await table.cut_short()
        except TableError as error:
            if error.code != "cannot-cut-short":
                raise
        else:
            return
    await table.finish_by_robots()
