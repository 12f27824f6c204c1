"""What is settled of a league itself: its name, its game, its clock, who comes in, who organises (L1).

What organisers settle of a league itself (L1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Final

import discord
from discord import ui

from bot.discordkit.boundary import answer
from bot.discordkit.forms import (
    InputForm,
    PanelViewModel,
    Setting,
    SettingsPresses,
    settings_panel,
    text_field,
)
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import BLUE, Drawing, Part, button, pick, select, select_option
from bot.discordkit.people import People
from bot.discordkit.permissions import ServerPresence
from bot.discordkit.ports import SubjectKind, on_league
from bot.discordkit.routes import Route
from bot.engine.registry import preset_named
from bot.leagues.model import ClubError, Entry, League, SeasonFacts
from bot.leagues.reading_time import zone_named
from bot.leagues.service import LONGEST, Clubs, Roll, checked
from bot.leagues.standings_words import season_name
from bot.leagues.ui.membership import played
from bot.leagues.ui.season_settings import TYPED_LETTERS
from bot.leagues.ui.visits import is_organiser, league_of, require_organiser
from bot.people.chosen import ON_OFF, Value, text_of
from bot.rules.ui.presets import Presets, game_options
from bot.tables.model import NamedPreset, Pace
from bot.telling import phrases
from bot.words.catalogue import Words, in_text

ROLES_MOST: Final = 10


@dataclass(frozen=True, slots=True)
class SettingsViewModel(PanelViewModel):
    """A league as somebody sees it who organises it or does not. ``season`` is the one played, or the last.
    ``named`` are the server's own presets."""

    league: League
    season: SeasonFacts
    named: Sequence[NamedPreset] = ()
    is_organiser: bool = False
    creator_gone: bool = False


def _not_written(league: League, text: str) -> League:
    """What is chosen in another way."""
    raise ValueError(text)


@dataclass(frozen=True, slots=True)
class Matter:
    """Something that is settled of a league: its value as ``markdown``, and as ``plain`` text where that
    is another. ``changed`` makes a league with the value that ids write so, or that was typed; it raises
    ValueError for what is none, and ClubError. ``offers`` are the values where they are listed, ``longest``
    is how long a typed one may be."""

    name: str
    markdown: Callable[[Words, League], str]
    changed: Callable[[League, str], League] = _not_written
    plain: Callable[[Words, League], str] | None = None
    offers: Callable[[Words, SettingsViewModel], Iterable[discord.SelectOption]] | None = None
    longest: int = 0


def settings(words: Words, model: SettingsViewModel) -> Drawing:
    """The panel; ``opened`` is what is being changed."""
    every = [
        Setting(
            one.name,
            words(f"league.matter.{one.name}"),
            one.markdown(words, model.league),
            words(f"league.matter.{one.name}.about"),
            one.plain(words, model.league) if one.plain is not None else "",
        )
        for one in MATTERS.values()
    ]
    about = on_league(model.league.id)
    return settings_panel(
        words,
        _heading(words, model),
        every,
        listed=(one.line(words) for one in every),
        pick=PressId("league-matter", about) if model.is_organiser else None,
        opened=model.opened,
        controls=_controls(words, model),
        ways=_ways(words, model)
        if not model.opened
        else [button(words("button.all-settings"), PressId("league-settings", about))],
    )


def matter_form(words: Words, model: SettingsViewModel) -> InputForm:
    """Asks for what is typed."""
    one, league = MATTERS[model.opened], model.league
    title, about = words(f"league.matter.{one.name}"), words(f"league.matter.{one.name}.about")
    now = "".join(model.typed) or (one.plain or one.markdown)(words, league)
    field = text_field("value", title, about, default=now, longest=one.longest)
    return InputForm(title, PressId("league-matter-typed", on_league(league.id), values=(one.name,)), field)


def _heading(words: Words, model: SettingsViewModel) -> Iterator[str]:
    yield f"### {words('league.settings.title', league=in_text(model.league.name))}"
    if model.creator_gone:
        yield f"-# {words('league.creator-gone')}"
    if model.said:
        yield model.said
    elif not model.is_organiser:
        yield f"-# {words('league.settings.read-only')}"


def _controls(words: Words, model: SettingsViewModel) -> Iterator[Part]:
    one, about = MATTERS.get(model.opened), on_league(model.league.id)
    if one is None:
        return
    if one.longest:
        press = PressId("league-matter-type", about, values=(one.name, "".join(model.typed)))
        yield button(words("button.type"), press, BLUE)
    elif one.offers is not None:
        press = PressId("league-matter-set", about, values=(one.name,))
        yield select(press, words(f"league.matter.{one.name}"), [*one.offers(words, model)])
    else:
        roles, none = model.league.roles, words("league.roles.none")
        press = PressId("league-roles", about)
        yield pick(ui.RoleSelect, press, words("league.roles.pick"), roles, max_values=ROLES_MOST)
        yield button(none, PressId("league-no-roles", about), disabled=not roles)


def _ways(words: Words, model: SettingsViewModel) -> Iterator[ui.Button[Any]]:
    about = on_league(model.league.id)
    label = words("button.season-settings", season=season_name(words, model.season))
    yield button(label, PressId("league-season", about), BLUE)
    if model.is_organiser and not model.season.is_open:
        label = words("button.begin-season", number=words.number(model.season.number + 1))
        yield button(label, PressId("league-begin", about, model.season.id))
    yield button(words("button.members"), PressId("league-members", about, values=("-", "")))


# What is settled


def _listed(
    name: str, values: Callable[[League], Iterable[Value]], said: Callable[[Words, Any], str]
) -> Matter:
    """One of some values."""

    def changed(league: League, text: str) -> League:
        written = {text_of(value): value for value in values(league)}
        if text not in written:
            raise ValueError(name)
        return replace(league, **{name: written[text]})

    def offers(words: Words, model: SettingsViewModel) -> Iterator[discord.SelectOption]:
        now = getattr(model.league, name)
        for value in values(model.league):
            yield select_option(said(words, value), text_of(value), default=value == now)

    return Matter(name, lambda words, league: said(words, getattr(league, name)), changed, offers=offers)


def _game(words: Words, league: League) -> str:
    """The game, and where its rules are others than usual."""
    own = [phrases.option_with_value(words, name, value) for name, value in league.options.items()]
    return " · ".join([phrases.preset_name(words, league.preset), *own])


def _games(words: Words, model: SettingsViewModel) -> list[discord.SelectOption]:
    return game_options(words, model.named, model.league.preset)


def _with_players(league: League, text: str) -> League:
    """With so many players usually. Raises ClubError ``players-unfit``."""
    players = int(text)
    if league.rules(players) is None:
        raise ClubError("players-unfit", players=text)
    return replace(league, players=players)


def _roles(words: Words, league: League) -> str:
    return " ".join(f"<@&{role}>" for role in league.roles) or words("league.roles.none")


def _count_roles(words: Words, league: League) -> str:
    return words.count("league.roles", len(league.roles)) if league.roles else words("league.roles.none")


_PLAYERS: Final = _listed(
    "players",
    lambda league: preset_named(league.preset).players,
    lambda words, players: words.count("count.players", players),
)

MATTERS: Final[Mapping[str, Matter]] = {
    one.name: one
    for one in (
        Matter(
            "name",
            lambda _, league: in_text(league.name),
            lambda league, typed: replace(league, name=checked(typed)),
            plain=lambda _, league: league.name,
            longest=2 * LONGEST,
        ),
        Matter("game", _game, offers=_games),
        replace(_PLAYERS, changed=_with_players),
        _listed("pace", lambda _: Pace, phrases.pace_name),
        Matter(
            "zone",
            lambda _, league: in_text(league.zone.replace("_", " ")),
            lambda league, typed: replace(league, zone=zone_named(typed)),
            plain=lambda _, league: league.zone,
            longest=60,
        ),
        _listed("entry", lambda _: Entry, lambda words, entry: words(f"league.entry.{entry}")),
        _listed(
            "guests",
            lambda _: ON_OFF,
            lambda words, may: words("league.guests.yes" if may else "league.guests.no"),
        ),
        Matter("roles", _roles, plain=_count_roles),
    )
}
"""All that is settled, by name, in the order in which it is shown."""


Change = Callable[[League], League]


class LeagueSettings(SettingsPresses[SettingsViewModel, League]):
    """Handlers by verb; what commands ask for has a method each."""

    names: ClassVar = MATTERS
    typed_names: ClassVar = [one.name for one in MATTERS.values() if one.longest]
    letters: ClassVar = TYPED_LETTERS

    def __init__(
        self, clubs: Clubs, roll: Roll, people: People, presets: Presets, presence: ServerPresence
    ) -> None:
        super().__init__(people)
        self._clubs = clubs
        self._roll = roll
        self._presets = presets
        self._presence = presence

    def routes(self) -> dict[str, Route[SettingsViewModel]]:
        """Every verb."""
        route = partial(Route, who=self._changing, about=SubjectKind.LEAGUE, private=True)
        return {
            "league-settings": Route(self.show, self._pressed, SubjectKind.LEAGUE, private=True),
            "league-matter": route(self.pick),
            "league-matter-set": route(self.set, values=(1, 2)),
            "league-matter-type": route(self.type),
            "league-matter-typed": route(self.type_in, values=1),
            "league-roles": route(partial(self.picked, "roles")),
            "league-no-roles": route(partial(self.emptied, "roles")),
        }

    async def settings(self, interaction: Interaction, name: str | None) -> None:
        """The panel, for whoever asks alone; organisers change things there. Raises ClubError."""
        league = await self._clubs.meant(interaction.guild_id, interaction.user.id, name)
        await answer(interaction, await self._drawing(interaction, await self._model(interaction, league)))

    async def _model(self, interaction: Interaction, league: League) -> SettingsViewModel:
        season = await self._clubs.season(league)
        return SettingsViewModel(league, season, is_organiser=is_organiser(interaction, league))

    async def _pressed(self, interaction: Interaction, press: PressId) -> SettingsViewModel:
        return await self._model(interaction, await league_of(self._clubs, interaction, press))

    async def _changing(self, interaction: Interaction, press: PressId) -> SettingsViewModel:
        model = await self._pressed(interaction, press)
        require_organiser(interaction, model.league)
        return model

    async def _drawing(self, interaction: Interaction, model: SettingsViewModel) -> Drawing:
        league = model.league
        if model.opened == "game":
            model = replace(model, named=await self._presets.offered(league.guild_id))
        elif not model.opened and await self._presence.is_gone(interaction.guild, league.creator) is True:
            model = replace(model, creator_gone=True)
        return settings(await self.people.words_of(interaction), model)

    async def _choosing(
        self, interaction: Interaction, model: SettingsViewModel, name: str, text: str
    ) -> Change:
        if name == "game":
            found = played(await self._presets.meant(interaction.guild_id, text))
            return lambda league: replace(
                league, preset=found.preset, players=found.players, options=found.options
            )
        return _with(name, text)

    def _picking(self, name: str, ids: tuple[int, ...]) -> Change:
        return lambda league: replace(league, roles=ids[:ROLES_MOST])

    def _typing(self, words: Words, model: SettingsViewModel, typed: tuple[str, ...]) -> Change:
        return _with(model.opened, typed[0])

    def _form(self, words: Words, model: SettingsViewModel) -> InputForm:
        return matter_form(words, model)

    async def _changed(self, interaction: Interaction, model: SettingsViewModel, change: Change) -> Drawing:
        league = await self._roll.change(model.league.id, interaction.guild_id, change)
        return await self._drawing(interaction, replace(model, league=league))


def _with(name: str, text: str) -> Change:
    """A league with that value of a setting."""
    made = MATTERS[name].changed
    return lambda league: made(league, text)
