"""That a night has taken place once: nothing of it is there twice, nothing is missing, the numbers agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from bot.leagues.model import SeasonFacts
from bot.leagues.season.season_file import write_season
from bot.nights.model import EveningDetails, NightPlace, StepKind, StepState
from bot.tables.model import UNFINISHED, State, TableFacts
from bot.tables.tables import Tables
from data.store import Store
from playground import reading
from playground.world.threads import Thread
from playground.world.world import World
from tests.leagues.reference.reading import number
from tests.leagues.reference.season import standings_lines

IN_CHANNEL = (StepKind.SIGN_UP, StepKind.CHECK_IN, StepKind.BOARD, StepKind.RESULT, StepKind.OFF)
ASKING = tuple(f"hh:{verb}:" for verb in ("night-answer", "night-here", "night-away", "here"))


async def told_of(store: Store, evening_id: int = 1) -> EveningDetails:
    """An evening, which is there."""
    told = await store.nights.details(evening_id)
    assert told is not None
    return told


async def check_all_done(store: Store) -> EveningDetails:
    """It is settled, and each of its steps is done."""
    told = await told_of(store)
    assert told.evening.settled
    undone = [
        (one.kind, one.about, one.state) for one in told.steps.values() if one.state is not StepState.DONE
    ]
    assert not undone
    return told


def check_steps(details: EveningDetails, expected: Mapping[StepKind, int]) -> None:
    """There are so many steps of each kind, and no others."""
    assert Counter(one.kind for one in details.steps.values()) == Counter(expected)


def check_world(world: World, details: EveningDetails) -> None:
    """On Discord there is what the steps say, and nothing else of the kind."""
    evening = details.evening
    channel = world.channel(evening.channel_id)
    (guild,) = world.guilds.values()
    steps = [*details.steps.values()]
    ours = [one for one in channel.messages.values() if one.author_id == world.application_id]
    said = [one.id for one in ours if one.data["type"] == 0 and one.visible_to is None]
    assert sorted(said) == sorted(one.discord_id or 0 for one in steps if one.kind in IN_CHANNEL)
    threads = [one for one in world.channels.values() if isinstance(one, Thread)]
    assert sorted(one.id for one in threads) == _ids(details, StepKind.THREAD)
    assert sorted(guild.scheduled_events) == _ids(details, StepKind.EVENT)
    for step in steps:
        if step.kind is StepKind.CALL:
            thread = world.channel(step.channel_id or 0)
            calls = [one for one in thread.messages.values() if one.pings and one.data["type"] == 0]
            assert [one.id for one in calls] == [step.discord_id], step


def check_looks(world: World) -> None:
    """Nobody is asked any more whether they come or are there: each message shows how it went."""
    asking = still_asking(world)
    assert not asking, asking


def still_asking(world: World) -> list[tuple[str, str, list[str]]]:
    """The messages that ask people whether they come or are there: channel, text, and ids of buttons."""
    found: list[tuple[str, str, list[str]]] = []
    for channel in world.channels.values():
        for message in channel.messages.values():
            buttons = [one.custom_id for one in reading.buttons(message.data, enabled_only=True)]
            if asked := [one for one in buttons if one.startswith(ASKING)]:
                found.append((channel.name, reading.text(message.data), asked))
    return found


def _ids(details: EveningDetails, kind: StepKind) -> list[int]:
    return sorted(one.discord_id or 0 for one in details.steps.values() if one.kind is kind)


async def check_tables(tables: Tables, details: EveningDetails) -> list[TableFacts]:
    """Each game that was planned is there once, and over."""
    evening = details.evening
    found = [*await tables.of_evening(evening.id)]
    assert not [one for one in found if one.state in UNFINISHED]
    planned = [
        NightPlace(round_, at, game).key(evening.id)
        for round_ in range(1, evening.round + 1)
        for at in range(1, len(evening.plan[round_ - 1].tables) + 1)
        for game in range(1, evening.settings.games + 1)
    ]
    assert sorted(one.place or "" for one in found) == sorted(planned)
    return found


async def check_numbers(store: Store, tables: Tables, details: EveningDetails, season: SeasonFacts) -> None:
    """The season's results are what was played at the tables, and its standings what a second calculation
    makes of these."""
    results = {
        one.table_id: one.game.points
        for one in await store.seasons.of_night(season.id, details.evening.night)
    }
    played: dict[int, tuple[int, ...]] = {}
    for facts in await tables.of_evening(details.evening.id):
        if facts.state is State.FINISHED:
            results_of_deals = [one.result for one in await (await tables.get(facts.id)).deals()]
            scored = [one.points for one in results_of_deals if one.points is not None]  # not thrown in
            played[facts.id] = tuple(map(sum, zip(*scored, strict=True))) or (0,) * facts.players
    assert results == played
    file = write_season(await store.seasons.whole(season.id))
    due = {line["player"]: line for line in standings_lines(file, "night") if "place" in line}
    lines = (await store.seasons.page(season.id, 0, 1000)).lines
    assert {one.member: (one.place, one.value, one.games) for one in lines} == {
        name: (line["place"], Fraction(number(line["value"])), line["games"]) for name, line in due.items()
    }
