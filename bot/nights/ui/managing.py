"""/night manage: the organisers' panel of a night, what is pressed there before play and about people."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import discord

from bot.discordkit.boundary import Refusal, answer, open_form, redraw, sentence_for
from bot.discordkit.interactions import Interaction, PressId, fit_for_id
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route, anyone, chosen, chosen_ids, filled, routes_of
from bot.leagues.model import ClubError, League
from bot.leagues.reading_time import read_time
from bot.leagues.ui.visits import is_organiser, number_in, require_organiser
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, EveningStage, NightError, instant, local_of
from bot.nights.offered import with_chosen
from bot.nights.ui import manage_panel as panels
from bot.nights.ui.board import Boards
from bot.nights.ui.night_panel import NightView, chosen_hour
from bot.nights.ui.organising import ManagingRounds, Organising, Page, account
from bot.nights.ui.refereeing import Refereeing
from bot.nights.ui.steps import require_place
from bot.timers import zone_or_utc
from bot.words.catalogue import in_text, quoted, tidy


class ManagingEvening:
    """Handlers by verb: when it begins, its settings, and who comes."""

    def __init__(self, organising: Organising) -> None:
        self._organising = organising
        self._evenings = organising.evenings

    def routes(self) -> dict[str, Route[NightView]]:
        """Every verb."""
        route, doing = self._organising.route, self._organising.doing
        return {
            "manage-begin": doing(self._begin),
            "manage-put-off": route(self._put_off, values=(0, 1)),
            "manage-put-off-to": route(self._put_off_to),
            "manage-move": route(self._move),
            "manage-settings": route(self._settings),
            "manage-set": route(self._set, values=1),
            "manage-off": route(self._off),
            "manage-off-yes": doing(self._called_off),
            "manage-people": route(self._people, values=1),
            "manage-add": doing(self._add, FIRST, afresh=True),
            "manage-substitute": doing(self._substitute, FIRST, afresh=True),
            "manage-away": route(self._away),
            "manage-person": route(self._person),
            "manage-from": route(partial(self._set_hours, begins=True), values=1),
            "manage-until": route(partial(self._set_hours, begins=False), values=1),
        }

    async def _begin(self, interaction: Interaction, press: PressId, model: NightView) -> str:
        begun = await self._evenings.begin_now(model.details)
        return model.words("night.manage.begun" if begun.posted else "night.manage.asking")

    # --- when

    async def _put_off(self, interaction: Interaction, press: PressId, model: NightView) -> None:
        """The form, with what was typed wrong before, else with the hour as it is."""
        begins = local_of(model.evening.starts_at, zone_or_utc(model.league.zone))
        typed = "".join(press.values) or f"{begins:%H:%M}"
        to = model.press("manage-put-off-to")
        await open_form(interaction, panels.put_off_form(model.words, to, typed))

    async def _put_off_to(self, interaction: Interaction, press: PressId, model: NightView) -> None:
        typed = tidy(filled(interaction).get("time", ""))
        try:
            starts_at = _moment(model, typed)
            if starts_at <= self._evenings.time.now():
                raise NightError("date-in-past")
        except (ClubError, NightError) as error:
            said = model.words(
                "league.typed-wrong", typed=quoted(typed), reason=sentence_for(model.words, error)
            )
            wrong = replace(model, said=f"⚠️ {said}", typed=fit_for_id(typed, panels.TYPED_LETTERS))
            await self._organising.show(interaction, wrong)
            return

        async def deed() -> str:
            await self._evenings.put_off(model.details, starts_at)
            return model.words("night.manage.was-put-off", when=f"<t:{int(starts_at)}:F>")

        await self._organising.do(interaction, press, model, deed)

    # --- where

    async def _move(self, interaction: Interaction, press: PressId, model: NightView) -> None:
        channel_id = chosen_ids(interaction)[0]

        async def deed() -> str:
            guild, settings = interaction.guild, model.evening.settings
            _require_seen(interaction, channel_id)
            require_place(model.words, guild, channel_id, settings)
            is_gone = guild is None or guild.get_channel(model.evening.channel_id) is None
            await self._evenings.move(model.details, channel_id, all_to_come=is_gone)
            said = "night.manage.moved.all" if is_gone else "night.manage.moved"
            return model.words(said, channel=f"<#{channel_id}>")

        await self._organising.do(interaction, press, model, deed)

    # --- how

    async def _settings(self, interaction: Interaction, press: PressId, model: NightView) -> None:
        await self._organising.show(interaction, model, panels.settings)

    async def _set(self, interaction: Interaction, press: PressId, model: NightView) -> None:
        name, value = press.value, chosen(interaction)
        if name not in panels.SETTINGS or value not in panels.values_of(model, name):
            raise Refusal("unknown-button")
        settings = with_chosen(panels.as_plan(model.evening), name, value).settings

        async def deed() -> str:
            await self._evenings.set_settings(model.details, settings)
            return model.words("night.manage.kept")

        await self._organising.do(interaction, press, model, deed, panels.settings)

    # --- not at all

    async def _off(self, interaction: Interaction, press: PressId, model: NightView) -> None:
        playing = model.evening.stage is EveningStage.PLAYING
        text = model.words("night.manage.sure-off.playing" if playing else "night.manage.sure-off")
        yes = model.press("manage-off-yes")
        await self._organising.show(interaction, model, lambda shown: panels.question(shown, text, yes))

    async def _called_off(self, interaction: Interaction, press: PressId, model: NightView) -> str:
        await self._evenings.call_off(model.details)
        return ""

    async def _people(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        page = partial(panels.people, page=number_in(press.value))
        await self._organising.show(interaction, night, page)

    async def _add(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        who = await self._organising.chosen(interaction, night)
        await self._evenings.add(night.details, who.id, who.name)
        return night.words("night.manage.added", name=in_text(who.name))

    async def _substitute(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        who = await self._organising.chosen(interaction, night)
        await self._evenings.name_substitute(night.details, who.id, who.name)
        return night.words("night.manage.substituted", name=in_text(who.name))

    async def _away(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        user_id = account(chosen(interaction))

        async def action() -> str:
            gone = await self._evenings.send_away(night.details, user_id)
            return night.words("night.manage.sent-away", name=in_text(gone.name))

        await self._organising.tell(interaction, night, action, FIRST)

    async def _person(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        await self._organising.show(interaction, night, self._page(account(chosen(interaction))))

    async def _set_hours(
        self, interaction: Interaction, press: PressId, night: NightView, *, begins: bool
    ) -> None:
        user_id, value = account(press.value), chosen(interaction)

        async def action() -> str:
            known = night.details.people.get(user_id)
            if known is None:
                raise NightError("not-in-plan")
            now = self._evenings.time.now()
            moment = chosen_hour(night.evening, known, now, value, begins=begins)
            await self._evenings.set_hours(night.details, user_id, known.name, begins=begins, moment=moment)
            return night.words("night.manage.kept")

        await self._organising.tell(interaction, night, action, self._page(user_id))

    def _page(self, user_id: int) -> Page:
        return partial(panels.person, user_id=user_id, now=self._evenings.time.now())


def _require_seen(interaction: Interaction, channel_id: int) -> None:
    """Raise NightError ``no-such-channel`` unless whoever acts may write there: anybody can send any id."""
    guild, member = interaction.guild, interaction.user
    channel = guild.get_channel(channel_id) if guild is not None else None
    if channel is None or not isinstance(member, discord.Member):
        raise NightError("no-such-channel")
    given = channel.permissions_for(member)
    if not (given.view_channel and given.send_messages):
        raise NightError("no-such-channel")


def _moment(model: NightView, typed: str) -> float:
    """That time of the night's own day, in its league's zone. Raises ClubError ``unknown-time``."""
    return instant(model.evening.date, read_time(typed), zone_or_utc(model.league.zone))


FIRST = partial(panels.people, page=0)


class Managing:
    """See the module. Its other pages have classes of their own."""

    def __init__(self, evenings: Evenings, people: People, boards: Boards) -> None:
        self._evenings = evenings
        self._people = people
        self._organising = organising = Organising(evenings, people, boards)
        self._refereeing = Refereeing(organising)
        self._pages = (ManagingEvening(organising), ManagingRounds(organising), self._refereeing)

    def routes(self) -> dict[str, Route[Any]]:
        """Every verb."""
        route, doing = self._organising.route, self._organising.doing
        return {
            "night-manage": Route(self._open, self._opens, SubjectKind.NIGHT, values=0),
            "manage-which": anyone(self._pick, private=True, values=0),
            "manage-panel": route(self._panel),
            "manage-again": doing(self._try_again, afresh=True),
            **routes_of(*self._pages),
        }

    async def manage(self, interaction: Interaction, league: str | None) -> None:
        """Answer with the organisers' panel of the night that is meant. Raises NightError ``no-night``,
        ClubError."""
        words = await self._people.words_of(interaction)
        found = await self._meant(interaction, league)
        if len(found) > 1:
            await answer(interaction, panels.which(words, found))
            return
        night = await self._organising.view(interaction, found[0][0].id)
        await answer(interaction, await self._organising.home(night))

    async def _meant(self, interaction: Interaction, name: str | None) -> list[tuple[Evening, League]]:
        """The next night of the league of that name, or all that whoever asks organises."""
        guild_id, now = interaction.guild_id, self._evenings.time.now()
        live = await self._evenings.store.live(guild_id) if guild_id is not None else ()
        if name is not None:
            league = await self._evenings.clubs.meant(guild_id, interaction.user.id, name)
            require_organiser(interaction, league)
            live = sorted((one for one in live if one.league_id == league.id),
                          key=lambda one: abs(one.starts_at - now))[:1]  # fmt: skip
        if not live:
            raise NightError("no-night")
        every = [(one, await self._evenings.league(one)) for one in live]
        mine = [(one, league) for one, league in every if is_organiser(interaction, league)]
        if not mine:
            raise ClubError("not-organiser", league=every[0][1].name)
        return mine

    async def _opens(self, interaction: Interaction, press: PressId) -> NightView:
        night = await self._organising.for_anyone(interaction, press.subject.id)
        if not await self._organising.is_referee(interaction, night):
            require_organiser(interaction, night.league)
        return night

    async def _open(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        """*Organise* on a message that everybody sees: who is a referee alone has the tables there."""
        home = self._organising if is_organiser(interaction, night.league) else self._refereeing
        await answer(interaction, await home.home(night))

    async def _pick(self, interaction: Interaction, press: PressId) -> None:
        """The night that was chosen: it sees to who organises it."""
        night = await self._organising.view(interaction, number_in(chosen(interaction)))
        await redraw(interaction, await self._organising.home(night))

    async def _panel(self, interaction: Interaction, press: PressId, night: NightView) -> None:
        await self._organising.show(interaction, night)

    async def _try_again(self, interaction: Interaction, press: PressId, night: NightView) -> str:
        await self._evenings.try_again(night.details)
        return night.words("night.manage.tried")
