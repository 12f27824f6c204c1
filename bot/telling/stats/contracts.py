"""Contract by contract, against the mean of the table (S3, S8, S9)."""

from __future__ import annotations

from typing import Final

from bot.pictures.stat_values import ContractHeads, ContractRow, ContractsPicture
from bot.statistics.model import Tally, TallyKind
from bot.telling.stats.numbers import mean_text, number_text, share_text
from bot.telling.stats.told import ENOUGH, PersonStats, contract_text, edge
from bot.words.catalogue import Words

PAGE: Final = 9
"""Contracts of a page: as many as a phone shows with the way to the others."""


def contracts_picture(words: Words, told: PersonStats, first: int) -> ContractsPicture:
    """The contracts from the ``first`` on, the one played most at the top."""
    rows = tuple(
        _row(words, told, contract, tally) for contract, tally in every_contract(told)[first : first + PAGE]
    )
    return ContractsPicture(
        title=told.name,
        subtitle=words("stats.titled", what=words("stats.page.contracts"), about=told.about),
        heads=ContractHeads(
            words("stats.head.average"),
            words("stats.head.edge"),
            words("stats.head.tricks"),
            words("stats.head.best"),
            words("stats.head.worst"),
        ),
        rows=rows,
        caption=_caption(words, rows),
        empty=words("stats.nothing"),
    )


def every_contract(told: PersonStats) -> list[tuple[str, Tally]]:
    """All contracts that were played, the most played first."""
    return sorted(told.person.each(TallyKind.CONTRACT).items(), key=lambda one: (-one[1].count, one[0]))


def _row(words: Words, told: PersonStats, contract: str, tally: Tally) -> ContractRow:
    gained, bid = edge(tally), told.person.of(TallyKind.WHIST, contract)
    deals = words.count("stats.deals", tally.count)
    return ContractRow(
        contract_sign=contract,
        contract=contract_text(words, contract),
        deals=words("stats.deals-points", deals=deals, points=words.points(tally.points)),
        average=mean_text(words, tally.mean),
        edge=gained,
        edge_word="" if gained is None else mean_text(words, gained),
        tricks=number_text(words, tally.tricks / tally.count),
        best=words.points(tally.best.points) if tally.best is not None else "",
        worst=words.points(tally.worst.points) if tally.worst is not None else "",
        made=_made(words, bid) if bid.count else "",
        few=tally.count < ENOUGH,
    )


def _made(words: Words, bid: Tally) -> str:
    return words("stats.bid-made", bid=words.number(bid.count), share=share_text(words, bid.won, bid.count))


def _caption(words: Words, rows: tuple[ContractRow, ...]) -> str:
    said = [words("stats.contracts.caption")]
    if any(row.few for row in rows):
        said.append(words("stats.contracts.few", enough=words.number(ENOUGH)))
    return " ".join(said)
