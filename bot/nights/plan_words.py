"""Plans and nights as organisers are shown them: when, how long, how many come, who sits where, what could
not be done and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.leagues.model import League
from bot.nights import attendance
from bot.nights.attendance import Presence
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightStep,
    Repeat,
    Round,
    Series,
    SeriesState,
    Start,
    StepKind,
    StepState,
)
from bot.nights.night_words import (
    DescribedPlan,
    clock_change_text,
    schedule_text,
    setting_value,
    skips_text,
)
from bot.nights.reading import asks_from
from bot.nights.seating.model import NoPlan, Remainder
from bot.nights.seating.seat import table_sizes
from bot.telling import phrases
from bot.telling.phrases import about_length, clock_time, in_full
from bot.words.catalogue import Words, in_text

PEOPLE: Final = (8, 12, 16)
"""For so many people it is said how many tables there are."""


def announcement(words: Words, planned: DescribedPlan, league: League) -> list[str]:
    """What everybody is told about a plan, in the server's words."""
    series = planned.series
    when = schedule_text(words, series.schedule, planned.zone)
    game = phrases.preset_name(words, league.preset)
    parts = (setting_value(words, series, name) for name in ("rounds", "games", "pace"))
    return [
        f"**{in_text(league.name)}** · <#{series.channel_id}>",
        f"**{when}**",
        f"{game} · {' · '.join(parts)}",
    ]


def dates_text(words: Words, planned: DescribedPlan, coming: Sequence[Start]) -> Iterator[str]:
    """The first nights in everybody's own time, with what the clock does to them, and what is skipped."""
    series = planned.series
    if not coming:
        yield words("night.plan.no-dates")
    for one in coming:
        yield f"- {in_full(one.at_unix)}"
        if change := clock_change_text(words, series.schedule.at, one, planned.zone):
            yield f"-# ⚠️ {change}"
    if skipped := skips_text(words, series.skipped):
        yield f"-# {skipped}"


def asked_text(words: Words, series: Series, coming: Sequence[Start]) -> str:
    """From when people are asked whether they come."""
    if not coming:
        return ""
    if series.schedule.repeat is Repeat.ONCE:
        return words("night.plan.asked-at-once") if series.state is SeriesState.DRAFT else ""
    return words("night.plan.asked", moment=in_full(asks_from(series, coming[0])))


def length_text(words: Words, planned: DescribedPlan, coming: Sequence[Start]) -> str:
    """How long a night takes and when it ends, and by how many games that is known."""
    length, game = planned.length, planned.game
    if length is None or game is None:
        return words("night.example.length.unknown")
    text = words("night.plan.length", length=about_length(words, length))
    if coming:
        text = words("night.plan.ends", length=text, time=clock_time(coming[0].at_unix + length))
    by = words.count("night.plan.by-games", game.games) if game.games else words("night.plan.by-estimate")
    return f"{text}\n-# {by}"


def tables_text(words: Words, remainder: str, people: Iterable[int] = PEOPLE) -> str:
    """«8 people: 2 tables · 12: 3 · 16: 4»."""
    return " · ".join(
        words("night.plan.tables", people=words.count("night.plan.people", number), tables=tables)
        for number in people
        if (tables := table_count(words, remainder, number))
    )


def table_count(words: Words, remainder: str, *groups: int) -> str:
    """«4 tables», at which groups of so many people sit; empty where one cannot."""
    try:
        sizes = [table_sizes(number, Remainder(remainder)) for number in groups]
    except NoPlan:
        return ""
    return words.count("night.plan.table-count", sum(map(len, sizes)))


PERMISSION: Final = "permission"
"""Why something cannot be done where the bot may not."""

FAILED: Final = "failed"
"""Why, where nobody knows better."""

SEASON_CLOSED: Final = "season-closed"
"""Why no game is opened where no season is being played."""

HINDRANCES: Final = ("channel-gone", "server-gone", "refused", SEASON_CLOSED, "outdated-preset", FAILED)
"""The other reasons, each with a sentence that says what helps."""


def undone(words: Words, kind: StepKind) -> str:
    """«I cannot post the question who comes.»"""
    return words(f"night.undone.{kind.value}")


def hindrance(words: Words, step: NightStep, channel_id: int) -> str:
    """Why it cannot be done in that channel, and what helps. What is stored is a code, and after a space the
    permission that is missing."""
    code, _, permission = step.hindrance.partition(" ")
    place = f"<#{channel_id}>"
    if code == PERMISSION:
        missing = words(f"permission.{permission}")
        return words("error.night.hindrance.permission", permission=missing, channel=place)
    return words(f"error.night.hindrance.{code if code in HINDRANCES else FAILED}", channel=place)


HINDRANCES_SHOWN: Final = 2


def counts(words: Words, details: EveningDetails) -> str:
    """How many have answered what, and how many are here."""
    coming, late = attendance.coming(details), len(attendance.late(details))
    return words(
        "night.manage.counts",
        coming=words.number(len(coming) - late),
        late=words.number(late),
        maybe=words.number(len(attendance.of_presence(details, Presence.MAYBE))),
        out=words.number(len(attendance.of_presence(details, Presence.OUT))),
        waiting=words.number(len(attendance.waiting(details))),
        here=words.number(
            sum(len(attendance.of_presence(details, one)) for one in (Presence.HERE, Presence.SUBSTITUTE))
        ),
    )


def hindered(details: EveningDetails) -> list[NightStep]:
    """The steps that cannot be done."""
    return [one for one in details.steps.values() if one.hindrance and one.state is StepState.DOING]


def hindrances(words: Words, details: EveningDetails, most: int = HINDRANCES_SHOWN) -> Iterator[str]:
    """What cannot be done and why, the first ``most`` of it."""
    steps = [one for one in hindered(details) if one.kind is not StepKind.TROUBLE]
    for step in steps[:most]:
        why = hindrance(words, step, step.channel_id or details.evening.channel_id)
        yield f"⚠️ {undone(words, step.kind)} {why}"
    if len(steps) > most:
        yield words.count("night.manage.more-hindered", len(steps) - most)


def called(details: EveningDetails, user_id: int) -> str:
    """What somebody is called at a night."""
    known = details.people.get(user_id)
    return str(user_id) if known is None else known.name


def plan_lines(words: Words, details: EveningDetails, planned: Round) -> list[str]:
    """Who is to sit at which table, and who sits out."""
    lines = [
        words(
            "night.seating.table",
            table=words("hand.table", table=number),
            people=", ".join(_seat(words, details, one) for one in table),
        )
        for number, table in enumerate(planned.tables, 1)
    ]
    if planned.byes:
        names = ", ".join(_seat(words, details, one) for one in planned.byes)
        lines.append(words("night.board.byes", names=names))
    return lines


def plan_state(words: Words, evening: Evening) -> str:
    """What is still to happen to a plan before it is played, and what would change it."""
    if evening.stage is EveningStage.PLAYING:
        return words("night.seating.next")
    if evening.posted:
        return words("night.seating.posted")
    return words("night.seating.unposted" if evening.settings.confirmed else "night.seating.by-itself")


def repeated(words: Words, meetings: int) -> str:
    """How often people meet again in a plan."""
    return words.count("night.seating.repeated", meetings) if meetings else words("night.seating.all-new")


def beside(words: Words, evening: Evening, least: int, most: int) -> Iterator[str]:
    """In how many rounds each sits beside a robot, or at a table of another size."""
    if most:
        times = words.number(most) if least == most else f"{words.number(least)}–{words.number(most)}"
        robots = any(None in table for planned in evening.plan for table in planned.tables)
        key = "night.seating.beside" if robots else "night.seating.other-size"
        yield words(key, rounds=times, of=words.number(len(evening.plan)))


def _seat(words: Words, details: EveningDetails, user_id: int | None) -> str:
    if user_id is None:
        return phrases.robot_level(words, details.evening.settings.robots)
    return in_text(called(details, user_id))
