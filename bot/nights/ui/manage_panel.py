"""The organisers' panel of a night, page by page: before play, in a round, and once it is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import time
from typing import Any, Final, NamedTuple

import discord
from discord import ui

from bot.discordkit.forms import InputForm, text_field
from bot.discordkit.interactions import PressId
from bot.discordkit.pages import BUTTONS, LINE, SELECT, height_of, page_of, shelves, turning
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    GREY,
    OPTIONS_MOST,
    RED,
    Drawing,
    Part,
    button,
    draw,
    even_rows,
    link,
    message_url,
    pick,
    select,
    select_option,
    yes_or_no,
)
from bot.discordkit.ports import on_night
from bot.leagues.model import League
from bot.nights import attendance, night_words, plan_words
from bot.nights.attendance import Presence
from bot.nights.board_words import Board, tables_text, title
from bot.nights.model import (
    Evening,
    EveningDetails,
    EveningStage,
    NightPerson,
    NightPlace,
    Schedule,
    Series,
    StepKind,
)
from bot.nights.night_words import of_apart, otherwise, setting_name, setting_value, short_limit
from bot.nights.offered import offered, possible, value_of, with_chosen
from bot.nights.outcome_words import ENDED_EARLY
from bot.nights.planning import beside, repeated
from bot.nights.seating.model import Mode
from bot.nights.ui.night_panel import WHYS, NightView, hours_lines, hours_selects
from bot.tables.model import UNFINISHED, TableFacts
from bot.telling import phrases
from bot.timers import zone_or_utc
from bot.words.catalogue import Words, in_text

SETTINGS: Final = ("rounds", "minutes", "remainder", "mode", "seats")
"""What can be changed for one night."""

TYPED_LETTERS: Final = 30
"""Of an hour, as it is typed and as the id of a button carries it."""


# Before play


def before(night: NightView) -> Drawing:
    """When it is, who comes, what hinders it, and what can be done."""
    words, details, evening = night.words, night.details, night.evening
    lines = [
        *night.heading(),
        night_words.stamps(words, evening),
        words(f"night.manage.stage.{evening.stage.value}", channel=f"<#{evening.channel_id}>"),
        plan_words.counts(words, details),
        *plan_words.hindrances(words, details),
    ]
    channel = pick(
        ui.ChannelSelect,
        night.press("manage-move"),
        words("night.manage.channel"),
        channel_types=[discord.ChannelType.text],
    )
    return draw(lines, channel, _before_buttons(night))


def _before_buttons(night: NightView) -> Iterator[ui.Button[Any]]:
    words, evening = night.words, night.evening
    if evening.plan:
        yield button(words("night.manage.seating"), night.press("manage-seating", "0"), BLUE)
    elif evening.stage is EveningStage.CHECK_IN:
        yield button(words("night.manage.draw"), night.press("manage-draw"), BLUE)
    yield button(words("night.manage.begin"), night.press("manage-begin"), GREEN)
    yield button(words("night.manage.put-off"), night.press("manage-put-off", night.typed))
    yield from common_buttons(night)


def common_buttons(night: NightView) -> Iterator[ui.Button[Any]]:
    """What can be done before play and in it."""
    words = night.words
    yield button(words("night.manage.people"), night.press("manage-people", "0"))
    yield button(words("night.manage.settings"), night.press("manage-settings"))
    if plan_words.hindered(night.details):
        yield button(words("night.manage.try-again"), night.press("manage-again"), BLUE)
    yield button(words("night.manage.call-off"), night.press("manage-off"), RED)
    yield button(words("button.look-again"), night.press("manage-panel"))


def put_off_form(words: Words, press: PressId, typed: str) -> InputForm:
    """Asks when the night is to begin."""
    label, about = words("night.manage.put-off.time"), words("night.manage.put-off.about")
    at = text_field("time", label, about, default=typed, longest=TYPED_LETTERS)
    return InputForm(words("night.manage.put-off"), press, at)


# Its settings


def as_plan(evening: Evening) -> Series:
    """The evening as a plan of itself alone."""
    schedule = Schedule(evening.date, time())
    return Series(evening.series_id, evening.league_id, evening.guild_id, evening.channel_id, 0, schedule,
                  evening.settings, 0.0)  # fmt: skip


def values_of(night: NightView, name: str) -> list[str]:
    """What a setting can be, with what it is."""
    plan = as_plan(night.evening)
    values = offered(plan, name, possible(night.league))
    now = value_of(plan, name)
    return values if now in values else [now, *values]


def settings(night: NightView) -> Drawing:
    """How this night goes, each setting a select."""
    words = night.words
    lines = [*night.heading(), words("night.manage.settings.about")]
    if short := short_limit(words, night.evening.settings, night.game):
        lines.append(f"-# ⚠️ {short}")
    plan = as_plan(night.evening)
    selects: list[Part] = []
    for name in SETTINGS:
        options = [
            select_option(
                setting_value(words, with_chosen(plan, name, value), name),
                value,
                default=value == value_of(plan, name),
            )
            for value in values_of(night, name)
        ]
        selects.append(select(night.press("manage-set", name), setting_name(words, name), options))
    return draw(lines, selects, back(night))


# Who comes


def people(night: NightView, page: int) -> Drawing:
    """Who comes and who is there; somebody more, a substitute, somebody less."""
    words, details = night.words, night.details
    asked = attendance.is_asked(details)
    listings = [
        one
        for one in (night_words.of_sign_up(details) if asked else night_words.of_check_in(details))
        if one.people
    ]
    substitutes = attendance.of_presence(details, Presence.SUBSTITUTE)
    lines = [
        *night.heading(words("night.manage.people")),
        *(night_words.short_text(words, replace(one, mentioned=False)) for one in listings),
    ]
    if substitutes:
        names = ", ".join(in_text(one.name) for one in substitutes)
        lines.append(words("night.manage.substitutes", names=names))
    lines.append(f"-# {words('night.manage.people.about')}")
    leaving = page_of(may_be_sent_away(details), page, OPTIONS_MOST)
    options = [select_option(one.name, str(one.user_id)) for one in leaving.shown]
    turns = turning(lambda number: night.press("manage-people", str(number)), leaving.number, leaving.of)
    return draw(
        lines,
        pick(ui.UserSelect, night.press("manage-add"), words("night.manage.add")),
        pick(ui.UserSelect, night.press("manage-substitute"), words("night.manage.substitute")),
        select(night.press("manage-away"), words("night.manage.away"), options),
        select(night.press("manage-person"), words("night.manage.hours"), options),
        [*turns, back(night)],
    )


def person(night: NightView, user_id: int, now: float) -> Drawing | None:
    """When somebody comes and until when they stay; None where they are not known."""
    words, one = night.words, night.details.people.get(user_id)
    if one is None:
        return None
    zone, value = zone_or_utc(night.league.zone), str(user_id)
    presses = (night.press("manage-from", value), night.press("manage-until", value))
    people = button(words("night.manage.people"), night.press("manage-people", "0"))
    return draw(
        [*night.heading(in_text(one.name)), *hours_lines(words, one)],
        hours_selects(words, night.evening, one, zone, now, presses),
        [people, back(night)],
    )


def may_be_sent_away(details: EveningDetails) -> list[NightPerson]:
    """Those who come or are there, by name."""
    found = [
        one
        for one in details.people.values()
        if attendance.presence_of(details, one)
        in (Presence.IN, Presence.LATE, Presence.HERE, Presence.SUBSTITUTE)
    ]
    return sorted(found, key=lambda one: (one.name.casefold(), one.user_id))


# Once it is over, and what is asked


def over(night: NightView) -> Drawing:
    """What came of it."""
    words, evening = night.words, night.evening
    lines = [*night.heading(), words(f"night.stage.{evening.stage.value}")]
    if evening.stage is EveningStage.OVER and evening.why in ENDED_EARLY:
        lines.append(words(f"night.over.{evening.why}"))
    elif evening.why in WHYS:
        lines.append(words(f"night.off.{evening.why}"))
    lines.append(f"-# {words('night.manage.corrections')}")
    way = None
    step = night.details.step(StepKind.RESULT if evening.stage is EveningStage.OVER else StepKind.OFF)
    if step.discord_id is not None:
        url = message_url(evening.guild_id, step.channel_id or evening.channel_id, step.discord_id)
        way = link(words("night.manage.result"), url)
    return draw(lines, way)


def question(night: NightView, text: str, yes: PressId) -> Drawing:
    """What is asked before it is done, as it cannot be taken back."""
    return draw([*night.heading(), text], yes_or_no(night.words, yes, night.press("manage-panel")))


def which(words: Words, found: Sequence[tuple[Evening, League]]) -> Drawing:
    """Which of several nights is meant."""
    options = [
        select_option(f"{league.name} · {words.weekday(evening.date)}", str(evening.id))
        for evening, league in found
    ]
    which = select(PressId("manage-which", on_night(0)), words("night.manage.which.pick"), options)
    return draw(words("night.manage.which"), which)


def back(night: NightView) -> ui.Button[Any]:
    """To the panel's first page."""
    return button(night.words("night.manage.back"), night.press("manage-panel"))


NOBODY: Final = "0"
"""Where nobody has been chosen yet."""


class SeatingPage(NamedTuple):
    """Tables of a round, counted from 1."""

    round: int
    lines: list[str]


def leaves_of(night: NightView) -> list[SeatingPage]:
    """The rounds to come, as many tables a leaf as fit a phone."""
    evening = night.evening
    buttons = (1 + len(even_rows([*_plan_buttons(night)]))) * BUTTONS  # those that turn leaves are a row too
    found: list[SeatingPage] = []
    for number, planned in enumerate(evening.plan[evening.round :], evening.round + 1):
        lines = plan_words.plan_lines(night.words, night.details, planned)
        besides = buttons + sum(map(height_of, (*_heading(night, number), *_notes(night, number))))
        found += [SeatingPage(number, lines[one.start : one.stop]) for one in shelves(lines, besides)]
    return found


def _heading(night: NightView, number: int) -> list[str]:
    words, evening = night.words, night.evening
    rounds = max(evening.settings.rounds, len(evening.plan))
    return night.heading(words("night.seating.round", round=words.number(number), of=words.number(rounds)))


def _notes(night: NightView, number: int) -> Iterator[str]:
    """What stands below the tables of a round."""
    words, evening = night.words, night.evening
    yield from otherwise(words, evening, number)
    yield from of_apart(words, evening)
    yield plan_words.repeated(words, repeated(evening.plan))
    yield from plan_words.beside(words, evening, *beside(evening.plan))
    if evening.settings.mode == Mode.SEEDED:
        yield words("night.seating.seeded")
    yield plan_words.plan_state(words, evening)


def seating(night: NightView, leaf: int) -> Drawing:
    """A leaf of the plan."""
    leaves = leaves_of(night)
    at = min(leaf, len(leaves) - 1)
    shown = leaves[at]
    notes = (f"-# {one}" for one in _notes(night, shown.round))
    turns = turning(lambda number: night.press("manage-seating", str(number)), at, len(leaves))
    return draw([*_heading(night, shown.round), *shown.lines, *notes], turns, _plan_buttons(night))


def _plan_buttons(night: NightView) -> Iterator[ui.Button[Any]]:
    words, evening = night.words, night.evening
    if evening.stage is not EveningStage.PLAYING and evening.settings.confirmed and not evening.posted:
        yield button(words("night.seating.post"), night.press("manage-post"), GREEN)
    yield button(words("night.seating.swap"), night.press("manage-swap", "0", NOBODY), BLUE)
    if evening.stage is EveningStage.CHECK_IN:
        yield button(words("night.seating.again"), night.press("manage-draw"))
    if evening.settings.apart:
        meet = "no" if evening.together else "yes"
        label = words("night.seating.apart" if evening.together else "night.seating.together")
        yield button(label, night.press("manage-together", meet))
    yield back(night)


def swap(night: NightView, page: int, first: int | None) -> Drawing:
    """Who is to change places in the next round: one person, then the other; by tables, page by page."""
    words, evening = night.words, night.evening
    planned = evening.plan[evening.round]
    everybody = [
        (one, words("hand.table", table=number))
        for number, table in enumerate(planned.tables, 1)
        for one in table
        if one is not None
    ]
    everybody += [(one, words("night.seating.sits-out")) for one in planned.byes]
    others = page_of([one for one in everybody if one[0] != first], page, OPTIONS_MOST)
    number = words.number(evening.round + 1)
    lines = night.heading(words("night.seating.swapping", round=number))
    if first is not None:
        lines.append(words("night.seating.first", name=in_text(plan_words.called(night.details, first))))
    kept = NOBODY if first is None else str(first)
    options = [
        select_option(plan_words.called(night.details, one), str(one), where) for one, where in others.shown
    ]
    asked = words("night.seating.who" if first is None else "night.seating.with-whom")
    turns = turning(lambda turned: night.press("manage-swap", str(turned), kept), others.number, others.of)
    plan = button(words("night.manage.seating"), night.press("manage-seating", "0"))
    return draw(lines, select(night.press("manage-swap-who", kept), asked, options), [*turns, plan])


BESIDES: Final = 3 * LINE + SELECT + BUTTONS
"""The height of what stands beside the tables always: heading, select and the buttons that turn leaves."""


def running(night: NightView, board: Board, leaf: int, *, for_referee: bool = False) -> Drawing:
    """The tables of the round, a leaf of them, for an organiser, or for who is a referee alone."""
    words = night.words
    pick, turn, asked, games = (
        ("referee-pick", "referee-tables", "referee.which", games_now(night))
        if for_referee
        else ("manage-table", "manage-leaf", "night.running.table", open_games(night))
    )
    tables = [tables_text(words, replace(board, tables=[one])) for one in board.tables]
    said = [night.said] if night.said else []
    hindrances = [*plan_words.hindrances(words, night.details, most=1)]
    rows = [] if for_referee else [*even_rows(_round_buttons(night))]
    besides = BESIDES + len(rows) * BUTTONS + sum(map(height_of, (*said, *hindrances)))
    leaves = shelves(tables, besides)
    at = min(leaf, len(leaves) - 1)
    shown = leaves[at]
    options = [
        select_option(
            words("hand.table", table=one.number), str(one.number), ", ".join(seat.name for seat in one.seats)
        )
        for one in board.tables[shown.start : shown.stop]
        if NightPlace(board.round, one.number) in games
    ]
    return draw(
        [*said, title(words, board), *hindrances, *tables[shown.start : shown.stop]],
        select(night.press(pick), words(asked), options),
        turning(lambda number: night.press(turn, str(number)), at, len(leaves)),
        rows,
    )


def games_now(night: NightView) -> dict[NightPlace, NightPlace]:
    """The game that is played at each table of the round, or was last."""
    number = night.evening.round
    return {replace(place, game=0): place for place in sorted(night.games) if place.round == number}


def open_games(night: NightView) -> dict[NightPlace, NightPlace]:
    """Those of them that are not over."""
    return {at: one for at, one in games_now(night).items() if night.games[one].state in UNFINISHED}


def _round_buttons(night: NightView) -> Iterator[ui.Button[Any]]:
    words, evening = night.words, night.evening
    if evening.paused_at is None:
        yield button(words("night.running.pause"), night.press("manage-pause"))
    else:
        yield button(words("night.running.go-on"), night.press("manage-go-on"), GREEN)
    if not evening.time_up:
        yield button(words("night.running.end-round"), night.press("manage-end"))
    if evening.is_last:
        yield button(words("night.running.not-last"), night.press("manage-last", "no"))
    elif evening.round < evening.settings.rounds:
        yield button(words("night.running.last"), night.press("manage-last", "yes"))
    if evening.round < len(evening.plan):
        style = GREY if open_games(night) else BLUE  # while a round is played it is not what is to be done
        yield button(words("night.running.next"), night.press("manage-seating", "0"), style)
    yield from common_buttons(night)


def table(night: NightView, place: NightPlace, seat: int | None) -> Drawing:
    """The seats of a game, and for one of them who else takes it."""
    words, facts = night.words, night.games[place]
    number = words.number(place.round)
    title = words("night.running.title", round=number, table=words("hand.table", table=place.table))
    lines = [*night.heading(title), *(_seat(night, facts, one) for one in range(len(facts.seats)))]
    lines.append(f"-# {words('night.running.about')}")
    value = str(place.number)
    options = [
        select_option(
            words("night.running.seat", seat=words.number(at + 1), name=one.name), str(at), default=at == seat
        )
        for at, one in enumerate(facts.seats)
    ]
    to: Part = None
    others: list[ui.Button[Any]] = []
    if seat is not None:
        holder = facts.seats[seat].user_id
        values = (value, str(seat), str(holder or 0))
        who = words("night.running.who", name=facts.seats[seat].name)
        to = pick(ui.UserSelect, night.press("manage-seat-to", *values), who)
        if holder is not None:
            others.append(button(words("night.running.robot"), night.press("manage-robot", *values)))
    others.append(button(words("referee.button"), night.press("referee-table", value)))
    thread = night.details.step(StepKind.THREAD, replace(place, game=0).number).discord_id
    if thread not in (None, night.evening.channel_id):
        others.append(link(words("night.running.thread"), message_url(night.evening.guild_id, thread)))
    whose = select(night.press("manage-seat", value), words("night.running.whose"), options)
    return draw(lines, whose, to, [*others, back(night)])


def _seat(night: NightView, facts: TableFacts, number: int) -> str:
    words, seat = night.words, facts.seats[number]
    name = in_text(seat.name)
    if seat.user_id is None:
        name = phrases.robot_named(words, name, seat.robot)
    elif seat.absent:
        name = words("night.running.absent", name=name)
    return words("night.running.seat", seat=words.number(number + 1), name=name)
