"""The way from a record to its replay."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.discordkit.panel import button
from bot.discordkit.ports import on_table
from bot.discordkit.press_ids import PressId
from bot.replays.replay import ReplayMoment
from bot.replays.ui.look import ReplayLook
from bot.stats.model import WHOLE_GAME, Feat
from bot.tables.ui.footer import REPLAY
from bot.words.catalogue import Words


def replay_button(words: Words, number: int, feat: Feat) -> ui.Button[Any]:
    """«▶ 1»: looks at the game again, at a deal from its beginning. Whether somebody may is asked when they
    press. The number tells apart two records of one deal."""
    values = () if feat.attempt == WHOLE_GAME else ReplayLook(ReplayMoment(feat.attempt)).values
    return button(f"▶ {words.number(number)}", PressId(REPLAY, on_table(feat.table), number, values))
