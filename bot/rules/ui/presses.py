"""What is pressed on a panel of rules: another page, another example, another number of players."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discordkit.boundary import Refusal, redraw
from bot.discordkit.interactions import Interaction, PressId
from bot.discordkit.people import People
from bot.discordkit.ports import NOTHING, SubjectKind
from bot.discordkit.routes import Route, anyone, chosen
from bot.rules.ui.panel import RuleDrawings, RulesPlace
from bot.rules.ui.presets import Presets
from bot.tables.tables import Tables


class RulesPresses:
    """Handlers by verb. A panel has nothing to keep: its ids say whose rules it tells."""

    def __init__(self, tables: Tables, presets: Presets, people: People, drawings: RuleDrawings) -> None:
        self._tables = tables
        self._presets = presets
        self._people = people
        self._drawings = drawings

    def routes(self) -> dict[str, Route[None]]:
        """Every verb of a panel of rules."""
        return {
            "rules-page": anyone(self._page, SubjectKind.TABLE, private=True),
            "rules-example": anyone(self._example, SubjectKind.TABLE, private=True),
            "rules-players": anyone(self._players, private=True, values=2),
        }

    async def _page(self, interaction: Interaction, press: PressId) -> None:
        await self._show(interaction, press.subject.id, press.values, RulesPlace(chosen(interaction)))

    async def _example(self, interaction: Interaction, press: PressId) -> None:
        if len(press.values) < 2:
            raise Refusal("unknown-button")
        number, key, *preset = press.values
        await self._show(interaction, press.subject.id, preset, RulesPlace(key, _number(number)))

    async def _players(self, interaction: Interaction, press: PressId) -> None:
        _, name = press.values
        await self._show(interaction, NOTHING.id, (chosen(interaction), name), RulesPlace())

    async def _show(
        self,
        interaction: Interaction,
        table_id: int,
        preset: Sequence[str],
        leaf: RulesPlace,
    ) -> None:
        """A page of a table's rules, or of those of a preset: how many play, and its name."""
        reader = await self._people.reader(interaction.user.id)
        if table_id != NOTHING.id:
            drawing = await self._drawings.of_table(reader, await self._tables.get(table_id), leaf)
        elif len(preset) == 2:
            players, name = preset
            meant = await self._presets.meant(interaction.guild_id, name)
            drawing = await self._drawings.of_preset(reader, meant, _number(players), leaf)
        else:
            raise Refusal("unknown-button")
        await redraw(interaction, drawing)


def _number(text: str) -> int:
    """A number out of an id; anybody can send any."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Refusal("unknown-button")
    return int(text)
