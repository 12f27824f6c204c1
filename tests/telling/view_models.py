"""What somebody sees of a game, for the tests of what they are told."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import cast

import discord

from bot.discordkit.avatars import SuitEmojis, SuitSet
from bot.engine.game import View
from bot.people.settings import DEFAULTS, Preferences
from bot.tables.model import Seat, TableFacts
from bot.telling.phrases import Reader, TableViewModel, ViewModel
from bot.words.catalogue import Words

SUITS = [discord.PartialEmoji(name=name, id=at) for at, name in enumerate("cdhs", 1)]


def suit_emojis(suits: SuitSet | None = None) -> SuitEmojis:
    """They are all there, or none."""
    return cast("SuitEmojis", SimpleNamespace(drawn=lambda reader, preset, draw: draw(suits)))


def model(words: Words, view: View, seats: Sequence[Seat], preferences: Preferences = DEFAULTS) -> ViewModel:
    """A game between these players, without a table."""
    return ViewModel(Reader(words, preferences), view, tuple(seats))


def at_table(
    words: Words, facts: TableFacts, view: View, preferences: Preferences = DEFAULTS
) -> TableViewModel:
    """A game at a table."""
    return TableViewModel.at(facts, Reader(words, preferences), view)
