"""What organisers are told of a night: how many come, what could not be done and why, who is planned to sit
where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.nights import attendance
from bot.nights.attendance import Presence
from bot.nights.model import Evening, EveningDetails, EveningStage, NightStep, Round, StepKind, StepState
from bot.telling import phrases
from bot.words.catalogue import Words
from bot.words.names import in_text

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


def counts(words: Words, told: EveningDetails) -> str:
    """How many have answered what, and how many are here."""
    coming, late = attendance.coming(told), len(attendance.late(told))
    return words(
        "night.manage.counts",
        coming=words.number(len(coming) - late),
        late=words.number(late),
        maybe=words.number(len(attendance.of_presence(told, Presence.MAYBE))),
        out=words.number(len(attendance.of_presence(told, Presence.OUT))),
        waiting=words.number(len(attendance.waiting(told))),
        here=words.number(
            sum(len(attendance.of_presence(told, one)) for one in (Presence.HERE, Presence.SUBSTITUTE))
        ),
    )


def hindered(told: EveningDetails) -> list[NightStep]:
    """The steps that cannot be done."""
    return [one for one in told.steps.values() if one.hindrance and one.state is StepState.DOING]


def hindrances(words: Words, told: EveningDetails, most: int = HINDRANCES_SHOWN) -> Iterator[str]:
    """What cannot be done and why, the first ``most`` of it."""
    steps = [one for one in hindered(told) if one.kind is not StepKind.TROUBLE]
    for step in steps[:most]:
        why = hindrance(words, step, step.channel_id or told.evening.channel_id)
        yield f"⚠️ {undone(words, step.kind)} {why}"
    if len(steps) > most:
        yield words.count("night.manage.more-hindered", len(steps) - most)


def called(told: EveningDetails, user_id: int) -> str:
    """What somebody is called at a night."""
    known = told.people.get(user_id)
    return str(user_id) if known is None else known.name


def plan_lines(words: Words, told: EveningDetails, planned: Round) -> list[str]:
    """Who is to sit at which table, and who sits out."""
    lines = [
        words(
            "night.seating.table",
            table=words("hand.table", table=number),
            people=", ".join(_seat(words, told, one) for one in table),
        )
        for number, table in enumerate(planned.tables, 1)
    ]
    if planned.byes:
        names = ", ".join(_seat(words, told, one) for one in planned.byes)
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


def _seat(words: Words, told: EveningDetails, user_id: int | None) -> str:
    if user_id is None:
        return phrases.robot_level(words, told.evening.settings.robots)
    return in_text(called(told, user_id))
