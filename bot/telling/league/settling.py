"""A settlement in words (L19): written down, and nothing more."""

from __future__ import annotations

from bot.leagues.settlement import Settlement
from bot.telling.fitting import TEXT_LONGEST, fitting
from bot.telling.league.people import LeagueNames


def balance_lines(people: LeagueNames, settled: Settlement) -> list[str]:
    """«Ann: +2.50», the highest first."""
    words = people.words
    order = sorted(settled.balances, key=lambda person: (-settled.balances[person], person))
    amounts = {person: words.cents(settled.balances[person]) for person in order}
    return [
        words(
            "league.settlement.balance",
            name=people(person),
            amount=f"+{amounts[person]}" if settled.balances[person] > 0 else amounts[person],
        )
        for person in order
    ]


def payment_lines(people: LeagueNames, settled: Settlement) -> list[str]:
    """«Jan pays Ann 2.50»; that everybody is even where there is nothing to pay."""
    words = people.words
    lines = [
        words(
            "league.settlement.payment",
            payer=people(payer),
            payee=people(payee),
            amount=words.cents(cents),
        )
        for payer, payee, cents in settled.payments
    ]
    return lines or [words("league.settlement.even")]


def settlement_text(people: LeagueNames, settled: Settlement, longest: int = TEXT_LONGEST) -> str:
    """Payments first, then balances, as far as they fit; and that no money goes anywhere."""
    note = people.words("league.settlement.note")
    lines = [*payment_lines(people, settled), "", *balance_lines(people, settled)]
    return f"{fitting(lines, longest - len(note) - 1, '…', between=chr(10))}\n{note}"
