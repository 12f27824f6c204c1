"""How the direct messages about a night look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.nights import attendance
from bot.nights.model import Answer, Person, Step, StepKind, Told
from bot.telling.night import terms, trouble
from bot.ui.discord.panel import Drawing, Panel, even_rows, link, message_url
from bot.ui.night.sign_up_panel import Gathering, answer_buttons, here_buttons, tell_button
from bot.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class Addressed:
    """A night as one person is asked about it; ``is_told`` of nights that they miss, in any case."""

    gathering: Gathering
    user_id: int
    is_told: bool = False

    @property
    def person(self) -> Person | None:
        """What is known of them."""
        return self.gathering.told.people.get(self.user_id)

    @property
    def given(self) -> Answer | None:
        """What they have answered."""
        return None if self.person is None else self.person.answer


def reminder(to: Addressed) -> Drawing:
    """Asks somebody who has not answered; once they have, what they have said."""
    sight = to.gathering
    words, told = sight.words, sight.told
    evening = told.evening
    lines = [
        f"### {terms.title(words, evening, sight.planned.league)}",
        terms.stamps(words, evening),
        terms.course(words, sight.planned),
        *standing(to),
    ]
    return Drawing(_letter(lines, [*_ways(to), _to_night(words, told)]))


def standing(to: Addressed) -> list[str]:
    """What is asked of somebody, or what they have said and what follows from it."""
    words, told = to.gathering.words, to.gathering.told
    evening, person = told.evening, to.person
    if not evening.is_live:
        return [words(f"night.stage.{evening.stage.value}")]
    said = [] if to.given is None else [words(f"night.you.{to.given.value}")]
    if person is not None and person.is_here:
        said = [words("night.you.here")]
    if (place := attendance.place_waiting(told, to.user_id)) is not None:
        said.append(words("night.you.waiting", place=words.number(place)))
    if attendance.is_asked(told):
        return said or [words("night.you.asked")]
    if person is not None and person.is_here:
        return said
    return [*said, words("night.you.asked-here")]


def plan(sight: Gathering) -> Drawing:
    """The plan waits for an organiser."""
    words, evening = sight.words, sight.told.evening
    following = evening.plan[evening.round] if evening.round < len(evening.plan) else None
    lines = [f"### {terms.title(words, evening, sight.planned.league)}", words("night.plan-waits")]
    if following is not None:
        tables = words.count("night.tables", len(following.tables))
        people = words.count("night.people", len(following.people))
        lines.append(words("night.plan-seats", people=people, tables=tables))
    return Drawing(_letter(lines, [_to_night(words, sight.told)]))


def in_trouble(sight: Gathering, step: Step) -> Drawing:
    """A step cannot be done, why, and that it goes on by itself once that is mended."""
    words, evening = sight.words, sight.told.evening
    channel_id = step.channel_id or evening.channel_id
    lines = [
        f"### {terms.title(words, evening, sight.planned.league)}",
        f"⚠️ {trouble.undone(words, step.kind)}",
        trouble.hindrance(words, step, channel_id),
        f"-# {words('night.goes-on')}",
    ]
    url = message_url(evening.guild_id, channel_id)
    return Drawing(_letter(lines, [link(words("night.button.go"), url)]))


def night_url(told: Told) -> str:
    """The newest message of a night for everybody, else its channel."""
    for kind in (StepKind.CHECK_IN, StepKind.SIGN_UP):
        step = told.step(kind)
        if step.discord_id is not None:
            return message_url(
                told.evening.guild_id, step.channel_id or told.evening.channel_id, step.discord_id
            )
    return message_url(told.evening.guild_id, told.evening.channel_id)


def _ways(to: Addressed) -> list[ui.Button[Any]]:
    """What somebody may answer now."""
    sight = to.gathering
    if not sight.told.evening.is_live:
        return []
    ways = answer_buttons(sight, to.given) if attendance.is_asked(sight.told) else here_buttons(sight)
    if to.given is Answer.OUT and not to.is_told:
        ways.append(tell_button(sight.words, sight.press("night-tell")))
    return ways


def _to_night(words: Words, told: Told) -> ui.Button[Any]:
    return link(words("night.button.go"), night_url(told))


def _letter(lines: Sequence[str], buttons: Sequence[ui.Button[Any]]) -> Panel:
    return Panel(ui.Container(ui.TextDisplay("\n".join(lines)), *even_rows(buttons)))
