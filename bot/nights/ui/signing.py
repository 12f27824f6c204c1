"""What people press on a night's own messages: whether they come, that they are here."""

from __future__ import annotations

from dataclasses import replace

from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.press_ids import PressId
from bot.discordkit.routes import Handler, chosen, require_private
from bot.leagues.ui.visits import number_in
from bot.nights.errors import NightError
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, EveningDetails, EveningStage, SignUpAnswer
from bot.nights.ui import letters_panel, sign_up_panel
from bot.nights.ui.messages import NightMessages
from bot.nights.ui.views import NightView, NightViews


class Signing:
    """Handlers by verb. The message that was pressed, a letter too, shows what has become of it; beside one
    that is everybody's, what concerns one person alone is told to them."""

    def __init__(self, evenings: Evenings, people: People, messages: NightMessages) -> None:
        self._evenings = evenings
        self._people = people
        self._messages = messages
        self._views = NightViews(evenings, people)

    def handlers(self) -> dict[str, Handler]:
        """Every verb."""
        return {
            "night-answer": self._answer,
            "night-here": self._here,
            "night-away": self._away,
            "night-hours": self._hours,
            "night-from": self._from,
            "night-until": self._until,
            "night-who": self._who,
            "night-seals": self._seals,
            "night-tell": self._tell,
        }

    async def _answer(self, interaction: Interaction, press: PressId) -> None:
        told, name = await self._pressed(interaction, press)
        if press.value not in list(SignUpAnswer):
            raise Refusal("unknown-button")
        await self._evenings.answer(told, interaction.user.id, name, SignUpAnswer(press.value))
        await self._reply(interaction, told.evening)

    async def _here(self, interaction: Interaction, press: PressId) -> None:
        press.taking(0)
        told, name = await self._pressed(interaction, press)
        await self._evenings.check_in(told, interaction.user.id, name, interaction.id, here=True)
        await self._reply(interaction, told.evening)

    async def _away(self, interaction: Interaction, press: PressId) -> None:
        """In play one does not play from the next round on; before, one does not come."""
        press.taking(0)
        told, name = await self._pressed(interaction, press)
        user_id = interaction.user.id
        if told.evening.stage is EveningStage.PLAYING:
            await self._evenings.check_in(told, user_id, name, interaction.id, here=False)
        else:
            await self._evenings.answer(told, user_id, name, SignUpAnswer.OUT)
        await self._reply(interaction, told.evening)

    async def _hours(self, interaction: Interaction, press: PressId) -> None:
        """When one comes and until when one stays, to be chosen by oneself alone."""
        press.taking(0)
        told, _ = await self._pressed(interaction, press)
        await answer(interaction, await self._hours_of(interaction, told))

    async def _from(self, interaction: Interaction, press: PressId) -> None:
        await self._set_hours(interaction, press, begins=True)

    async def _until(self, interaction: Interaction, press: PressId) -> None:
        await self._set_hours(interaction, press, begins=False)

    async def _set_hours(self, interaction: Interaction, press: PressId, *, begins: bool) -> None:
        press.taking(0)
        require_private(interaction)
        told, name = await self._pressed(interaction, press)
        user_id, now = interaction.user.id, self._evenings.time.now()
        moment = sign_up_panel.chosen_hour(
            told.evening, told.people.get(user_id), now, chosen(interaction), begins=begins
        )
        await self._evenings.set_hours(told, user_id, name, begins=begins, moment=moment)
        after = await self._evenings.told(told.evening.id, told.evening.guild_id)
        await redraw(interaction, await self._hours_of(interaction, after))

    async def _hours_of(self, interaction: Interaction, told: EveningDetails) -> Drawing:
        to = await self._addressed(interaction, told)
        return sign_up_panel.hours(to, interaction.user.id, self._evenings.time.now())

    async def _who(self, interaction: Interaction, press: PressId) -> None:
        """All who have said something; from leaf to leaf in the same answer."""
        leaf = number_in(press.value)
        told, _ = await self._pressed(interaction, press)
        drawing = sign_up_panel.everybody(await self._addressed(interaction, told), leaf)
        message = interaction.message
        is_turned = message is not None and message.flags.ephemeral
        await (redraw if is_turned else answer)(interaction, drawing)

    async def _seals(self, interaction: Interaction, press: PressId) -> None:
        press.taking(0)
        told, _ = await self._pressed(interaction, press)
        to = await self._addressed(interaction, told)
        await answer(interaction, sign_up_panel.seals(to))

    async def _tell(self, interaction: Interaction, press: PressId) -> None:
        """Have oneself be told of this night, and of others that one misses."""
        press.taking(0)
        require_private(interaction)
        told, _ = await self._pressed(interaction, press)
        user_id = interaction.user.id
        await self._people.prefer(user_id, lambda before: replace(before, missed_nights=True))
        if interaction.guild_id is None:
            await self._messages.answer(interaction, told.evening.id)
            return
        words = await self._people.words(user_id)
        await redraw(interaction, sign_up_panel.told_privately(words, words("night.you.told"), None))

    # --- what all of it takes

    async def _pressed(self, interaction: Interaction, press: PressId) -> tuple[EveningDetails, str]:
        """The night, and what whoever acts is called there. In direct messages it is one of a league of which
        they are a member, or one that they have answered to. Raises NightError ``no-such-night``."""
        player = await self._people.met(interaction)
        evening_id, guild_id = press.about(SubjectKind.NIGHT), interaction.guild_id
        if guild_id is None:
            found = await self._evenings.store.evening(evening_id)
            guild_id = None if found is None else found.guild_id
        told = await self._evenings.told(evening_id, guild_id)
        member = await self._evenings.clubs.member(told.evening.league_id, player.user_id)
        if member is None and interaction.guild_id is None and player.user_id not in told.people:
            raise NightError("no-such-night")
        return told, player.name if member is None else member.name

    async def _addressed(self, interaction: Interaction, told: EveningDetails) -> NightView:
        return await self._views.for_reader(told, interaction.user.id)

    async def _reply(self, interaction: Interaction, evening: Evening) -> None:
        await self._messages.answer(interaction, evening.id)
        if interaction.guild_id is None:
            return
        told = await self._evenings.told(evening.id, evening.guild_id)
        said = letters_panel.privately(await self._addressed(interaction, told))
        if said is not None:
            await answer(interaction, said)
