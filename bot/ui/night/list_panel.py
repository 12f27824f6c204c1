"""The nights to come, as somebody sees them who organises some of them or none."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.clubs.model import League
from bot.nights.attendance import coming, waiting
from bot.nights.model import EveningDetails, EveningStage, Series, SeriesState, StepKind
from bot.nights.reading import Coming, asks_from
from bot.telling.night.schedule_words import schedule_text
from bot.telling.timestamps import in_full, relative
from bot.ui.discord.panel import Drawing, Panel, button, even_rows, message_url, select, select_option
from bot.ui.discord.press_ids import PressId
from bot.ui.ports import on_night
from bot.words.catalogue import Words
from bot.words.names import in_text

LISTED: Final = 4
"""Nights that are told of; how many there are besides is said."""

OPTIONS: Final = 25
"""Discord takes no more in a select."""

ORGANISED: Final = 3
"""Nights to which a button leads."""


@dataclass(frozen=True, slots=True)
class ListedNights:
    """What is listed: the nights to come, and the leagues by id. ``organised`` are those that whoever looks
    organises, ``plans`` theirs: drafts too."""

    nights: Sequence[Coming]
    leagues: Mapping[int, League]
    plans: Sequence[Series] = ()
    organised: Collection[int] = ()


def nights(words: Words, listed: ListedNights) -> Drawing:
    """The list, and for organisers a way to their plans."""
    container: ui.Container[Any] = ui.Container(ui.TextDisplay("\n".join(_text(words, listed))))
    if listed.plans:
        choices = [_option(words, listed, one) for one in listed.plans[:OPTIONS]]
        container.add_item(select(PressId("night-series"), words("night.list.plans"), choices))
    for row in even_rows(_organised(words, listed)):
        container.add_item(row)
    return Drawing(Panel(container))


def _text(words: Words, listed: ListedNights) -> Iterator[str]:
    yield f"### {words('night.list.title')}"
    if not listed.nights:
        yield words("night.list.none")
    for one in listed.nights[:LISTED]:
        yield _night(words, one, listed.leagues[one.series.league_id])
    if (more := len(listed.nights) - LISTED) > 0:
        yield words.count("night.list.more", more)


def _night(words: Words, one: Coming, league: League) -> str:
    name = in_text(league.name)
    if one.start is None:
        zone = in_text(league.zone)
        return f"**{name}**\n-# {words('error.night.unknown-zone', zone=zone)}"
    at = one.start.at_unix
    about = (
        _asked(words, one.told)
        if one.told
        else _not_asked(words, one.series, asks_from(one.series, one.start))
    )
    return f"**{name}** · {in_full(at)} · {relative(at)}\n-# {about}"


def _asked(words: Words, told: EveningDetails) -> str:
    """How many come, and where that can be said."""
    parts = [words.count("night.list.come", len(coming(told)))]
    if waits := len(waiting(told)):
        parts.append(words.count("night.list.wait", waits))
    if told.evening.stage is EveningStage.PLAYING:
        parts = [words("night.list.playing")]
    evening = told.evening
    for kind, label in ((StepKind.CHECK_IN, "night.list.check-in"), (StepKind.SIGN_UP, "night.list.sign-up")):
        step = told.step(kind)
        if step.discord_id is not None and step.channel_id is not None:
            url = message_url(evening.guild_id, step.channel_id, step.discord_id)
            return " · ".join([*parts, f"[{words(label)}]({url})"])
    return " · ".join(parts)


def _not_asked(words: Words, series: Series, asks_at: float) -> str:
    channel = f"<#{series.channel_id}>"
    if asks_at <= 0:
        return channel
    return f"{words('night.list.asked-from', moment=in_full(asks_at))} · {channel}"


def _option(words: Words, listed: ListedNights, series: Series) -> Any:  # noqa: ANN401 - an option of a select
    is_draft = series.state is SeriesState.DRAFT
    name = listed.leagues[series.league_id].name
    label = words("night.list.draft", league=name) if is_draft else name
    return select_option(label, str(series.id), schedule_text(words, series.schedule))


def _organised(words: Words, listed: ListedNights) -> Iterator[ui.Button[Any]]:
    told = [one.told for one in listed.nights if one.told and one.series.league_id in listed.organised]
    for one in told[:ORGANISED]:
        day = words.day(one.evening.date)
        label = words("button.organise-day", day=day) if len(told) > 1 else words("button.organise")
        yield button(label, PressId("night-manage", on_night(one.evening.id)))
