"""Whether cards came as chance has it (S10), as people understand it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.engine.cards import members
from bot.pictures.stat_values import GRIDS, PACK, CardGrid, CardsPicture
from bot.pictures.style import STANDARD, CardStyle
from bot.statistics.cards import Deviation, deviation
from bot.statistics.ports import CardCounts
from bot.telling.stats.numbers import chance_text, number_text, share_text
from bot.words.catalogue import Words

RARE, RAREST = 0.05, 0.001
FEW: Final = 5
"""Cards of a kind that are to be expected at least, for p to mean something."""

Pack = tuple[int, int, bool]
"""A pack of cards, for so many players, shuffled or cut: what is counted together."""


def packs(found: Sequence[CardCounts]) -> dict[Pack, list[CardCounts]]:
    """What was counted, by pack, the one dealt most first, seats in their order."""
    every: dict[Pack, list[CardCounts]] = {}
    for one in found:
        every.setdefault((one.pack, one.players, one.shuffled), []).append(one)
    by_deals = sorted(every.items(), key=lambda each: -max(one.deals for one in each[1]))
    return {
        pack: sorted(each, key=lambda one: -1 if one.seat is None else one.seat) for pack, each in by_deals
    }


def pack_name(words: Words, pack: Pack) -> str:
    """«52 cards, 4 players · shuffled»."""
    cards, players, shuffled = pack
    how = words("stats.cards.shuffled" if shuffled else "stats.cards.cut")
    return words(
        "stats.cards.pack",
        cards=words.count("stats.cards.count", cards.bit_count()),
        players=words.count("stats.cards.players", players),
        how=how,
    )


def cards_picture(
    words: Words, name: str, pack: Pack | None, found: Sequence[CardCounts], style: CardStyle = STANDARD
) -> CardsPicture:
    """How often each card of a pack came, to each seat, or to the person of that ``name``."""
    title = words("stats.cards.of", name=name) if name else words("stats.cards")
    if pack is None or not found:
        return CardsPicture(title, "", (), empty=words("stats.cards.nothing"), style=style)
    known = [(one, far) for one in found[:GRIDS] if (far := deviation(one)) is not None]
    return CardsPicture(
        title=title,
        subtitle=pack_name(words, pack),
        grids=tuple(_grid(words, name, one, far) for one, far in known),
        rarer=words("stats.cards.rarer"),
        oftener=words("stats.cards.oftener"),
        verdict=verdict(words, [far for _, far in known]),
        empty=words("stats.cards.nothing"),
        style=style,
    )


def verdict(words: Words, every: Sequence[Deviation]) -> str:
    """What the numbers mean, of the seat that is furthest from chance."""
    if not every:
        return ""
    chances = [far.p for far in every if far.p is not None]
    if not chances:
        return words("stats.cards.verdict.cut")
    if min(far.expected for far in every) < FEW:
        return words("stats.cards.verdict.few")
    least = min(chances)
    if least >= RARE:
        return words("stats.cards.verdict.usual", share=share_text(words, least, 1))
    if least >= RAREST:
        return words("stats.cards.verdict.uneven", times=words.number(round(1 / least)))
    return words("stats.cards.verdict.rare")


def explanation(words: Words) -> Iterator[str]:
    """What X² and p are, and what *Check the deals* is for."""
    yield words("stats.cards.about")
    yield words("stats.cards.about.p")
    yield words("stats.cards.about.check", button=words("button.fair"))


def _grid(words: Words, name: str, one: CardCounts, far: Deviation) -> CardGrid:
    apart: list[float | None] = [None] * PACK
    for card, count in zip(members(one.pack), one.counts, strict=True):
        apart[card] = (count - far.expected) / far.sigma
    deals = words.count("stats.deals", one.deals)
    x2, degrees = number_text(words, far.x2), words.number(far.degrees)
    if far.p is None:
        note = words("stats.cards.note.cut", deals=deals, x2=x2)
    else:
        note = words("stats.cards.note", deals=deals, x2=x2, degrees=degrees, p=chance_text(words, far.p))
    word = name if one.seat is None else words("stats.cards.seat", number=words.number(one.seat + 1))
    return CardGrid(word, tuple(apart), note)
