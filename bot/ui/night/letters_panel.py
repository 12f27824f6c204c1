"""How the direct messages about a night look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.nights import attendance, course
from bot.nights.attendance import Presence
from bot.nights.model import EveningDetails, EveningStage, NightPerson, NightStep, SignUpAnswer, StepKind
from bot.telling.night import hours_words, terms, trouble
from bot.telling.night.seated_words import of_apart
from bot.telling.timestamps import clock_time
from bot.ui.discord.panel import Drawing, Panel, even_rows, link, message_url
from bot.ui.night.sign_up_panel import Gathering, answer_buttons, here_buttons, tell_button, told_privately
from bot.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class Addressed:
    """A night as one person is asked about it; ``is_told`` of nights that they miss, in any case.
    ``is_seated``: they have a seat in a game that is not over."""

    gathering: Gathering
    user_id: int
    is_told: bool = False
    is_seated: bool = False

    @property
    def person(self) -> NightPerson | None:
        """What is known of them."""
        return self.gathering.told.people.get(self.user_id)

    @property
    def presence(self) -> Presence:
        """Where they stand tonight."""
        return attendance.presence_of(self.gathering.told, self.person)

    @property
    def is_here(self) -> bool:
        """Whether they are there to play, or to step in."""
        return self.presence in (Presence.HERE, Presence.SUBSTITUTE)

    @property
    def given(self) -> SignUpAnswer | None:
        """What they have answered."""
        return None if self.person is None else self.person.answer


def reminder(to: Addressed) -> Drawing:
    """Asks somebody who has not answered; once they have, what they have said."""
    return _to_answer(to)


def moved_up(to: Addressed) -> Drawing:
    """Somebody who waited has a seat; once they have given it up, what they have said."""
    told = to.gathering.told
    has_seat = told.evening.is_live and any(one.user_id == to.user_id for one in attendance.coming(told))
    return _to_answer(to, *((to.gathering.words("night.you.moved-up"),) if has_seat else ()))


def _to_answer(to: Addressed, *news: str) -> Drawing:
    """What a night is, and how somebody may answer."""
    sight = to.gathering
    words, told = sight.words, sight.told
    evening = told.evening
    lines = [
        f"### {terms.title(words, evening, sight.planned.league)}",
        terms.stamps(words, evening),
        terms.course(words, sight.planned),
        *news,
        *standing(to),
    ]
    return Drawing(_letter(lines, [*_ways(to), _to_night(words, told)]))


def privately(to: Addressed) -> Drawing | None:
    """What one person is told after a press where the message itself tells the rest to everybody; None where
    that is all."""
    words, sight = to.gathering.words, to.gathering
    lines = [*news(to)]
    asks = (
        to.given is SignUpAnswer.OUT
        and not to.is_told
        and sight.told.evening.stage is not EveningStage.PLAYING
    )
    if asks:
        lines.insert(0, words("night.you.out"))
    if not lines:
        return None
    return told_privately(words, "\n".join(lines), sight.press("night-tell") if asks else None)


def standing(to: Addressed) -> Iterator[str]:
    """What is asked of somebody, or what they have said and what follows from it."""
    words, told = to.gathering.words, to.gathering.told
    if not told.evening.is_live:
        yield words(f"night.stage.{told.evening.stage.value}")
        return
    if to.is_here:
        yield words("night.you.here")
    elif to.presence is Presence.GONE:
        pass  # what follows says so
    elif to.given is not None:
        yield words(f"night.you.{to.given.value}")
    if to.given is SignUpAnswer.OUT and to.is_told:
        yield words("night.you.told")
    if to.given is None and attendance.is_asked(told):
        yield words("night.you.asked")
    yield from news(to)


def news(to: Addressed) -> Iterator[str]:
    """What follows for one person, and what is still to be done."""
    words, told = to.gathering.words, to.gathering.told
    if (place := attendance.place_waiting(told, to.user_id)) is not None:
        yield words("night.you.waiting", place=words.number(place))
    yield from hours_words.standing(words, to.person)
    if told.evening.stage is EveningStage.PLAYING:
        yield from _in_play(to)
    elif to.given is not SignUpAnswer.OUT and not to.is_here and not attendance.is_asked(told):
        yield words("night.you.asked-here")


def _in_play(to: Addressed) -> Iterator[str]:
    words, evening = to.gathering.words, to.gathering.told.evening
    plays = to.is_seated or to.user_id in course.to_be_seated(to.gathering.told)
    if to.is_here and not plays:
        is_last = evening.is_last or evening.round >= evening.settings.rounds
        yield words("night.you.last-round" if is_last else "night.you.next-round")
    elif to.presence is Presence.GONE:
        yield words("night.you.gone")
    elif not to.is_here:
        yield words("night.you.asked-here")


def plan(sight: Gathering) -> Drawing:
    """The plan waits for an organiser."""
    words, evening = sight.words, sight.told.evening
    following = evening.plan[evening.round] if evening.round < len(evening.plan) else None
    lines = [f"### {terms.title(words, evening, sight.planned.league)}", words("night.plan-waits")]
    until = clock_time(course.posted_until(sight.told))
    if following is not None:
        tables = words.count("night.tables", len(following.tables))
        people = words.count("night.people", len(following.people))
        lines.append(words("night.plan-seats", people=people, tables=tables))
    lines.append(f"-# {words('night.plan-until', when=until)}")
    return Drawing(_letter(lines, [_to_night(words, sight.told)]))


def apart(sight: Gathering) -> Drawing:
    """People are seated otherwise than was settled as some are kept apart: organisers alone are told."""
    words, evening = sight.words, sight.told.evening
    lines = [
        f"### {terms.title(words, evening, sight.planned.league)}",
        *of_apart(words, evening),
        words(
            "night.apart.allow",
            seating=words("night.manage.seating"),
            together=words("night.seating.together"),
        ),
    ]
    return Drawing(_letter(lines, [_to_night(words, sight.told)]))


def in_trouble(sight: Gathering, step: NightStep) -> Drawing:
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


def night_url(told: EveningDetails) -> str:
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
    if to.given is SignUpAnswer.OUT and not to.is_told:
        ways.append(tell_button(sight.words, sight.press("night-tell")))
    return ways


def _to_night(words: Words, told: EveningDetails) -> ui.Button[Any]:
    return link(words("night.button.go"), night_url(told))


def _letter(lines: Sequence[str], buttons: Sequence[ui.Button[Any]]) -> Panel:
    return Panel(ui.Container(ui.TextDisplay("\n".join(lines)), *even_rows(buttons)))
