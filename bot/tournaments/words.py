"""Tournaments in sentences: how one goes, where it stands, who goes on and what somebody needs for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Final

from bot.leagues.standings_words import score_text
from bot.nights.model import NightSettings
from bot.nights.plan_words import table_count, tables_text
from bot.people.chosen import text_of
from bot.telling.phrases import about_length, in_full, relative
from bot.tournaments.held import FINAL, TEAMS, Held, RankedPerson
from bot.tournaments.model import Group, Stage
from bot.tournaments.plan import TournamentFacts, TournamentPlan, timetable
from bot.tournaments.service import GroupNight, commitment
from bot.words.catalogue import Words, in_text

REMAINDER: Final = NightSettings().remainder
"""What is done with people who are left over of whole tables."""

FIELDS: Final = (16, 32, 64)
"""For so many people it is said how many tables there are, where there is room for everybody."""

ABOUT: Final = 5
"""Minutes to which an expected time is rounded down."""


def stage_name(words: Words, plan: TournamentPlan, number: int) -> str:
    """«Semi-final»: by how many stages follow."""
    count = len(plan.stages)
    if count == 1:
        return words("tournament.stage.only")
    if number == 0:
        return words("tournament.stage.qualifying")
    names = {count - 1: "final", count - 2: "semi-final"}
    return words(f"tournament.stage.{names.get(number, 'between')}", number=words.number(number + 1))


def stage_text(words: Words, stage: Stage) -> str:
    """«3 rounds · the best 32 go on»."""
    parts = [words.count("tournament.rounds", stage.rounds)]
    if stage.cut is not None:
        parts.append(words.count("tournament.goes-on", stage.cut.main))
        if stage.cut.small:
            parts.append(words.count("tournament.small", stage.cut.small))
        parts += [words(f"tournament.{name}") for name in ("winners", "carry") if getattr(stage.cut, name)]
    return " · ".join(parts)


def plan_text(words: Words, plan: TournamentPlan, game: float | None = None) -> Iterator[str]:
    """How it goes, a line a stage; and where a game is expected to take so many seconds, how long it is, and
    at how many tables."""
    begins, ends = timetable(plan, game)
    before: date | None = None
    for number, stage in enumerate(plan.stages):
        parts = [f"{number + 1}. **{stage_name(words, plan, number)}**"]
        if (moment := begins[number]) is not None:
            parts.append(_moment_text(words, moment, before, is_about=moment != plan.stage_begins(number)))
            before = moment.date()
        going = plan.stages[number - 1].cut if number else None
        if going is not None:
            parts.append(table_count(words, REMAINDER, *filter(None, (going.main, going.small))))
        yield " · ".join(filter(None, (*parts, stage_text(words, stage))))
    if plan.team is not None:
        yield words.count("tournament.teams", plan.team)
    if ends is not None:
        time = _moment_text(words, ends, before, is_about=True)
        text = words("tournament.ends", time=time)
        if not any(plan.later):
            length = about_length(words, (ends - plan.begins).total_seconds())
            text = words("tournament.length", length=length, time=time)
        yield f"-# {text}"
        yield f"-# {tables_text(words, REMAINDER, (plan.room,) if plan.room else FIELDS)}"


def _moment_text(words: Words, moment: datetime, before: date | None, *, is_about: bool) -> str:
    """«around 18:10», to five minutes where it is expected; with its day where that is another."""
    if is_about:
        moment -= timedelta(minutes=moment.minute % ABOUT)
    text = words.hour(moment.time())
    if moment.date() != before:
        text = words("night.when", days=words.weekday(moment.date()), time=text)
    return words("tournament.around", time=text) if is_about else text


def seal_text(words: Words, tournament: TournamentFacts) -> str:
    """What lots follow from: sealed while it is played."""
    if tournament.ended_at is not None:
        return words("tournament.unsealed", seed=tournament.seed)
    return words("tournament.sealed", seal=commitment(tournament))


def ranking_names(words: Words, tournament: TournamentFacts) -> Iterator[tuple[str, str]]:
    """The rankings there are, by what stands for them, with their names."""
    if tournament.ended_at is not None:
        yield FINAL, words("tournament.final-places")
    for number, groups in enumerate(tournament.groups):
        yield f"{number}{Group.MAIN}", stage_name(words, tournament.plan, number)
        if groups.small:
            yield f"{number}{Group.SMALL}", words("tournament.stage.small")
    if tournament.plan.team is not None and tournament.groups:
        yield TEAMS, words("tournament.team-ranking")


def state_text(words: Words, tournament: TournamentFacts, nights: Sequence[GroupNight]) -> str:
    """Where it stands."""
    if not tournament.groups:
        return words("tournament.state.planned")
    if tournament.ended_at is not None:
        return words("tournament.state.over")
    stage = stage_name(words, tournament.plan, tournament.stage)
    if not nights:
        return words("tournament.state.begins")
    if all(one.is_over for one in nights):
        last = words("tournament.state.last", stage=stage)
        return last if tournament.is_last else words("tournament.state.cut", stage=stage)
    first = next(one for one in nights if not one.is_over)
    channel = f"<#{first.channel_id}>"
    if first.round:
        rounds = words.number(first.rounds)
        return words("tournament.state.playing", stage=stage, round=words.number(first.round), rounds=rounds)
    moment = f"{in_full(first.starts_at)} ({relative(first.starts_at)})"
    key = "waits" if tournament.stage else "entering"
    return words(f"tournament.state.{key}", stage=stage, moment=moment, channel=channel)


def line_text(words: Words, held: Held, one: RankedPerson, own: str | None) -> str:
    """«3. Ann · 56.5», with a sign for who goes on."""
    line = words(
        "tournament.line",
        place=words.number(one.place),
        name=in_text(held.called(one.person)),
        points=score_text(words, one.total),
    )
    line = f"**{line}**" if one.person == own else line
    return f"{line} ✓" if one.goes_on else line


def own_text(words: Words, held: Held, ranking: Sequence[RankedPerson], own: str | None) -> Iterator[str]:
    """Somebody's place, and what they need to go on."""
    mine = next((one for one in ranking if one.person == own), None)
    if mine is None:
        return
    yield words(
        "tournament.own",
        place=words.ordinal(mine.place),
        people=words.number(len(ranking)),
        points=score_text(words, mine.total),
    )
    going = [one for one in ranking if one.goes_on]
    others = [one for one in ranking if not one.goes_on]
    if not going or not others:
        return
    if mine.goes_on:
        yield words("tournament.own.through", points=score_text(words, mine.total - others[0].total))
    else:
        last = going[-1]
        yield words(
            "tournament.own.needs",
            points=score_text(words, last.total - mine.total),
            name=in_text(held.called(last.person)),
            place=words.ordinal(last.place),
        )


def cut_text(words: Words, held: Held, ranking: Sequence[RankedPerson]) -> Iterator[str]:
    """How those who are level at the cut were told apart."""
    for one, other in pairwise(ranking):
        if one.goes_on and not other.goes_on and one.by not in (None, "total"):
            names = words.both(in_text(held.called(each.person)) for each in (one, other))
            yield words(f"tournament.by.{one.by}", names=names)


def value_text(words: Words, plan: TournamentPlan, name: str) -> str:
    """What a setting is."""
    value = getattr(plan, name)
    if name in ("team", "room", "minutes"):
        if value is None:
            return words(f"tournament.value.{name}.none")
        return words.count(f"tournament.value.{name}", value)
    if name == "pause":
        return words.count("tournament.value.minutes", value)
    return words(f"robot.{value}") if name == "robots" else text_of(value)
