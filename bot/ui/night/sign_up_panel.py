"""How the messages look that ask who comes, and who is here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.nights import attendance, course
from bot.nights.calendar import Start, zone_or_utc
from bot.nights.model import EveningDetails, EveningStage, SignUpAnswer
from bot.telling.night import terms, who
from bot.telling.night.schedule_words import next_text
from bot.telling.night.terms import PlannedNight
from bot.telling.night.who import PeopleList
from bot.telling.timestamps import clock_time
from bot.ui.discord.panel import (
    BLUE,
    GREEN,
    GREY,
    Drawing,
    Mentions,
    Panel,
    button,
    even_rows,
)
from bot.ui.discord.press_ids import PressId
from bot.ui.league.leafing import leaves, turning
from bot.ui.night import hours_panel
from bot.ui.ports import on_night
from bot.words.catalogue import Words

WHYS: Final = ("organiser", "too-few", "away", "no-season", "unposted", "hindered")
"""Why a night is called off, each with its sentence."""

SEAL_SHOWN: Final = 12
"""Digits of a seal that everybody is shown; who asks is shown more."""

SEAL_ASKED: Final = 32
"""So many that nobody can make another secret that fits them, on one line of a phone."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """A night that people are asked about, in the words of whoever reads it. ``seals`` are those of its
    duplicate rounds; ``is_late``: people are asked later than planned. The season that it counts in
    ``is_open``."""

    words: Words
    told: EveningDetails
    planned: PlannedNight
    seals: Sequence[str] = ()
    is_open: bool = True
    is_late: bool = False

    def press(self, verb: str, *values: str) -> PressId:
        """A press about it."""
        return PressId(verb, on_night(self.told.evening.id), values=values)


def sign_up(sight: Gathering) -> Drawing:
    """Asks who comes, and tells who does."""
    words, evening = sight.words, sight.told.evening
    heading = terms.title(words, evening, sight.planned.league)
    listings = [one for one in who.of_sign_up(sight.told) if one.people]
    small = [
        terms.local_time(words, sight.planned),
        *terms.conditions(words, evening),
        *_seats(sight),
        *_sealed(sight),
    ]
    parts = [
        f"### {heading}",
        terms.stamps(words, evening),
        terms.course(words, sight.planned),
        *(f"-# {line}" for line in small),
    ]
    answers = [who.told_shortly(words, one) for one in listings] or [words("night.nobody")]
    asks = attendance.is_asked(sight.told)
    if not asks:
        answers.append(f"-# {words(f'night.stage.{evening.stage.value}')}")
    more = [*_whole(sight, listings), *_about_seals(sight), *([hours_button(sight)] if asks else [])]
    return Drawing(_panel(parts, answers, [answer_buttons(sight) if asks else [], more]))


def answer_buttons(sight: Gathering, given: SignUpAnswer | None = None) -> list[ui.Button[Any]]:
    """What may be answered, but for what has been ``given`` already."""
    words = sight.words
    return [
        button(
            words(f"night.answer.{one.value}"),
            sight.press("night-answer", one.value),
            GREEN if one is SignUpAnswer.IN else GREY,
            disabled=one is given,
        )
        for one in SignUpAnswer
    ]


def here_buttons(sight: Gathering) -> list[ui.Button[Any]]:
    """That one is there, or is not coming after all."""
    words = sight.words
    return [
        button(words("button.here"), sight.press("night-here"), GREEN),
        button(words("night.button.away"), sight.press("night-away")),
    ]


def hours_button(sight: Gathering) -> ui.Button[Any]:
    """When one comes, and until when one stays."""
    return button(sight.words("night.button.hours"), sight.press("night-hours"))


def hours(sight: Gathering, user_id: int, now: float) -> Drawing:
    """When somebody comes and until when they stay, for them to choose."""
    words, told = sight.words, sight.told
    one, zone = told.people.get(user_id), zone_or_utc(sight.planned.league.zone)
    heading = f"### {terms.title(words, told.evening, sight.planned.league)}"
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("\n".join([heading, *hours_panel.lines(words, one)]))
    )
    presses = (sight.press("night-from"), sight.press("night-until"))
    for row in hours_panel.selects(words, told.evening, one, zone, now, presses):
        container.add_item(row)
    return Drawing(Panel(container))


def check_in(sight: Gathering) -> Drawing:
    """Asks who is here, calls who has said that they come, and tells who is waited for."""
    words, told = sight.words, sight.told
    here, awaited, *others = who.of_check_in(told)
    others = [one for one in others if one.people]
    parts = [
        f"### {terms.title(words, told.evening, sight.planned.league)}",
        terms.stamps(words, told.evening),
    ]
    if sight.is_late:
        parts.append(f"-# {words('night.late')}")
    lines = [who.told_shortly(words, here)]
    stage = told.evening.stage
    if stage is not EveningStage.CHECK_IN:
        if stage is not EveningStage.SIGN_UP:  # it was put off since, and people will be asked again
            lines.append(f"-# {words(f'night.stage.{stage.value}')}")
        return Drawing(_panel(parts, lines, [_whole(sight, [here])]))
    if awaited.people:
        lines.append(f"-# {who.told_shortly(words, awaited)}")
    lines += [who.told_shortly(words, one) for one in others]
    if len(here.people) < attendance.LEAST:
        lines.append(f"-# {words.count('night.too-few', attendance.LEAST)}")
    lines += [f"-# {one}" for one in _in_the_way(sight)]
    calls = Mentions(tuple(one.user_id for one in awaited.people))
    more = [*_whole(sight, [here, *others]), hours_button(sight)]
    return Drawing(_panel(parts, lines, [[*here_buttons(sight), *more]]), calls=calls)


def _in_the_way(sight: Gathering) -> Iterator[str]:
    """Why play does not begin at its hour."""
    words, told = sight.words, sight.told
    evening = told.evening
    if not sight.is_open:
        yield words("night.waits-for-season")
    elif evening.plan and evening.settings.confirmed and not evening.posted:
        yield words("night.unposted", when=clock_time(course.posted_until(told)))


def off(words: Words, planned: PlannedNight, following: Start | None) -> Drawing:
    """A night does not take place, and why; when the next of its series begins, where one does."""
    evening = planned.evening
    lines = [
        f"### {terms.title(words, evening, planned.league)}",
        words("night.off"),
        *([words(f"night.off.{evening.why}")] if evening.why in WHYS else []),
        f"-# {_following(words, following)}",
    ]
    return Drawing(_panel(lines, (), ()))


def _following(words: Words, following: Start | None) -> str:
    """When the next night is, to everybody in their own time."""
    if following is None:
        return next_text(words, None)
    return words("night.next", day=terms.stamped(words, following.at_unix))


def everybody(sight: Gathering, leaf: int) -> Drawing:
    """All who have said something, or are here, for one person; a ``leaf`` of it."""
    words, told = sight.words, sight.told
    listings = who.of_sign_up(told) if attendance.is_asked(told) else who.of_check_in(told)
    lines = [line for one in listings if one.people for line in who.told_wholly(words, one)]
    pages = leaves(lines or [words("night.nobody")])
    at = min(leaf, len(pages) - 1)
    heading = f"### {terms.title(words, told.evening, sight.planned.league)}"
    turns = turning(lambda number: sight.press("night-who", str(number)), at, len(pages))
    return Drawing(_panel([heading, *pages[at]], (), [turns]))


def seals(sight: Gathering) -> Drawing:
    """What duplicate rounds are, what the seals of a night's rounds are for, and these."""
    words = sight.words
    lines = [
        words("night.seal", round=words.number(number), seal=f"`{seal[:SEAL_ASKED]}…`")
        for number, seal in enumerate(sight.seals, 1)
    ]
    ranking = sight.told.evening.settings.ranking
    about = [words(f"night.duplicate.{ranking}"), words("night.duplicate.about"), words("night.seals.about")]
    return Drawing(_panel([*about, *(f"-# {line}" for line in lines)], (), ()))


def told_privately(words: Words, said: str, tell: PressId | None) -> Drawing:
    """What one person is told after a press; ``tell`` has them told how the night went."""
    ways = [] if tell is None else [tell_button(words, tell)]
    return Drawing(_panel([said], (), [ways]))


def tell_button(words: Words, press: PressId) -> ui.Button[Any]:
    """*Tell me how it went*."""
    return button(words("night.button.tell"), press, BLUE)


def _panel(above: Iterable[str], below: Iterable[str], buttons: Iterable[Sequence[ui.Button[Any]]]) -> Panel:
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(above)))
    if text := "\n".join(below):
        container.add_item(ui.TextDisplay(text))
    for group in buttons:
        for row in even_rows(group):
            container.add_item(row)
    return Panel(container)


def _seats(sight: Gathering) -> Iterator[str]:
    seats = sight.told.evening.settings.seats
    if seats is not None:
        taken = sight.words.number(len(attendance.coming(sight.told)))
        yield sight.words.count("night.seats", seats, taken=taken)


def _sealed(sight: Gathering) -> Iterator[str]:
    if sight.seals:
        seals = (f"`{one[:SEAL_SHOWN]}…`" for one in sight.seals)
        yield sight.words.count("night.seals", len(sight.seals), seals=" ".join(seals))


def _about_seals(sight: Gathering) -> list[ui.Button[Any]]:
    if not sight.seals:
        return []
    return [button(sight.words("button.what-is-this"), sight.press("night-seals"))]


def _whole(sight: Gathering, listings: Iterable[PeopleList]) -> list[ui.Button[Any]]:
    """*Who?*, where not everybody is named."""
    if all(who.is_short(sight.words, one) for one in listings):
        return []
    return [button(sight.words("night.button.who"), sight.press("night-who", "0"))]
