"""What a game was to its league, how a season ended, and who owes whom what."""

from __future__ import annotations

from typing import Final

from bot.leagues.model import Gain, League, ListedMember, SeasonFacts, TableOfLeague
from bot.leagues.season.report import Settlement
from bot.leagues.standings_words import LeagueNames, SeasonProgress, score_text, season_name
from bot.telling.phrases import TEXT_LONGEST, fitting, shorten
from bot.words.catalogue import Words, in_text

NAME_LONGEST: Final = 20
"""Of a member in a line of a phone's width, in letters."""


def counts_for(words: Words, of: TableOfLeague) -> str:
    """For which league, season and night a game counts, or that it does not."""
    league, season = in_text(of.league.name), in_text(season_name(words, of.season))
    if of.night is not None:
        return words("league.table.night", league=league, season=season, date=words.day(of.night.date))
    key = "league.table.free" if of.counts else "league.table.ignored"
    return words(key, league=league, season=season)


def gain_line(words: Words, gain: Gain) -> str:
    """«Ann +12, now 3rd (▲2)»."""
    name = in_text(shorten(gain.name, NAME_LONGEST))
    score = score_text(words, gain.score, signed=True)
    if gain.place is None:
        nights = words.number(gain.nights)
        return words.count("league.gain.unplaced", gain.minimum, name=name, score=score, nights=nights)
    place = words.ordinal(gain.place)
    if not gain.climbed:
        key = "league.gain.placed" if gain.climbed is None else "league.gain.still"
        return words(key, name=name, score=score, place=place)
    key = "league.gain.up" if gain.climbed > 0 else "league.gain.down"
    return words(key, name=name, score=score, place=place, by=words.number(abs(gain.climbed)))


def closing_text(
    words: Words,
    league: League,
    season: SeasonFacts,
    first: list[ListedMember],
    figures: tuple[SeasonProgress, int, int],
) -> str:
    """Who is champion, and what was played. ``first`` are the first lines of the standings; ``figures`` the
    nights, the games that count and the members with a line."""
    nights, games, members = figures
    title = words(
        "league.closed.title", league=in_text(league.name), season=in_text(season_name(words, season))
    )
    played = " · ".join(
        [
            words.count("standings.games", games),
            words.count("standings.nights", nights.held),
            words.count("standings.members", members),
        ]
    )
    return f"### {title}\n{_champions(words, first)}\n-# {played}"


def _champions(words: Words, first: list[ListedMember]) -> str:
    """Who is first, also where several are."""
    won = [one for one in first if one.place == 1]
    if not won:
        return words("league.closed.nobody")
    names = words.both(f"**{in_text(one.name)}**" for one in won)
    value = score_text(words, won[0].value)
    return words.count("league.closed.won", len(won), names=names, value=value)


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
