"""What organisers do with a night before it is played: begun, put off, moved, settled otherwise, called
off."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.discordkit.boundary import Refusal, open_form, sentence_for
from bot.discordkit.interactions import Interaction
from bot.discordkit.press_ids import PressId, fit_for_id
from bot.discordkit.routes import Route, chosen, chosen_ids, filled
from bot.leagues.errors import ClubError
from bot.leagues.reading_time import read_time
from bot.nights.calendar import instant, local_of, zone_or_utc
from bot.nights.errors import NightError
from bot.nights.model import EveningStage
from bot.nights.offered import with_chosen
from bot.nights.ui import manage_panel as panels
from bot.nights.ui.organising import Organising
from bot.nights.ui.rights import require_place
from bot.nights.ui.views import NightView
from bot.words.names import quoted, tidy


class ManagingBefore:
    """Handlers by verb."""

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
        }

    async def _begin(self, interaction: Interaction, press: PressId, sight: NightView) -> str:
        begun = await self._evenings.begin_now(sight.told)
        return sight.words("night.manage.begun" if begun.posted else "night.manage.asking")

    # --- when

    async def _put_off(self, interaction: Interaction, press: PressId, sight: NightView) -> None:
        """The form, with what was typed wrong before, else with the hour as it is."""
        begins = local_of(sight.evening.starts_at, zone_or_utc(sight.league.zone))
        typed = "".join(press.values) or f"{begins:%H:%M}"
        to = sight.press("manage-put-off-to")
        await open_form(interaction, panels.put_off_form(sight.words, to, typed))

    async def _put_off_to(self, interaction: Interaction, press: PressId, sight: NightView) -> None:
        typed = tidy(filled(interaction).get("time", ""))
        try:
            starts_at = _moment(sight, typed)
            if starts_at <= self._evenings.time.now():
                raise NightError("date-in-past")
        except (ClubError, NightError) as error:
            said = sight.words(
                "league.typed-wrong", typed=quoted(typed), reason=sentence_for(sight.words, error)
            )
            wrong = replace(sight, said=f"⚠️ {said}", typed=fit_for_id(typed, panels.TYPED_LETTERS))
            await self._organising.show(interaction, wrong)
            return

        async def deed() -> str:
            await self._evenings.put_off(sight.told, starts_at)
            return sight.words("night.manage.was-put-off", when=f"<t:{int(starts_at)}:F>")

        await self._organising.do(interaction, press, sight, deed)

    # --- where

    async def _move(self, interaction: Interaction, press: PressId, sight: NightView) -> None:
        channel_id = chosen_ids(interaction)[0]

        async def deed() -> str:
            guild, settings = interaction.guild, sight.evening.settings
            _require_seen(interaction, channel_id)
            require_place(sight.words, guild, channel_id, settings)
            is_gone = guild is None or guild.get_channel(sight.evening.channel_id) is None
            await self._evenings.move(sight.told, channel_id, all_to_come=is_gone)
            said = "night.manage.moved.all" if is_gone else "night.manage.moved"
            return sight.words(said, channel=f"<#{channel_id}>")

        await self._organising.do(interaction, press, sight, deed)

    # --- how

    async def _settings(self, interaction: Interaction, press: PressId, sight: NightView) -> None:
        await self._organising.show(interaction, sight, panels.settings)

    async def _set(self, interaction: Interaction, press: PressId, sight: NightView) -> None:
        name, value = press.value, chosen(interaction)
        if name not in panels.SETTINGS or value not in panels.values_of(sight, name):
            raise Refusal("unknown-button")
        settings = with_chosen(panels.as_plan(sight.evening), name, value).settings

        async def deed() -> str:
            await self._evenings.set_settings(sight.told, settings)
            return sight.words("night.manage.kept")

        await self._organising.do(interaction, press, sight, deed, panels.settings)

    # --- not at all

    async def _off(self, interaction: Interaction, press: PressId, sight: NightView) -> None:
        playing = sight.evening.stage is EveningStage.PLAYING
        text = sight.words("night.manage.sure-off.playing" if playing else "night.manage.sure-off")
        yes = sight.press("manage-off-yes")
        await self._organising.show(interaction, sight, lambda shown: panels.question(shown, text, yes))

    async def _called_off(self, interaction: Interaction, press: PressId, sight: NightView) -> str:
        await self._evenings.call_off(sight.told)
        return ""


def _require_seen(interaction: Interaction, channel_id: int) -> None:
    """Raise NightError ``no-such-channel`` unless whoever acts may write there: anybody can send any id."""
    guild, member = interaction.guild, interaction.user
    channel = guild.get_channel(channel_id) if guild is not None else None
    if channel is None or not isinstance(member, discord.Member):
        raise NightError("no-such-channel")
    given = channel.permissions_for(member)
    if not (given.view_channel and given.send_messages):
        raise NightError("no-such-channel")


def _moment(sight: NightView, typed: str) -> float:
    """That time of the night's own day, in its league's zone. Raises ClubError ``unknown-time``."""
    return instant(sight.evening.date, read_time(typed), zone_or_utc(sight.league.zone))
