"""What is settled of a season: its panel, and what is pressed there."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any, ClassVar, Final

import discord
from discord import ui

from bot.discordkit.boundary import Refusal, redraw, sentence_for
from bot.discordkit.forms import (
    InputForm,
    PanelViewModel,
    Setting,
    SettingsPresses,
    one_of,
    settings_panel,
    text_field,
)
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import BLUE, GREEN, Drawing, Part, button, select, select_option
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind, on_league
from bot.discordkit.routes import Route, chosen
from bot.leagues import season_words
from bot.leagues.model import ClubError, League, SeasonFacts
from bot.leagues.season.settings import (
    LEGAL,
    PRESETS,
    SeasonSettings,
    offered,
    preset,
    preset_of,
    takes_typing,
    typing,
    with_typed,
    with_written,
    written,
)
from bot.leagues.season.standings import PlaceChange, moves
from bot.leagues.service import Clubs
from bot.leagues.standings_words import names_of, season_name
from bot.leagues.ui.visits import is_organiser, league_of, require_organiser
from bot.words.catalogue import Words, in_text

PRESET: Final = "preset"
"""Stands in the place of a setting's name where all of them are chosen together."""
TOP: Final = 6
"""Of whom it is shown how a change would move them."""
TYPED_LETTERS: Final = 30
FIELD_LETTERS: Final = 100
"""Of what was typed wrong, and is kept to be typed again."""
VALUE_LONGEST: Final = 43
"""Of a value that the id of a button can carry."""


@dataclass(frozen=True, slots=True)
class SeasonViewModel(PanelViewModel):
    """A season as somebody sees it who may change it (``is_organiser``) or not."""

    league: League
    season: SeasonFacts
    is_organiser: bool = False

    @property
    def may_change(self) -> bool:
        """Whether its settings are theirs to change."""
        return self.is_organiser and self.season.is_open

    def press(self, verb: str, *values: str) -> PressId:
        """A press about this season."""
        return PressId(verb, on_league(self.league.id), self.season.id, values)


@dataclass(frozen=True, slots=True)
class Proposal:
    """Settings that are not kept yet: the value ``text`` of the setting ``name``, or a preset of that name.
    ``moves`` are what it would do to the standings, ``names`` whose."""

    name: str
    text: str
    after: SeasonSettings
    moves: Sequence[PlaceChange]
    names: Mapping[str, str]


def digest(settings: SeasonSettings) -> str:
    """What tells settings from others, short enough for the id of a button."""
    return sha256(json.dumps(settings.stored(), sort_keys=True).encode()).hexdigest()[:8]


def proposed(settings: SeasonSettings, name: str, text: str) -> SeasonSettings | None:
    """The settings with a value of one of them, or as a preset has them; None for what is neither."""
    if name == PRESET:
        return preset(text) if text in PRESETS else None
    return with_written(settings, name, text)


def settings(words: Words, model: SeasonViewModel) -> Drawing:
    """Which of the usual ones they are, or where they differ from the first of these; or the one that is
    open: what it is about, what its value does, and for organisers what it can be."""
    name, league = model.opened, on_league(model.league.id)
    every = [_setting(words, model, one) for one in LEGAL]
    whole, now, usual = _preset(words, model.season), model.season.settings, SeasonSettings()
    differing = (one.line(words) for one in every if getattr(now, one.name) != getattr(usual, one.name))
    back = ("button.all-settings", "league-season") if name else ("button.league", "league-settings")
    return settings_panel(
        words,
        _heading(words, model),
        [whole, *every],
        listed=[f"**{whole.value}**", whole.about if preset_of(now) else " · ".join(differing)],
        pick=model.press("league-setting"),
        opened=name,
        controls=_controls(words, model) if name else (),
        ways=[*_typing(words, model), button(words(back[0]), PressId(back[1], league))],
    )


def preview(words: Words, model: SeasonViewModel, proposal: Proposal) -> Drawing:
    """What a change would do, before it is kept."""
    season, name = model.season, proposal.name
    lines = [
        f"### {words('league.change.title')}",
        _changed(words, season, proposal),
        f"**{words('league.change.standings')}**",
        _moves(words, proposal),
    ]
    keep = model.press("league-keep", digest(season.settings), name, proposal.text)
    ways = [
        button(words("button.keep"), keep, GREEN),
        button(words("button.not-keep"), model.press("league-setting", name)),
    ]
    return settings_panel(words, lines, ways=ways)


def value_form(words: Words, model: SeasonViewModel) -> InputForm:
    """Asks for a value that cannot be listed."""
    name = model.opened
    title, about = season_words.setting_name(words, name), words(f"league.typing.{typing(name)}")
    now = "".join(model.typed) or written(name, model.season.settings.stored()[name])
    field = text_field("value", title, about, default=now[:FIELD_LETTERS], longest=FIELD_LETTERS)
    return InputForm(title, model.press("league-typed", name), field)


def shortest(name: str, before: SeasonSettings, after: SeasonSettings) -> str | None:
    """The value that makes the one settings of the others, written as short as can be; None where that is too
    long for the id of a button."""
    kept, now = after.stored()[name], before.stored()[name]
    if name == "place_points":
        kept = {size: row for size, row in kept.items() if row != now[size]} or kept
    text = written(name, kept)
    return text if len(text) <= VALUE_LONGEST else None


# What they are made of


def _heading(words: Words, model: SeasonViewModel) -> Iterator[str]:
    league, season = in_text(model.league.name), in_text(season_name(words, model.season))
    yield f"### {words('league.season.title', league=league, season=season)}"
    if model.said:
        yield model.said
    elif not model.season.is_open:
        yield f"-# {words('league.season.closed')}"
    elif not model.is_organiser:
        yield f"-# {words('league.settings.read-only')}"


def _value(words: Words, settings: SeasonSettings, name: str) -> str:
    return season_words.setting_value(words, name, getattr(settings, name))


def _preset(words: Words, season: SeasonFacts) -> Setting:
    """All of them, chosen together."""
    now, name = preset_of(season.settings), season_words.preset_name(words, season.settings)
    about = season_words.preset_about(words, now) if now else words("league.settings.preset.own")
    return Setting(PRESET, words("league.settings.preset"), name, f"-# {about}")


def _setting(words: Words, model: SeasonViewModel, name: str) -> Setting:
    now, about = model.season.settings, season_words.setting_about(words, name)
    about += f"\n-# {season_words.setting_sentence(words, now, name, model.season.levels)}"
    return Setting(name, season_words.setting_name(words, name), _value(words, now, name), about)


def _controls(words: Words, model: SeasonViewModel) -> Iterator[Part]:
    """What can be chosen without typing."""
    if model.may_change:
        offers = _offers(words, model.season, model.opened)
        is_preset = model.opened == PRESET
        name = (
            words("league.settings.preset") if is_preset else season_words.setting_name(words, model.opened)
        )
        yield select(model.press("league-set", model.opened), name, offers)


def _offers(words: Words, season: SeasonFacts, name: str) -> Iterator[discord.SelectOption]:
    settings = season.settings
    if name == PRESET:
        for one in PRESETS:
            label, about = words(f"league.preset.{one}"), season_words.preset_about(words, one)
            yield select_option(label, one, about, default=one == preset_of(settings))
        return
    for kept in offered(name):
        if name == "level" and kept == "yes" and not season.levels:
            continue  # the game has none (L6)
        after = settings.changed(name, kept)
        about = season_words.setting_sentence(words, after, name, season.levels)
        chosen = after == settings
        yield select_option(_value(words, after, name), written(name, kept), about, default=chosen)


def _typing(words: Words, model: SeasonViewModel) -> Iterator[ui.Button[Any]]:
    if model.may_change and takes_typing(model.opened):
        press = model.press("league-type", model.opened, "".join(model.typed))
        yield button(words("options.other"), press, BLUE)


def _changed(words: Words, season: SeasonFacts, proposal: Proposal) -> str:
    name, after = proposal.name, proposal.after
    if name == PRESET:
        label, about = words("league.settings.preset"), season_words.preset_about(words, proposal.text)
        now, then = season_words.preset_name(words, season.settings), season_words.preset_name(words, after)
    else:
        label = season_words.setting_name(words, name)
        about = season_words.setting_sentence(words, after, name, season.levels)
        now, then = _value(words, season.settings, name), _value(words, after, name)
    change = words("league.change.line", setting=label, before=now, after=then)
    return f"{change}\n-# {about}"


def _moves(words: Words, proposal: Proposal) -> str:
    if not proposal.moves:
        return words("league.change.nothing")
    first = [
        words(
            "league.change.move",
            name=in_text(proposal.names.get(one.member, one.member)),
            before=_place(words, one.before),
            after=_place(words, one.after),
        )
        for one in proposal.moves[:TOP]
    ]
    left = len(proposal.moves) - TOP
    more = [words.count("league.change.more", left)] if left > 0 else []
    return "\n".join(f"- {line}" for line in [*first, *more])


def _place(words: Words, place: int | None) -> str:
    return words("league.change.no-place") if place is None else words.number(place)


Change = Callable[[SeasonSettings], SeasonSettings]


class SeasonPresses(SettingsPresses[SeasonViewModel, SeasonSettings]):
    """Handlers by verb."""

    names: ClassVar = (PRESET, *LEGAL)
    typed_names: ClassVar = [*filter(takes_typing, LEGAL)]
    letters: ClassVar = TYPED_LETTERS

    def __init__(self, clubs: Clubs, people: People) -> None:
        super().__init__(people)
        self._clubs = clubs

    def routes(self) -> dict[str, Route[SeasonViewModel]]:
        """Every verb."""
        seen = partial(Route, who=self._model, about=SubjectKind.LEAGUE, private=True)
        changing = partial(Route, who=self._changing, about=SubjectKind.LEAGUE, private=True)
        return {
            "league-season": seen(self.show),
            "league-setting": seen(self._open, values=(0, 1)),
            "league-set": changing(self.set, values=(1, 2)),
            "league-type": changing(self.type),
            "league-typed": changing(self.type_in, values=1),
            "league-keep": changing(self._keep, values=3),
        }

    async def _open(self, interaction: Interaction, press: PressId, model: SeasonViewModel) -> None:
        """From the list of them, or back from a change that is not to be kept; whoever may change nothing
        looks at them too."""
        name = one_of(self.names, press.value if press.values else chosen(interaction))
        await redraw(interaction, await self._drawing(interaction, replace(model, opened=name)))

    async def _keep(self, interaction: Interaction, press: PressId, model: SeasonViewModel) -> None:
        """Keep what was looked at, where the settings are still those that it was made from; else the panel
        is made anew, and says so."""
        words, before = await self.people.words_of(interaction), model.season.settings
        seen, name, text = press.values
        after = (await self._choosing(interaction, model, one_of(self.names, name), text))(before)
        try:
            if digest(before) != seen:
                raise ClubError("settings-changed")
            await self._clubs.seasons.change_settings(model.season.id, before, after)
        except ClubError as error:
            said = f"⚠️ {sentence_for(words, error)}"
        else:
            said = words("league.change.kept")
        now = replace(await self._model(interaction, press), opened=name, said=said)
        await redraw(interaction, await self._drawing(interaction, now))

    # --- what all of it takes

    async def _model(self, interaction: Interaction, press: PressId) -> SeasonViewModel:
        league = await league_of(self._clubs, interaction, press)
        season = await self._clubs.season(league, press.seq or None)
        return SeasonViewModel(league, season, is_organiser(interaction, league))

    async def _changing(self, interaction: Interaction, press: PressId) -> SeasonViewModel:
        """The same for who may change it. Raises ClubError ``not-organiser``, ``season-closed``."""
        model = await self._model(interaction, press)
        require_organiser(interaction, model.league)
        if not model.season.is_open:
            raise ClubError("season-closed")
        return model

    async def _drawing(self, interaction: Interaction, model: SeasonViewModel) -> Drawing:
        return settings(await self.people.words_of(interaction), model)

    async def _choosing(
        self, interaction: Interaction, model: SeasonViewModel, name: str, text: str
    ) -> Change:
        after = proposed(model.season.settings, name, text)
        if after is None:
            raise Refusal("unknown-button")
        return lambda _: after

    def _typing(self, words: Words, model: SeasonViewModel, typed: tuple[str, ...]) -> Change:
        def change(before: SeasonSettings) -> SeasonSettings:
            after = with_typed(before, model.opened, typed[0])
            if after is None:
                raise ClubError("typed-no-value")
            return after

        return change

    def _form(self, words: Words, model: SeasonViewModel) -> InputForm:
        return value_form(words, model)

    async def _changed(self, interaction: Interaction, model: SeasonViewModel, change: Change) -> Drawing:
        """What a change would do is shown before it is kept; what changes nothing is only said. Raises
        ClubError ``typed-too-long``."""
        words, season, name = await self.people.words_of(interaction), model.season, model.opened
        before, after = season.settings, change(season.settings)
        text = preset_of(after) if name == PRESET else shortest(name, before, after)
        if text is None:
            raise ClubError("typed-too-long")
        if after == before:
            return settings(words, replace(model, said=words("league.change.none")))
        whole = await self._clubs.seasons.whole(season.id)
        found = await asyncio.to_thread(moves, whole, after)
        return preview(words, model, Proposal(name, text, after, found, names_of(whole)))
