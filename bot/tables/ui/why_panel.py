"""Why a card was played, for one person's eyes: what is said of it, and ways to other cards of its deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.discordkit.panel import Drawing, Part, button, draw, select, select_option
from bot.discordkit.ports import on_table
from bot.discordkit.press_ids import PressId
from bot.tables.asking import PlayedCard
from bot.telling import phrases
from bot.telling.reader import TablePerspective

GO: Final = "why-go"
CARD: Final = "why-card"


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """One of the ``cards`` of a deal, which are in order; ``asker`` is the seat of who asks."""

    played: PlayedCard
    cards: Sequence[PlayedCard]
    asker: int


def why(sight: TablePerspective, asked: CardQuestion, lines: Sequence[str]) -> Drawing:
    """The panel."""
    trick = sight.words("why.trick", trick=sight.words.number(_trick(sight, asked.played)))
    return draw(
        [f"-# {trick}", *lines],
        _cards(sight, asked),
        _ways(sight, asked),
        reader=sight.reader.user_id,
    )


def _trick(sight: TablePerspective, played: PlayedCard) -> int:
    return played.ply // sight.view.players + 1


def _cards(sight: TablePerspective, asked: CardQuestion) -> Part:
    """The cards of the same trick, by who played them."""
    words, facts = sight.words, sight.facts
    trick = _trick(sight, asked.played)
    index = sight.reader.card_style(sight.view.rules.preset.name).index
    text_mode = sight.reader.preferences.text_mode
    options = [
        select_option(
            words(
                "why.card-of",
                card=phrases.card_name(words, one.card)
                if text_mode
                else phrases.card_in_label(one.card, index),
                name=facts.seats[one.seat].name,
            ),
            str(one.number),
            default=one == asked.played,
        )
        for one in asked.cards
        if _trick(sight, one) == trick
    ]
    press = PressId(CARD, on_table(facts.id), facts.seq)
    return select(press, words("why.pick"), options)


def _ways(sight: TablePerspective, asked: CardQuestion) -> Iterator[ui.Button[Any]]:
    """The trick before and after, and one's own last card."""
    words, facts = sight.words, sight.facts
    trick = _trick(sight, asked.played)
    by_seat = [one for one in asked.cards if one.seat == asked.played.seat]
    before = next((one for one in reversed(by_seat) if _trick(sight, one) < trick), None)
    after = next((one for one in by_seat if _trick(sight, one) > trick), None)
    own = next((one for one in reversed(asked.cards) if one.seat == asked.asker), None)
    for key, target in (("why.before", before), ("why.after", after), ("why.own", own)):
        stays = target is None or target == asked.played
        number = asked.played.number if target is None else target.number
        press = PressId(GO, on_table(facts.id), facts.seq, (str(number), key.rpartition(".")[2]))
        yield button(words(key), press, disabled=stays)
