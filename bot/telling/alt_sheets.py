"""A score sheet in words, for ``alt``."""

from __future__ import annotations

from bot.pictures.values import ContractLedger, LedgerRow, ScoreSheet, SheetRow
from bot.telling import phrases
from bot.words.catalogue import Words


def sheet_sentences(words: Words, picture: ScoreSheet) -> list[str]:
    """What stands now, then what each player has named, then the deals, the latest first."""
    found = [picture.caption, picture.title, picture.subtitle]
    totals = [
        words("alt.score", name=name, points=total)
        for name, total in zip(picture.names, picture.totals, strict=True)
    ]
    found.append(words("alt.totals", scores=words.both(totals)))
    if picture.places:
        found.append(
            words(
                "alt.places",
                places=words.both(
                    words("alt.place", name=name, place=place)
                    for name, place in zip(picture.names, picture.places, strict=True)
                ),
            )
        )
    if picture.ledger:
        found += _ledger(words, picture.names, picture.ledger)
    played = [row for row in picture.rows if any(row.points)]
    found += [_row(words, picture.names, row) for row in reversed(played)]  # the latest deal first
    for row in picture.rows:
        if row.in_play:
            found.insert(1, words("alt.in-play", deal=_priced(words, row)))
    if to_come := [row for row in picture.rows if not any(row.points) and not row.in_play]:
        deals = words.both(_deal(words, row) for row in to_come)
        found.append(words("alt.to-come", deals=deals))
    costs = dict.fromkeys((row.label, row.cost) for row in picture.rows if row.cost and not row.in_play)
    return found + [words("alt.cost", deal=label, cost=cost) for label, cost in costs]


def _priced(words: Words, row: SheetRow) -> str:
    deal = _deal(words, row)
    return words("alt.cost", deal=deal, cost=row.cost) if row.cost else deal


def _row(words: Words, names: tuple[str, ...], row: SheetRow) -> str:
    facts = [_deal(words, row)]
    if row.dealer is not None:
        facts.append(words("alt.dealer", name=names[row.dealer]))
    if row.bidders:
        facts.append(words("alt.played-by", names=words.both(names[seat] for seat in row.bidders)))
    return words("alt.row", deal=", ".join(facts), points=" ".join(row.points), totals=" ".join(row.totals))


def _deal(words: Words, row: SheetRow) -> str:
    deal = words("alt.deal", number=row.number, label=row.label)
    return deal if row.trump is None else f"{deal}, {phrases.suit_name(words, row.trump)}"


def _ledger(words: Words, names: tuple[str, ...], ledger: ContractLedger) -> list[str]:
    """First how much each player has named and may still name, then who named which contract."""
    rows = sorted(ledger.rows, key=lambda row: not row.owed)
    return [ledger.title, *(_ledger_row(words, names, row) for row in rows)]


def _ledger_row(words: Words, names: tuple[str, ...], row: LedgerRow) -> str:
    if row.owed:
        marks = [
            words("alt.marked-of", name=name, number=words.number(named), most=words.number(named + owed))
            for name, named, owed in zip(names, row.named, row.owed, strict=True)
        ]
    else:
        marks = [
            words("alt.marked", name=name, number=words.number(named))
            for name, named in zip(names, row.named, strict=True)
            if named
        ]
    label = words("alt.ledger-left", label=row.label, left=row.left) if row.left else row.label
    return words("alt.ledger-row", label=label, marks=words.both(marks)) if marks else label
