"""How somebody looks at a game, and what they can go to from there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, Self

from bot.discordkit.boundary import Refusal
from bot.discordkit.interactions import Interaction
from bot.discordkit.people import People
from bot.discordkit.press_ids import AboutSomethingElse
from bot.replays.replay import By, GameReplay, ReplayMoment
from bot.rules.ui.presets import CHOICES
from bot.tables.model import TableFacts
from bot.tables.tables import Tables
from bot.tables.ui.access import SUGGESTED_WITHIN, TableAccess
from bot.telling import phrases
from bot.telling.fitting import OPTION_LONGEST, shorten

EVERYBODY: Final = "-"
"""What stands for all hands open, in the place of a seat."""
_LETTERS: Final = {By.TRICK: "t", By.CARD: "c"}
_BY: Final = {letter: by for by, letter in _LETTERS.items()}
_MOST_DIGITS: Final = 4
BEGINNING: Final = ReplayMoment(0)
VALUES: Final = 3
"""So many values of an id tell a look."""


class Navigation(StrEnum):
    """What can be pressed to look at something else."""

    START = "start"
    BACK = "back"
    ON = "on"
    END = "end"
    BY = "by"
    OTHERS = "others"


@dataclass(frozen=True, slots=True)
class ReplayLook:
    """A moment, how far a step goes, through whose eyes (a seat, None: all hands open), and whether it is
    shown what else was legal."""

    moment: ReplayMoment = BEGINNING
    by: By = By.TRICK
    eyes: int | None = None
    others: bool = False

    @property
    def values(self) -> tuple[str, str, str]:
        """As it stands in an id."""
        eyes = EVERYBODY if self.eyes is None else str(self.eyes)
        flags = f"{_LETTERS[self.by]}{eyes}{int(self.others)}"
        return str(self.moment.deal), str(self.moment.ply), flags

    @classmethod
    def read(cls, values: Sequence[str]) -> Self:
        """The look that is written so. Raises AboutSomethingElse."""
        if len(values) != VALUES or not all(_is_number(one) for one in values[:2]):
            raise AboutSomethingElse("replay")
        deal, ply, flags = values
        by, eyes, others = tuple(flags) if len(flags) == VALUES else ("", "", "")
        if by not in _BY or others not in ("0", "1") or not (eyes == EVERYBODY or _is_number(eyes)):
            raise AboutSomethingElse("replay")
        seat = None if eyes == EVERYBODY else int(eyes)
        return cls(ReplayMoment(int(deal), int(ply)), _BY[by], seat, others == "1")

    def within(self, reel: GameReplay) -> Self:
        """The same, of a game in which there is such a moment and such a seat. Raises AboutSomethingElse."""
        if not reel.has(self.moment) or (self.eyes or 0) >= reel.header.rules.players:
            raise AboutSomethingElse("replay")
        return self

    def moved(self, reel: GameReplay, move: Navigation) -> Self:
        """What is shown after a press; the same where there is no way on."""
        match move:
            case Navigation.START:
                return replace(self, moment=reel.rewound(self.moment) or self.moment)
            case Navigation.BACK:
                return replace(self, moment=reel.before(self.moment, self.by) or self.moment)
            case Navigation.ON:
                return replace(self, moment=reel.after(self.moment, self.by) or self.moment)
            case Navigation.END:
                return replace(self, moment=reel.wound(self.moment) or self.moment)
            case Navigation.BY:
                return replace(self, by=By.CARD if self.by is By.TRICK else By.TRICK)
            case Navigation.OTHERS:
                return replace(self, others=not self.others)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


LOOKED_THROUGH: Final = 100
"""So many of a server's last games are looked through for those whose channel somebody sees."""


class OfferedReplay:
    """See the module."""

    def __init__(self, tables: Tables, access: TableAccess, people: People) -> None:
        self._tables = tables
        self._access = access
        self._people = people

    async def matching(self, interaction: Interaction, typed: str) -> list[tuple[str, int]]:
        """What is offered while the number of a table is typed, each with its number: one's own games first,
        then the last of this server. Raises StoreError."""
        words = await self._people.words_here(interaction)
        found: list[tuple[str, int]] = []
        for facts in await self._games(interaction):
            label = words(
                "list.choice",
                table=facts.id,
                preset=phrases.game_name(words, facts),
                names=words.both(seat.name for seat in facts.seats),
            )
            if typed.casefold() in label.casefold():
                found.append((shorten(label, OPTION_LONGEST), facts.id))
        return found[:CHOICES]

    async def last(self, interaction: Interaction) -> int:
        """The number of the table that is meant without one: one's own last game here, else the last one of
        this channel. Raises Refusal ``replay-none``, StoreError."""
        own = await self._tables.played_by(interaction.user.id, interaction.guild_id, 1)
        here = [] if own or interaction.guild_id is None else await self._here(interaction)
        for facts in (*own, *here):
            return facts.id
        raise Refusal("replay-none")

    async def _here(self, interaction: Interaction) -> list[TableFacts]:
        assert interaction.guild_id is not None
        last = await self._tables.played_in(interaction.guild_id, LOOKED_THROUGH)
        return [facts for facts in last if facts.channel_id == interaction.channel_id]

    async def _games(self, interaction: Interaction) -> list[TableFacts]:
        own = [*await self._tables.played_by(interaction.user.id, interaction.guild_id, CHOICES)]
        if interaction.guild_id is None:
            return own
        known = {facts.id for facts in own}
        last = await self._tables.played_in(interaction.guild_id, LOOKED_THROUGH)
        others = [facts for facts in last if facts.id not in known]
        return own + await self._access.visible(interaction, others, SUGGESTED_WITHIN)
