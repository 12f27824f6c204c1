"""A season in words: what it is played for, what a game was to it, how it ended, and who owes whom what.

Names of settings and values are those of the season file, with hyphens in keys of the catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from bot.leagues.model import Gain, League, ListedMember, SeasonFacts, TableOfLeague
from bot.leagues.season.report import Settlement
from bot.leagues.season.settings import LEGAL, TABLES, PlacePoints, SeasonSettings, preset_of
from bot.leagues.standings_words import LeagueNames, SeasonProgress, exact_text, score_text, season_name
from bot.telling.phrases import TEXT_LONGEST, fitting, shorten
from bot.words.catalogue import Words, in_text

_TEN: Final = Fraction(10)
_FOUR: Final = 4

Levels = Mapping[int, Fraction]


def setting_name(words: Words, name: str) -> str:
    """What a setting is called."""
    return words(f"league.setting.{_hyphened(name)}")


def setting_about(words: Words, name: str) -> str:
    """What a setting is about, in one sentence."""
    return words(f"league.setting.{_hyphened(name)}.about")


def preset_name(words: Words, settings: SeasonSettings) -> str:
    """What the preset is called that these settings are; «own settings» where they are none."""
    return words(f"league.preset.{preset_of(settings) or 'own'}")


def preset_about(words: Words, preset: str) -> str:
    """What a preset makes of a season, in one sentence."""
    return words(f"league.preset.{preset}.about")


def setting_value(words: Words, name: str, value: Any) -> str:  # noqa: ANN401 - of the setting's own type
    """A value of a setting, short enough for a button: «best 8 nights»."""
    match name, value:
        case "place_points", _:
            return " · ".join(_numbers(words, value[seats]) for seats in TABLES)
        case "ties", ():
            return words("league.value.ties.none")
        case "ties", _:
            return ", ".join(words(f"league.tie.{_hyphened(tie)}") for tie in value)
        case "best", int():
            return words.count("league.value.best", value)
        case "minimum", int():
            return words.count("league.value.minimum", value) if value else words("league.value.minimum.none")
        case "stake", int():
            return words.count("league.value.stake", value) if value else words("league.value.stake.none")
        case _, str():
            return words(f"league.value.{name}.{_hyphened(value)}")
        case _:
            return exact_text(words, value)


def setting_sentence(words: Words, settings: SeasonSettings, name: str, levels: Levels) -> str:
    """What a setting's value does, with an example. ``levels`` are the season's factors (L6), empty where the
    game offers none."""
    value = getattr(settings, name)
    match name, value:
        case "place_points", _:
            return _place_points(words, value)
        case "level", "yes":
            return _level(words, levels)
        case "ties", _:
            return _ties(words, value)
        case "best", int():
            return words.count("league.example.best", value, nights=words.number(value + 2))
        case "minimum", _:
            return _minimum(words, value)
        case "stake", _:
            return _stake(words, value)
        case "score", _:
            return _score(words, settings)
        case _, str():
            return words(f"league.example.{name}.{_hyphened(value)}")
        case _:
            return words(f"league.example.{name}.number", number=exact_text(words, value))


def sentences(words: Words, settings: SeasonSettings, levels: Levels) -> list[str]:
    """What a season is played for, a sentence for each setting that bears on it."""
    left_out = {"place_points"} if settings.score == "points" else set[str]()
    if settings.score == "places":
        left_out.add("level")
    return [setting_sentence(words, settings, name, levels) for name in LEGAL if name not in left_out]


def _score(words: Words, settings: SeasonSettings) -> str:
    row = settings.place_points[_FOUR]
    return words(
        f"league.example.score.{settings.score}",
        first=exact_text(words, row[0]),
        last=exact_text(words, row[-1]),
        both=exact_text(words, row[0] + 12),
    )


def _place_points(words: Words, rows: PlacePoints) -> str:
    lines = [
        words("league.places.row", players=words.number(seats), numbers=_numbers(words, rows[seats]))
        for seats in TABLES
    ]
    mean = (rows[_FOUR][0] + rows[_FOUR][1]) / 2
    return words("league.example.place-points", rows=words.both(lines), mean=exact_text(words, mean))


def _level(words: Words, levels: Levels) -> str:
    if not levels:
        return words("league.level.none")
    factors = [
        words(
            "league.level.factor",
            players=words.number(players),
            factor=exact_text(words, factor),
            ten=score_text(words, factor * _TEN, signed=True),
        )
        for players, factor in sorted(levels.items())
    ]
    return words("league.example.level.yes", factors=words.both(factors))


def _ties(words: Words, ties: tuple[str, ...]) -> str:
    if not ties:
        return words("league.example.ties.none")
    names = ", ".join(words(f"league.tie.{_hyphened(tie)}") for tie in ties)
    return words("league.example.ties", ties=names)


def _minimum(words: Words, nights: int) -> str:
    if not nights:
        return words("league.example.minimum.none")
    return words.count("league.example.minimum", nights)


def _stake(words: Words, stake: int) -> str:
    if not stake:
        return words("league.example.stake.none")
    return words.count("league.example.stake", stake, amount=words.cents(20 * stake))


def _numbers(words: Words, row: tuple[Fraction, ...]) -> str:
    """«90/60/30/0»; with spaces where one of them is a fraction itself."""
    numbers = [exact_text(words, one) for one in row]
    return (" / " if any("/" in one for one in numbers) else "/").join(numbers)


def _hyphened(name: str) -> str:
    return name.replace("_", "-")


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
