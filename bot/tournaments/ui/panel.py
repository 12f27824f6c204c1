"""How a tournament is shown: to whoever asks, and to its organisers. Pure: a view goes in, a drawing comes
out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import discord
from discord import ui

from bot.discordkit.forms import InputForm, PanelViewModel, Setting, settings_panel, text_field
from bot.discordkit.interactions import PressId
from bot.discordkit.pages import BUTTONS, GAP, SELECT, height_of, leaves, turning
from bot.discordkit.panel import (
    BLUE,
    GREEN,
    RED,
    Drawing,
    Part,
    button,
    draw,
    even_rows,
    pick,
    picture,
    select,
    select_option,
)
from bot.discordkit.ports import on_league, on_night
from bot.leagues.model import League
from bot.leagues.standings_words import score_text
from bot.people.chosen import text_of
from bot.pictures.stat_values import Certificate
from bot.telling.alt import alt_text, sentences
from bot.telling.phrases import preset_name
from bot.tournaments.held import FINAL, TEAMS, Held
from bot.tournaments.model import Cut, Group
from bot.tournaments.plan import MOST_STAGES, TournamentFacts, TournamentPlan
from bot.tournaments.service import TEAM_LONGEST, GroupNight
from bot.tournaments.words import (
    cut_text,
    line_text,
    own_text,
    plan_text,
    ranking_names,
    seal_text,
    stage_name,
    stage_text,
    state_text,
    value_text,
)
from bot.words.catalogue import Words, in_text

CHOSEN: Final = ("team", "minutes", "pause", "robots", "room")
"""Settings of which the values are listed."""
STARTS: Final = "starts"
BEGINNINGS: Final = (STARTS, *(f"{STARTS}{number}" for number in range(1, MOST_STAGES)))
"""Settings that say when a stage begins."""
COUNT: Final = "count"
CHANNELS: Final = "channels"
CHANNELS_MOST: Final = 10
REFEREES: Final = "referees"
REFEREES_MOST: Final = 10
STAGE_FIELDS: Final = ("rounds", "cut", "small", "winners", "carry")
NUMBER_LETTERS: Final = 3
WORD_LETTERS: Final = 5
DATE_LETTERS: Final = 60
PODIUM: Final = "podium.png"
CERTIFICATE: Final = "certificate.png"
ABOVE: Final = 210
"""Points of height beside a leaf of those who go on."""
PARTS: Final = 3
"""Of a panel that shows a ranking, beside its rows of controls."""


@dataclass(frozen=True, slots=True)
class TournamentView(PanelViewModel):
    """A tournament as somebody sees it. ``own`` is what its season knows them by, None for who is not in it;
    ``nights`` are those of the stage that is played; a ``game`` is expected to take so many seconds;
    ``shown`` is which ranking, ``leaf`` which page."""

    words: Words
    tournament: TournamentFacts
    league: League
    held: Held
    nights: Sequence[GroupNight] = ()
    own: str | None = None
    organises: bool = False
    game: float | None = None
    shown: str = ""
    leaf: int = 0

    @property
    def plan(self) -> TournamentPlan:
        """How it is to go."""
        return self.tournament.plan

    def press(self, verb: str, *values: str) -> PressId:
        """A press about it, of the version that is shown."""
        return PressId(verb, on_league(self.league.id), self.tournament.version, values)


def stage_of(name: str) -> int:
    """The stage that a setting is about, counted from 0."""
    return BEGINNINGS.index(name) if name in BEGINNINGS else int(name)


def shown_of(view: TournamentView) -> str:
    """Which ranking is shown where nobody has chosen one."""
    if view.tournament.ended_at is not None:
        return FINAL
    return f"{max(view.tournament.stage, 0)}{Group.MAIN}"


def show(view: TournamentView) -> Drawing:
    """Where it stands and who stands where, for whoever asks."""
    view = replace(view, shown=view.shown or shown_of(view))
    words, ranking = view.words, view.held.ranked(view.shown)
    choices = [
        select_option(name, value, default=value == view.shown)
        for value, name in ranking_names(words, view.tournament)
    ]
    menu = select(view.press("tournament-ranking"), words("tournament.pick"), choices) if choices else None
    lines = _team_lines(view) if view.shown == TEAMS else [
        line_text(words, view.held, one, view.own) for one in ranking
    ]  # fmt: skip
    head, seal = (
        [*_head(view), *own_text(words, view.held, ranking, view.own)],
        seal_text(words, view.tournament),
    )
    ways = [*_ways(view)]
    rows = len(even_rows(ways)) if ways else 0
    every = leaves(lines, sum(map(height_of, (*head, f"-# {seal}"))) + SELECT + BUTTONS * rows + PARTS * GAP)
    leaf = min(view.leaf, len(every) - 1)
    about = [words("tournament.nothing")] if view.tournament.stage > 0 else [*_plan(view)]
    body = every[leaf] if lines else about
    turns = turning(lambda to: view.press("tournament-leaf", view.shown, str(to)), leaf, len(every))
    return draw(
        head,
        menu,
        body,
        [*turns, *ways],
        f"-# {seal}",
    )


def _head(view: TournamentView) -> Iterator[str]:
    words = view.words
    yield f"### {in_text(view.league.name)}"
    yield view.said or f"-# {preset_name(words, view.league.preset)}"
    yield state_text(words, view.tournament, view.nights)


def _plan(view: TournamentView) -> Iterator[str]:
    """How it goes; until it begins with when and at how many tables."""
    is_to_come = not any(one.round for one in view.nights)
    return plan_text(view.words, view.plan, view.game if is_to_come else None)


def _team_lines(view: TournamentView) -> list[str]:
    words = view.words
    return [
        words(
            "tournament.team.line",
            place=words.number(place),
            team=in_text(one.team),
            points=score_text(words, one.sum),
            names=words.both(in_text(view.held.called(person)) for person in one.counted),
        )
        for place, one in enumerate(view.held.teams, start=1)
    ]


def _ways(view: TournamentView) -> Iterator[ui.Button[Any]]:
    words, tournament = view.words, view.tournament
    if (
        view.plan.team is not None
        and len(tournament.groups) == 1
        and not any(one.round for one in view.nights)
    ):
        yield button(words("button.my-team"), view.press("tournament-team"), BLUE)
    if tournament.groups and (view.own is not None or view.organises):
        yield button(words("button.tournament-files"), view.press("tournament-files", view.shown))
    if view.organises:
        yield button(words("button.organise"), view.press("tournament-manage"))


def team_form(words: Words, view: TournamentView, team: str) -> InputForm:
    """Asks for the team that somebody plays for."""
    about = words("tournament.team.about")
    field = text_field(
        "team", words("tournament.team.field"), about, default=team, longest=TEAM_LONGEST, required=False
    )
    return InputForm(words("tournament.team.title"), view.press("tournament-team-set"), field)


# For organisers


def manage(view: TournamentView) -> Drawing:
    """The organisers' panel."""
    words, tournament = view.words, view.tournament
    settings = [] if tournament.ended_at is not None else _settings(view)
    return settings_panel(
        words,
        [*_head(view), *_plan(view)],
        settings,
        pick=view.press("tournament-setting") if settings else None,
        opened=view.opened,
        controls=_controls(view),
        ways=_organising(view),
    )


def _settings(view: TournamentView) -> list[Setting]:
    words, plan = view.words, view.plan
    begun = len(view.tournament.groups)
    found = [] if begun else [Setting(STARTS, *_beginning(view, 0), "")]
    if begun < len(plan.stages):
        count = words.number(len(plan.stages))
        found.append(Setting(COUNT, words("tournament.setting.count"), count, ""))
    for number in range(begun, len(plan.stages)):
        text = stage_text(words, plan.stages[number])
        found.append(Setting(str(number), stage_name(words, plan, number), text, ""))
        if number:
            found.append(Setting(f"{STARTS}{number}", *_beginning(view, number), ""))
    if not begun:
        channels = words.both(f"<#{one}>" for one in plan.channels)
        about, count = words("tournament.setting.channels.about"), words.number(len(plan.channels))
        found.append(Setting(CHANNELS, words("tournament.setting.channels"), channels, about, count))
    for name in CHOSEN if not begun else ("minutes", "pause"):
        value = value_text(words, plan, name)
        found.append(Setting(name, words(f"tournament.setting.{name}"), value, ""))
    roles = " ".join(f"<@&{one}>" for one in plan.referees) or words("league.roles.none")
    about, count = words("tournament.setting.referees.about"), words.number(len(plan.referees))
    found.append(Setting(REFEREES, words("tournament.setting.referees"), roles, about, count))
    return found


def _beginning(view: TournamentView, number: int) -> tuple[str, str]:
    """What the setting is called that says when a stage begins, and what it is."""
    words, plan = view.words, view.plan
    label, moment = words("tournament.setting.starts"), plan.stage_begins(number)
    if number:
        label = words("tournament.setting.starts-later", stage=stage_name(words, plan, number))
    if moment is None:
        return label, words("tournament.after-pause", pause=value_text(words, plan, "pause"))
    return label, words("night.when", days=words.full_date(moment.date()), time=words.hour(moment.time()))


def _controls(view: TournamentView) -> Iterator[Part]:
    words, plan, name = view.words, view.plan, view.opened
    if name in BEGINNINGS or name.isdecimal():
        yield button(words("options.other"), view.press("tournament-type", name, *view.typed), BLUE)
    elif name == COUNT:
        least = max(1, len(view.tournament.groups))
        choices = [
            select_option(words.number(one), str(one), default=one == len(plan.stages))
            for one in range(least, MOST_STAGES + 1)
        ]
        yield select(view.press("tournament-set", name), words("tournament.setting.count"), choices)
    elif name == CHANNELS:
        press, placeholder = view.press("tournament-channels"), words("tournament.setting.channels")
        kinds = [discord.ChannelType.text]
        yield pick(
            ui.ChannelSelect,
            press,
            placeholder,
            plan.channels,
            channel_types=kinds,
            max_values=CHANNELS_MOST,
        )
    elif name == REFEREES:
        press, none = view.press("tournament-referees"), view.press("tournament-no-referees")
        yield pick(
            ui.RoleSelect,
            press,
            words("tournament.setting.referees.pick"),
            plan.referees,
            max_values=REFEREES_MOST,
        )
        yield button(words("league.roles.none"), none, disabled=not plan.referees)
    elif name in CHOSEN:
        now = text_of(getattr(plan, name))
        choices = [
            select_option(value_text(words, plan.changed(name, one), name), text, default=text == now)
            for one in TournamentPlan.choices()[name]
            if (text := text_of(one))
        ]
        yield select(view.press("tournament-set", name), words(f"tournament.setting.{name}"), choices)


def _organising(view: TournamentView) -> Iterator[ui.Button[Any]]:
    words, tournament = view.words, view.tournament
    if not tournament.groups:
        yield button(words("button.announce-tournament"), view.press("tournament-announce"), GREEN)
        yield button(words("button.tournament-points"), PressId("league-season", on_league(view.league.id)))
        yield button(words("button.throw-away"), view.press("tournament-drop"), RED)
        return
    is_over = bool(view.nights) and all(one.is_over for one in view.nights)
    if tournament.ended_at is not None:
        yield button(words("button.tournament-result"), view.press("tournament-result"))
    elif is_over:
        if not tournament.is_last:
            yield button(words("button.tournament-cut"), view.press("tournament-cut", "0"), GREEN)
        if not view.held.goes_on:
            yield button(words("button.tournament-end"), view.press("tournament-end"), GREEN)
    for one in view.nights:
        if not one.is_over:
            yield button(words("button.run-night"), PressId("night-manage", on_night(one.evening_id)))
    if tournament.ended_at is None:
        yield button(words("button.tournament-withdraw"), view.press("tournament-withdraw"))
    yield button(words("button.standings"), view.press("tournament-ranking"))


def stage_form(words: Words, view: TournamentView, number: int, typed: Sequence[str]) -> InputForm:
    """Asks how a stage goes; what was ``typed`` stands there already."""
    stage = view.plan.stages[number]
    cut = stage.cut or Cut(0)
    said = [words(f"button.{'yes' if one else 'no'}").casefold() for one in (cut.winners, cut.carry)]
    as_it_is = [str(stage.rounds), str(cut.main), str(cut.small), *said]
    now = typed if len(typed) == len(STAGE_FIELDS) else as_it_is
    fields = [
        text_field(
            name,
            words(f"tournament.field.{name}"),
            words("tournament.field.yes-or-no") if name in ("winners", "carry") else "",
            default=value,
            longest=WORD_LETTERS if name in ("winners", "carry") else NUMBER_LETTERS,
        )
        for name, value in zip(STAGE_FIELDS, now, strict=True)
    ]
    press = view.press("tournament-typed", str(number))
    return InputForm(stage_name(words, view.plan, number), press, *fields[: None if stage.cut else 1])


def starts_form(words: Words, view: TournamentView, number: int, typed: Sequence[str]) -> InputForm:
    """Asks for the day and hour of a stage: nothing means the pause, but for the first one."""
    begins, label = view.plan.stage_begins(number), _beginning(view, number)[0]
    as_it_is = (words.full_date(begins.date()), words.time(begins.time())) if begins else ("", "")
    day, at = typed if len(typed) == 2 else as_it_is
    about = words("tournament.starts.about") if number else ""
    field = partial(text_field, longest=DATE_LETTERS, required=not number)
    return InputForm(
        label,
        view.press("tournament-typed", view.opened),
        field("date", words("night.form.date"), about, default=day),
        field("time", words("night.form.time"), default=at),
    )


def cut(view: TournamentView) -> Drawing:
    """Who goes on, before it is so: the people of the stage in order, and what separated those at the
    cut."""
    words, ranking = view.words, view.held.ranking(view.tournament.stage, Group.MAIN)
    every = leaves([line_text(words, view.held, one, None) for one in ranking], ABOVE)
    leaf = min(view.leaf, len(every) - 1)
    turns = turning(lambda to: view.press("tournament-cut", str(to)), leaf, len(every))
    digest = view.held.digest(view.tournament.stage)
    return draw(
        [
            f"### {words('tournament.cut.title')}",
            *([view.said] if view.said else []),
            f"-# {stage_text(words, view.plan.stages[view.tournament.stage])}",
        ],
        every[leaf],
        [f"-# {one}" for one in cut_text(words, view.held, ranking)],
        [
            *turns,
            button(words("tournament.cut.yes"), view.press("tournament-next", digest), GREEN),
            button(words("button.tournament-withdraw"), view.press("tournament-withdraw")),
            button(words("night.manage.back"), view.press("tournament-manage")),
        ],
    )


def kept(view: TournamentView, value: Certificate, data: bytes) -> Drawing:
    """Somebody's certificate, in words for who reads no pictures."""
    words = view.words
    if data:
        return draw(picture(CERTIFICATE, alt_text(words, value), data))
    return draw([in_text(one) for one in sentences(words, value)])


def withdrawing(view: TournamentView) -> Drawing:
    """Asks who goes no further."""
    words = view.words
    return draw(
        [*_head(view)],
        pick(ui.UserSelect, view.press("tournament-withdraw-who"), words("tournament.pick.withdraw")),
        [button(words("night.manage.back"), view.press("tournament-manage"))],
    )


def result(view: TournamentView, podium: Part) -> Drawing:
    """The end, for everybody, with its podium where there is one."""
    words = view.words
    places = [line_text(words, view.held, one, None) for one in view.held.final]
    teams = _team_lines(view)
    return draw(
        [f"### {words('tournament.result.title', name=in_text(view.league.name))}"],
        podium,
        places[:16],
        [f"**{words('tournament.team-ranking')}**", *teams[:5]] if teams else None,
        f"-# {seal_text(words, view.tournament)}",
        [
            button(words("button.standings"), view.press("tournament-ranking")),
            button(words("button.my-certificate"), view.press("tournament-certificate")),
        ],
        final=True,
    )
