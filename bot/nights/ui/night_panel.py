"""A night as somebody is shown it: how the messages look that ask who comes, who is here and when, and the
letters to one person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from zoneinfo import ZoneInfo

import discord
from discord import ui

from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import PressId
from bot.discordkit.pages import leaves, turning
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    GREY,
    Drawing,
    Mentions,
    Part,
    button,
    draw,
    link,
    message_url,
    select,
    select_option,
)
from bot.discordkit.ports import on_night
from bot.leagues.model import League
from bot.nights import attendance, course, night_words, plan_words
from bot.nights.attendance import Presence
from bot.nights.board_words import Board
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightPerson,
    NightPlace,
    NightStep,
    Schedule,
    SignUpAnswer,
    Start,
    StepKind,
    local_of,
)
from bot.nights.night_words import PeopleList, hours_of, next_text, of_apart
from bot.nights.reading import night_length
from bot.tables.clocks import Expected
from bot.tables.model import UNFINISHED, TableFacts
from bot.telling.phrases import clock_time
from bot.timers import zone_or_utc
from bot.words.catalogue import Words


@dataclass(frozen=True, slots=True)
class NightView:
    """A night in the words of whoever reads it, with its league, the ``schedule`` of its series, its
    ``games``, and how long a ``game`` is expected to take. ``seals`` are those of its duplicate rounds; the
    season that it counts in ``is_open``. ``is_late``: people are asked later than planned.

    It may be for one person: the account of the ``reader``, who ``is_notified`` of nights that they miss in
    any case, and ``is_seated`` in a game that is not over. An organiser is shown the ``board`` of the round
    in play, what was just done or refused (``said``) and what was ``typed`` wrong."""

    words: Words
    details: EveningDetails
    league: League
    schedule: Schedule
    games: Mapping[NightPlace, TableFacts] = field(default_factory=dict[NightPlace, TableFacts])
    game: Expected | None = None
    seals: Sequence[str] = ()
    is_open: bool = True
    is_late: bool = False
    reader: int = 0
    is_notified: bool = False
    board: Board | None = None
    said: str = ""
    typed: str = ""

    @property
    def evening(self) -> Evening:
        """The evening."""
        return self.details.evening

    @property
    def title(self) -> str:
        """Which night it is, as a heading."""
        return f"### {night_words.title(self.words, self.evening, self.league)}"

    @property
    def course(self) -> str:
        """What is played, and how long it takes."""
        length = night_length(self.evening.settings, self.game)
        return night_words.course(self.words, self.evening, self.league, length)

    @property
    def person(self) -> NightPerson | None:
        """What is known of the reader."""
        return self.details.people.get(self.reader)

    @property
    def presence(self) -> Presence:
        """Where they stand tonight."""
        return attendance.presence_of(self.details, self.person)

    @property
    def is_here(self) -> bool:
        """Whether they are there to play, or to step in."""
        return self.presence in (Presence.HERE, Presence.SUBSTITUTE)

    @property
    def is_seated(self) -> bool:
        """Whether they have a seat in a game that is not over."""
        playing = (one for one in self.games.values() if one.state in UNFINISHED)
        return any(one.seat_of(self.reader) is not None for one in playing)

    @property
    def given(self) -> SignUpAnswer | None:
        """What they have answered."""
        return None if self.person is None else self.person.answer

    def public_press(self, verb: str, *values: str) -> PressId:
        """A press about it, whatever it has become since."""
        return PressId(verb, on_night(self.evening.id), values=values)

    def press(self, verb: str, *values: str) -> PressId:
        """A press about it as it is now."""
        return PressId(verb, on_night(self.evening.id), self.evening.version, values)

    def heading(self, text: str = "") -> list[str]:
        """What was said, which night it is, and which page."""
        return [*([self.said] if self.said else []), self.title, *([f"**{text}**"] if text else [])]


# When somebody comes and goes

STEP: Final = 1800.0
"""Seconds between two moments that are offered."""

COMES_WITHIN: Final = 10
GOES_WITHIN: Final = 14
"""How many of them are offered after the start: five and seven hours."""

WHOLE: Final = "0"
"""From the start, or to the end."""


def _hours_offered(evening: Evening, one: NightPerson | None, now: float, *, begins: bool) -> list[float]:
    """The moments that can be chosen to come, or to go: those that are not past, with what was chosen."""
    count = COMES_WITHIN if begins else GOES_WITHIN
    first = evening.starts_at - evening.starts_at % STEP
    moments = {first + number * STEP for number in range(1, count + 1)}
    chosen = None if one is None else one.from_at if begins else one.until_at
    if chosen is not None:
        moments.add(chosen)
    return sorted(at for at in moments if at > now or at == chosen)


def hours_lines(words: Words, one: NightPerson | None) -> Iterator[str]:
    """What is asked, and what follows from what they have said."""
    yield f"**{words('night.hours.title')}**"
    yield from hours_of(words, one)


def hours_selects(
    words: Words,
    evening: Evening,
    one: NightPerson | None,
    zone: ZoneInfo,
    now: float,
    presses: Iterable[PressId],
) -> Iterator[Part]:
    """When they come and until when they stay, by those presses; that they come where there is still a moment
    to come at."""
    for begins, press in zip((True, False), presses, strict=True):
        moments = _hours_offered(evening, one, now, begins=begins)
        if moments:
            options = [*_options(words, moments, one, zone, begins=begins)]
            yield select(press, words(f"night.hours.{_kind(begins=begins)}"), options)


def _kind(*, begins: bool) -> str:
    return "from" if begins else "until"


def _options(
    words: Words, moments: Iterable[float], one: NightPerson | None, zone: ZoneInfo, *, begins: bool
) -> Iterator[discord.SelectOption]:
    kind = _kind(begins=begins)
    chosen = None if one is None else one.from_at if begins else one.until_at
    yield select_option(words(f"night.hours.{kind}.whole"), WHOLE, default=chosen is None)
    for at in moments:
        label = words(f"night.hours.{kind}.at", time=words.hour(local_of(at, zone).time()))
        yield select_option(label, str(int(at)), default=at == chosen)


def chosen_hour(
    evening: Evening, one: NightPerson | None, now: float, value: str, *, begins: bool
) -> float | None:
    """The moment that was chosen; None for the whole night. Raises Refusal for one that is not offered."""
    if value == WHOLE:
        return None
    for at in _hours_offered(evening, one, now, begins=begins):
        if str(int(at)) == value:
            return at
    raise Refusal("unknown-button")


WHYS: Final = ("organiser", "too-few", "away", "no-season", "unposted", "hindered")
"""Why a night is called off, each with its sentence."""

SEAL_SHOWN: Final = 12
"""Digits of a seal that everybody is shown; who asks is shown more."""

SEAL_ASKED: Final = 32
"""So many that nobody can make another secret that fits them, on one line of a phone."""


def sign_up(night: NightView) -> Drawing:
    """Asks who comes, and tells who does."""
    words, evening = night.words, night.evening
    listings = [one for one in night_words.of_sign_up(night.details) if one.people]
    small = [
        night_words.local_time(words, evening, night.league, night.schedule),
        *night_words.conditions(words, evening),
        *_seats(night),
        *_sealed(night),
    ]
    parts = [
        night.title,
        night_words.stamps(words, evening),
        night.course,
        *(f"-# {line}" for line in small),
    ]
    answers = [night_words.short_text(words, one) for one in listings] or [words("night.nobody")]
    asks = attendance.is_asked(night.details)
    if not asks:
        answers.append(f"-# {words(f'night.stage.{evening.stage.value}')}")
    more = [*_whole(night, listings), *_about_seals(night), *([hours_button(night)] if asks else [])]
    return draw(parts, answers, answer_buttons(night) if asks else None, more)


def answer_buttons(night: NightView, given: SignUpAnswer | None = None) -> list[ui.Button[Any]]:
    """What may be answered, but for what has been ``given`` already."""
    words = night.words
    return [
        button(
            words(f"night.answer.{one.value}"),
            night.public_press("night-answer", one.value),
            GREEN if one is SignUpAnswer.IN else GREY,
            disabled=one is given,
        )
        for one in SignUpAnswer
    ]


def here_buttons(night: NightView) -> list[ui.Button[Any]]:
    """That one is there, or is not coming after all."""
    words = night.words
    return [
        button(words("button.here"), night.public_press("night-here"), GREEN),
        button(words("night.button.away"), night.public_press("night-away")),
    ]


def hours_button(night: NightView) -> ui.Button[Any]:
    """When one comes, and until when one stays."""
    return button(night.words("night.button.hours"), night.public_press("night-hours"))


def hours(night: NightView, user_id: int, now: float) -> Drawing:
    """When somebody comes and until when they stay, for them to choose."""
    words, details = night.words, night.details
    one, zone = details.people.get(user_id), zone_or_utc(night.league.zone)
    presses = (night.public_press("night-from"), night.public_press("night-until"))
    selects = hours_selects(words, details.evening, one, zone, now, presses)
    return draw([night.title, *hours_lines(words, one)], selects)


def check_in(night: NightView) -> Drawing:
    """Asks who is here, calls who has said that they come, and tells who is waited for."""
    words, details = night.words, night.details
    here, awaited, *others = night_words.of_check_in(details)
    others = [one for one in others if one.people]
    late = f"-# {words('night.late')}" if night.is_late else ""
    parts = [night.title, night_words.stamps(words, details.evening), late]
    lines = [night_words.short_text(words, here)]
    stage = details.evening.stage
    if stage is not EveningStage.CHECK_IN:
        if stage is not EveningStage.SIGN_UP:  # it was put off since, and people will be asked again
            lines.append(f"-# {words(f'night.stage.{stage.value}')}")
        return draw(parts, lines, _whole(night, [here]))
    if awaited.people:
        lines.append(f"-# {night_words.short_text(words, awaited)}")
    lines += [night_words.short_text(words, one) for one in others]
    if len(here.people) < attendance.LEAST:
        lines.append(f"-# {words.count('night.too-few', attendance.LEAST)}")
    lines += [f"-# {one}" for one in _in_the_way(night)]
    calls = Mentions(tuple(one.user_id for one in awaited.people))
    ways = [*here_buttons(night), *_whole(night, [here, *others]), hours_button(night)]
    return draw(parts, lines, ways, calls=calls)


def _in_the_way(night: NightView) -> Iterator[str]:
    """Why play does not begin at its hour."""
    words, details = night.words, night.details
    evening = details.evening
    if not night.is_open:
        yield words("night.waits-for-season")
    elif evening.plan and evening.settings.confirmed and not evening.posted:
        yield words("night.unposted", when=clock_time(course.posted_until(details)))


def off(night: NightView, following: Start | None) -> Drawing:
    """A night does not take place, and why; when the next of its series begins, where one does."""
    words, evening = night.words, night.evening
    lines = [
        night.title,
        words("night.off"),
        words(f"night.off.{evening.why}") if evening.why in WHYS else "",
        f"-# {_following(words, following)}",
    ]
    return draw(lines)


def _following(words: Words, following: Start | None) -> str:
    """When the next night is, to everybody in their own time."""
    if following is None:
        return next_text(words, None)
    return words("night.next", day=night_words.stamped(words, following.at_unix))


def everybody(night: NightView, leaf: int) -> Drawing:
    """All who have said something, or are here, for one person; a ``leaf`` of it."""
    words, details = night.words, night.details
    listings = (
        night_words.of_sign_up(details) if attendance.is_asked(details) else night_words.of_check_in(details)
    )
    lines = [line for one in listings if one.people for line in night_words.full_lines(words, one)]
    pages = leaves(lines or [words("night.nobody")])
    at = min(leaf, len(pages) - 1)
    turns = turning(lambda number: night.public_press("night-who", str(number)), at, len(pages))
    return draw([night.title, *pages[at]], turns)


def seals(night: NightView) -> Drawing:
    """What duplicate rounds are, what the seals of a night's rounds are for, and these."""
    words = night.words
    lines = [
        words("night.seal", round=words.number(number), seal=f"`{seal[:SEAL_ASKED]}…`")
        for number, seal in enumerate(night.seals, 1)
    ]
    ranking = night.evening.settings.ranking
    about = [words(f"night.duplicate.{ranking}"), words("night.duplicate.about"), words("night.seals.about")]
    return draw([*about, *(f"-# {line}" for line in lines)])


def private_answer(words: Words, said: str, tell: PressId | None) -> Drawing:
    """What one person is told after a press; ``tell`` has them told how the night went."""
    return draw(said, None if tell is None else tell_button(words, tell))


def tell_button(words: Words, press: PressId) -> ui.Button[Any]:
    """*Tell me how it went*."""
    return button(words("night.button.tell"), press, BLUE)


def _seats(night: NightView) -> Iterator[str]:
    seats = night.evening.settings.seats
    if seats is not None:
        taken = night.words.number(len(attendance.coming(night.details)))
        yield night.words.count("night.seats", seats, taken=taken)


def _sealed(night: NightView) -> Iterator[str]:
    if night.seals:
        seals = (f"`{one[:SEAL_SHOWN]}…`" for one in night.seals)
        yield night.words.count("night.seals", len(night.seals), seals=" ".join(seals))


def _about_seals(night: NightView) -> list[ui.Button[Any]]:
    if not night.seals:
        return []
    return [button(night.words("button.what-is-this"), night.public_press("night-seals"))]


def _whole(night: NightView, listings: Iterable[PeopleList]) -> list[ui.Button[Any]]:
    """*Who?*, where not everybody is named."""
    if all(night_words.is_short(night.words, one) for one in listings):
        return []
    return [button(night.words("night.button.who"), night.public_press("night-who", "0"))]


def reminder(night: NightView) -> Drawing:
    """Asks somebody who has not answered; once they have, what they have said."""
    return _to_answer(night)


def moved_up(night: NightView) -> Drawing:
    """Somebody who waited has a seat; once they have given it up, what they have said."""
    details = night.details
    has_seat = details.evening.is_live and any(
        one.user_id == night.reader for one in attendance.coming(details)
    )
    return _to_answer(night, *((night.words("night.you.moved-up"),) if has_seat else ()))


def _to_answer(night: NightView, *news: str) -> Drawing:
    """What a night is, and how somebody may answer."""
    words, details = night.words, night.details
    evening = details.evening
    lines = [
        night.title,
        night_words.stamps(words, evening),
        night.course,
        *news,
        *standing(night),
    ]
    return draw(lines, [*_ways(night), _to_night(words, details)])


def privately(night: NightView) -> Drawing | None:
    """What one person is told after a press where the message itself tells the rest to everybody; None where
    that is all."""
    words = night.words
    lines = [*news(night)]
    asks = (
        night.given is SignUpAnswer.OUT
        and not night.is_notified
        and night.evening.stage is not EveningStage.PLAYING
    )
    if asks:
        lines.insert(0, words("night.you.out"))
    if not lines:
        return None
    return private_answer(words, "\n".join(lines), night.public_press("night-tell") if asks else None)


def standing(night: NightView) -> Iterator[str]:
    """What is asked of somebody, or what they have said and what follows from it."""
    words, details = night.words, night.details
    if not details.evening.is_live:
        yield words(f"night.stage.{details.evening.stage.value}")
        return
    if night.is_here:
        yield words("night.you.here")
    elif night.presence is Presence.GONE:
        pass  # what follows says so
    elif night.given is not None:
        yield words(f"night.you.{night.given.value}")
    if night.given is SignUpAnswer.OUT and night.is_notified:
        yield words("night.you.told")
    if night.given is None and attendance.is_asked(details):
        yield words("night.you.asked")
    yield from news(night)


def news(night: NightView) -> Iterator[str]:
    """What follows for one person, and what is still to be done."""
    words, details = night.words, night.details
    if (place := attendance.place_waiting(details, night.reader)) is not None:
        yield words("night.you.waiting", place=words.number(place))
    yield from night_words.hours_of(words, night.person)
    if details.evening.stage is EveningStage.PLAYING:
        yield from _in_play(night)
    elif night.given is not SignUpAnswer.OUT and not night.is_here and not attendance.is_asked(details):
        yield words("night.you.asked-here")


def _in_play(night: NightView) -> Iterator[str]:
    words, evening = night.words, night.evening
    plays = night.is_seated or night.reader in course.to_be_seated(night.details)
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
    until = clock_time(course.posted_until(night.details))
    if following is not None:
        tables = words.count("night.tables", len(following.tables))
        people = words.count("night.people", len(following.people))
        lines.append(words("night.plan-seats", people=people, tables=tables))
    lines.append(f"-# {words('night.plan-until', when=until)}")
    return draw(lines, [_to_night(words, night.details)])


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
    return draw(lines, [_to_night(words, night.details)])


def in_trouble(night: NightView, step: NightStep) -> Drawing:
    """A step cannot be done, why, and that it goes on by itself once that is mended."""
    words, evening = night.words, night.evening
    channel_id = step.channel_id or evening.channel_id
    lines = [
        night.title,
        f"⚠️ {plan_words.undone(words, step.kind)}",
        plan_words.hindrance(words, step, channel_id),
        f"-# {words('night.goes-on')}",
    ]
    url = message_url(evening.guild_id, channel_id)
    return draw(lines, [link(words("night.button.go"), url)])


def night_url(details: EveningDetails) -> str:
    """The newest message of a night for everybody, else its channel."""
    for kind in (StepKind.CHECK_IN, StepKind.SIGN_UP):
        step = details.step(kind)
        if step.discord_id is not None:
            return message_url(
                details.evening.guild_id, step.channel_id or details.evening.channel_id, step.discord_id
            )
    return message_url(details.evening.guild_id, details.evening.channel_id)


def _ways(night: NightView) -> list[ui.Button[Any]]:
    """What somebody may answer now."""
    if not night.evening.is_live:
        return []
    ways = answer_buttons(night, night.given) if attendance.is_asked(night.details) else here_buttons(night)
    if night.given is SignUpAnswer.OUT and not night.is_notified:
        ways.append(tell_button(night.words, night.public_press("night-tell")))
    return ways


def _to_night(words: Words, details: EveningDetails) -> ui.Button[Any]:
    return link(words("night.button.go"), night_url(details))
