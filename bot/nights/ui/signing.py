"""What people press on a night's own messages: whether they come, that they are here."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NamedTuple

from bot.discordkit.boundary import Refusal, answer, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.panel import Drawing
from bot.discordkit.people import People
from bot.discordkit.ports import SubjectKind
from bot.discordkit.routes import Route, chosen
from bot.leagues.ui.visits import number_in
from bot.nights.evenings import Evenings
from bot.nights.model import Evening, EveningDetails, EveningStage, NightError, SignUpAnswer
from bot.nights.ui import night_panel
from bot.nights.ui.board import Boards
from bot.nights.ui.messages import NightMessages, NightViews
from bot.nights.ui.night_panel import NightView


class NightVisit(NamedTuple):
    """A night, and what whoever acts is called there."""

    details: EveningDetails
    name: str


class Signing:
    """Handlers by verb. The message that was pressed, a letter too, shows what has become of it; beside one
    that is everybody's, what concerns one person alone is said to them."""

    def __init__(self, evenings: Evenings, people: People, messages: NightMessages) -> None:
        self._evenings = evenings
        self._people = people
        self._messages = messages
        self._views = NightViews(evenings, people)
        self._boards = Boards(evenings, people)

    def routes(self) -> dict[str, Route[NightVisit]]:
        """Every verb."""
        route = partial(Route, who=self._visit, about=SubjectKind.NIGHT)
        return {
            "night-answer": route(self._answer, values=1),
            "night-here": route(self._here, values=0),
            "night-away": route(self._away, values=0),
            "night-hours": route(self._hours, values=0),
            "night-from": route(partial(self._set_hours, begins=True), private=True, values=0),
            "night-until": route(partial(self._set_hours, begins=False), private=True, values=0),
            "night-who": route(self._who, values=1),
            "night-round": route(self._round, values=1),
            "night-tables": route(self._tables, values=2),
            "night-seals": route(self._seals, values=0),
            "night-tell": route(self._tell, private=True, values=0),
        }

    async def _answer(self, interaction: Interaction, press: PressId, visit: NightVisit) -> None:
        details, name = visit
        if press.value not in list(SignUpAnswer):
            raise Refusal("unknown-button")
        await self._evenings.answer(details, interaction.user.id, name, SignUpAnswer(press.value))
        await self._reply(interaction, details.evening)

    async def _here(self, interaction: Interaction, press: PressId, visit: NightVisit) -> None:
        details, name = visit
        await self._evenings.check_in(details, interaction.user.id, name, interaction.id, here=True)
        await self._reply(interaction, details.evening)

    async def _away(self, interaction: Interaction, press: PressId, visit: NightVisit) -> None:
        """In play one does not play from the next round on; before, one does not come."""
        details, name = visit
        user_id = interaction.user.id
        if details.evening.stage is EveningStage.PLAYING:
            await self._evenings.check_in(details, user_id, name, interaction.id, here=False)
        else:
            await self._evenings.answer(details, user_id, name, SignUpAnswer.OUT)
        await self._reply(interaction, details.evening)

    async def _hours(self, interaction: Interaction, press: PressId, visit: NightVisit) -> None:
        """When one comes and until when one stays, to be chosen by oneself alone."""
        await answer(interaction, await self._hours_of(interaction, visit.details))

    async def _set_hours(
        self, interaction: Interaction, press: PressId, visit: NightVisit, *, begins: bool
    ) -> None:
        details, name = visit
        user_id, now = interaction.user.id, self._evenings.time.now()
        moment = night_panel.chosen_hour(
            details.evening, details.people.get(user_id), now, chosen(interaction), begins=begins
        )
        await self._evenings.set_hours(details, user_id, name, begins=begins, moment=moment)
        after = await self._evenings.details(details.evening.id, details.evening.guild_id)
        await redraw(interaction, await self._hours_of(interaction, after))

    async def _hours_of(self, interaction: Interaction, details: EveningDetails) -> Drawing:
        to = await self._addressed(interaction, details)
        return night_panel.hours(to, interaction.user.id, self._evenings.time.now())

    async def _who(self, interaction: Interaction, press: PressId, visit: NightVisit) -> None:
        """All who have said something; from leaf to leaf in the same answer."""
        leaf = number_in(press.value)
        drawing = night_panel.everybody(await self._addressed(interaction, visit.details), leaf)
        await self._turn(interaction, drawing)

    async def _round(self, interaction: Interaction, press: PressId, visit: NightVisit) -> None:
        """A round so far; from one to the other in the same answer."""
        number = _round_in(press.value, visit)
        await self._turn(interaction, await self._boards.board(visit.details, number, is_leafed=True))

    async def _tables(self, interaction: Interaction, press: PressId, visit: NightVisit) -> None:
        """All tables of a round; from leaf to leaf in the same answer."""
        round_number, leaf = press.values
        number = _round_in(round_number, visit)
        await self._turn(interaction, await self._boards.leaf(visit.details, number, number_in(leaf)))

    async def _turn(self, interaction: Interaction, drawing: Drawing) -> None:
        message = interaction.message
        is_turned = message is not None and message.flags.ephemeral
        await (redraw if is_turned else answer)(interaction, drawing)

    async def _seals(self, interaction: Interaction, press: PressId, visit: NightVisit) -> None:
        to = await self._addressed(interaction, visit.details)
        await answer(interaction, night_panel.seals(to))

    async def _tell(self, interaction: Interaction, press: PressId, visit: NightVisit) -> None:
        """Have oneself be told of this night, and of others that one misses."""
        user_id = interaction.user.id
        await self._people.prefer(user_id, lambda before: replace(before, missed_nights=True))
        if interaction.guild_id is None:
            await self._messages.answer(interaction, visit.details.evening.id)
            return
        words = await self._people.words(user_id)
        await redraw(interaction, night_panel.private_answer(words, words("night.you.told"), None))

    # --- what all of it takes

    async def _visit(self, interaction: Interaction, press: PressId) -> NightVisit:
        """The night, and what whoever acts is called there. In direct messages it is one of a league of which
        they are a member, or one that they have answered to. Raises NightError ``no-such-night``."""
        player = await self._people.met(interaction)
        evening_id, guild_id = press.subject.id, interaction.guild_id
        if guild_id is None:
            found = await self._evenings.store.evening(evening_id)
            guild_id = None if found is None else found.guild_id
        details = await self._evenings.details(evening_id, guild_id)
        member = await self._evenings.clubs.member(details.evening.league_id, player.user_id)
        if member is None and interaction.guild_id is None and player.user_id not in details.people:
            raise NightError("no-such-night")
        return NightVisit(details, player.name if member is None else member.name)

    async def _addressed(self, interaction: Interaction, details: EveningDetails) -> NightView:
        return await self._views.for_reader(details, interaction.user.id)

    async def _reply(self, interaction: Interaction, evening: Evening) -> None:
        await self._messages.answer(interaction, evening.id)
        if interaction.guild_id is None:
            return
        details = await self._evenings.details(evening.id, evening.guild_id)
        said = night_panel.privately(await self._addressed(interaction, details))
        if said is not None:
            await answer(interaction, said)


def _round_in(text: str, visit: NightVisit) -> int:
    """A round that has begun. Raises Refusal ``unknown-button``."""
    number = number_in(text)
    if not 1 <= number <= visit.details.evening.round:
        raise Refusal("unknown-button")
    return number
