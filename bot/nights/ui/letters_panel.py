"""How the direct messages about a night look."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from discord import ui

from bot.discordkit.panel import Drawing, draw, link, message_url
from bot.nights import attendance, course, managing_words, terms
from bot.nights.attendance import Presence
from bot.nights.model import EveningDetails, EveningStage, NightStep, SignUpAnswer, StepKind
from bot.nights.terms import of_apart
from bot.nights.ui.sign_up_panel import answer_buttons, here_buttons, tell_button, told_privately
from bot.nights.ui.views import NightView
from bot.telling.phrases import clock_time
from bot.words.catalogue import Words


def reminder(night: NightView) -> Drawing:
    """Asks somebody who has not answered; once they have, what they have said."""
    return _to_answer(night)


def moved_up(night: NightView) -> Drawing:
    """Somebody who waited has a seat; once they have given it up, what they have said."""
    told = night.told
    has_seat = told.evening.is_live and any(one.user_id == night.reader for one in attendance.coming(told))
    return _to_answer(night, *((night.words("night.you.moved-up"),) if has_seat else ()))


def _to_answer(night: NightView, *news: str) -> Drawing:
    """What a night is, and how somebody may answer."""
    words, told = night.words, night.told
    evening = told.evening
    lines = [
        night.title,
        terms.stamps(words, evening),
        night.course,
        *news,
        *standing(night),
    ]
    return draw(lines, [*_ways(night), _to_night(words, told)])


def privately(night: NightView) -> Drawing | None:
    """What one person is told after a press where the message itself tells the rest to everybody; None where
    that is all."""
    words = night.words
    lines = [*news(night)]
    asks = (
        night.given is SignUpAnswer.OUT
        and not night.is_told
        and night.evening.stage is not EveningStage.PLAYING
    )
    if asks:
        lines.insert(0, words("night.you.out"))
    if not lines:
        return None
    return told_privately(words, "\n".join(lines), night.public_press("night-tell") if asks else None)


def standing(night: NightView) -> Iterator[str]:
    """What is asked of somebody, or what they have said and what follows from it."""
    words, told = night.words, night.told
    if not told.evening.is_live:
        yield words(f"night.stage.{told.evening.stage.value}")
        return
    if night.is_here:
        yield words("night.you.here")
    elif night.presence is Presence.GONE:
        pass  # what follows says so
    elif night.given is not None:
        yield words(f"night.you.{night.given.value}")
    if night.given is SignUpAnswer.OUT and night.is_told:
        yield words("night.you.told")
    if night.given is None and attendance.is_asked(told):
        yield words("night.you.asked")
    yield from news(night)


def news(night: NightView) -> Iterator[str]:
    """What follows for one person, and what is still to be done."""
    words, told = night.words, night.told
    if (place := attendance.place_waiting(told, night.reader)) is not None:
        yield words("night.you.waiting", place=words.number(place))
    yield from terms.hours_of(words, night.person)
    if told.evening.stage is EveningStage.PLAYING:
        yield from _in_play(night)
    elif night.given is not SignUpAnswer.OUT and not night.is_here and not attendance.is_asked(told):
        yield words("night.you.asked-here")


def _in_play(night: NightView) -> Iterator[str]:
    words, evening = night.words, night.evening
    plays = night.is_seated or night.reader in course.to_be_seated(night.told)
    if night.is_here and not plays:
        is_last = evening.is_last or evening.round >= evening.settings.rounds
        yield words("night.you.last-round" if is_last else "night.you.next-round")
    elif night.presence is Presence.GONE:
        yield words("night.you.gone")
    elif not night.is_here:
        yield words("night.you.asked-here")


def plan(night: NightView) -> Drawing:
    """The plan waits for an organiser."""
    words, evening = night.words, night.evening
    following = evening.plan[evening.round] if evening.round < len(evening.plan) else None
    lines = [night.title, words("night.plan-waits")]
    until = clock_time(course.posted_until(night.told))
    if following is not None:
        tables = words.count("night.tables", len(following.tables))
        people = words.count("night.people", len(following.people))
        lines.append(words("night.plan-seats", people=people, tables=tables))
    lines.append(f"-# {words('night.plan-until', when=until)}")
    return draw(lines, [_to_night(words, night.told)])


def apart(night: NightView) -> Drawing:
    """People are seated otherwise than was settled as some are kept apart: organisers alone are told."""
    words, evening = night.words, night.evening
    lines = [
        night.title,
        *of_apart(words, evening),
        words(
            "night.apart.allow",
            seating=words("night.manage.seating"),
            together=words("night.seating.together"),
        ),
    ]
    return draw(lines, [_to_night(words, night.told)])


def in_trouble(night: NightView, step: NightStep) -> Drawing:
    """A step cannot be done, why, and that it goes on by itself once that is mended."""
    words, evening = night.words, night.evening
    channel_id = step.channel_id or evening.channel_id
    lines = [
        night.title,
        f"⚠️ {managing_words.undone(words, step.kind)}",
        managing_words.hindrance(words, step, channel_id),
        f"-# {words('night.goes-on')}",
    ]
    url = message_url(evening.guild_id, channel_id)
    return draw(lines, [link(words("night.button.go"), url)])


def night_url(told: EveningDetails) -> str:
    """The newest message of a night for everybody, else its channel."""
    for kind in (StepKind.CHECK_IN, StepKind.SIGN_UP):
        step = told.step(kind)
        if step.discord_id is not None:
            return message_url(
                told.evening.guild_id, step.channel_id or told.evening.channel_id, step.discord_id
            )
    return message_url(told.evening.guild_id, told.evening.channel_id)


def _ways(night: NightView) -> list[ui.Button[Any]]:
    """What somebody may answer now."""
    if not night.evening.is_live:
        return []
    ways = answer_buttons(night, night.given) if attendance.is_asked(night.told) else here_buttons(night)
    if night.given is SignUpAnswer.OUT and not night.is_told:
        ways.append(tell_button(night.words, night.public_press("night-tell")))
    return ways


def _to_night(words: Words, told: EveningDetails) -> ui.Button[Any]:
    return link(words("night.button.go"), night_url(told))
