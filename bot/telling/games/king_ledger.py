"""Who has named what, where the dealers name the contracts (rules.md, DK1): the paper's ledger, in a picture
and in a line of text."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine.game import OVER, View
from bot.engine.king.contracts import TRUMP_CONTRACT
from bot.engine.king.course import MOST_NEGATIVES, MOST_OF_ONE_NEGATIVE, MOST_TRUMPS, Ledger, ledger_of
from bot.pictures import values
from bot.telling import phrases
from bot.telling.reader import Perspective


def named(view: View) -> Ledger | None:
    """What has been named, in this deal too; None where the dealers name nothing, and after the game."""
    so_far = None if view.turn == OVER else ledger_of(view)
    if so_far is None or not view.contract or len(view.results) > view.deal:
        return so_far

    def once_more(by_seat: Sequence[int]) -> tuple[int, ...]:
        return tuple(times + (seat == view.dealer) for seat, times in enumerate(by_seat))

    negatives = so_far.negatives
    if view.contract in negatives:
        return Ledger({**negatives, view.contract: once_more(negatives[view.contract])}, so_far.trumps)
    return Ledger(negatives, once_more(so_far.trumps))


def ledger(sight: Perspective) -> values.ContractLedger | None:
    """The ledger as drawn: a row a negative contract, then what each player has named and still owes."""
    words = sight.words
    so_far = named(sight.view)
    if so_far is None:
        return None
    negatives = tuple(so_far.negatives_of(seat) for seat in range(sight.view.players))
    return values.ContractLedger(
        words("ledger.title"),
        (
            *(
                values.LedgerRow(
                    label=phrases.contract_name(words, name),
                    mark=values.Mark.TRIANGLE,
                    named=by_seat,
                    left=words("ledger.left", number=words.number(MOST_OF_ONE_NEGATIVE - sum(by_seat))),
                )
                for name, by_seat in so_far.negatives.items()
            ),
            values.LedgerRow(
                words("ledger.negatives"), values.Mark.TRIANGLE, negatives, _owed(negatives, MOST_NEGATIVES)
            ),
            values.LedgerRow(
                phrases.contract_name(words, TRUMP_CONTRACT),
                values.Mark.CIRCLE,
                so_far.trumps,
                _owed(so_far.trumps, MOST_TRUMPS),
            ),
        ),
    )


def _owed(named: Sequence[int], most: int) -> tuple[int, ...]:
    return tuple(most - times for times in named)


def named_line(sight: Perspective) -> str:
    """«Named so far: Ann 2 negatives, 1 trump · Bram 1 negative · used up: No queens»; empty where nothing
    has been named, and once it is settled what is played: the score sheet shows it all the time."""
    words = sight.words
    so_far = named(sight.view) if sight.view.phase == "contract" else None
    if so_far is None:
        return ""
    parts: list[str] = []
    for seat, trumps in enumerate(so_far.trumps):
        negatives = so_far.negatives_of(seat)
        counts = [words.count("ledger.count-negatives", negatives)] if negatives else []
        counts += [words.count("ledger.count-trumps", trumps)] if trumps else []
        if counts:
            parts.append(words("ledger.by", name=sight.seats[seat].name, counts=", ".join(counts)))
    used_up = [
        phrases.contract_name(words, name)
        for name, by_seat in so_far.negatives.items()
        if sum(by_seat) >= MOST_OF_ONE_NEGATIVE
    ]
    if used_up:
        parts.append(words("ledger.used-up", contracts=", ".join(used_up)))
    return words("ledger.line", named=" · ".join(parts)) if parts else ""
