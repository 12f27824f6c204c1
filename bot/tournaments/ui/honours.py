"""How a tournament ends for everybody, and what somebody keeps of it: values of pictures (T7, T8). Pure."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby

from bot.leagues.standings_words import rounded, score_text
from bot.pictures.stat_values import Certificate, TournamentPodium
from bot.pictures.style import STANDARD, CardStyle
from bot.telling.honours import Earned, Placed, certificate, tournament_podium
from bot.tournaments.ui.panel import TournamentView
from bot.words.catalogue import Words


def podium_of(view: TournamentView) -> TournamentPodium | None:
    """The first three places and the best team; None where nobody has a place."""
    words, held = view.words, view.held
    if not held.final:
        return None
    placed = [
        Placed(place, [held.called(one.person) for one in level], _points(words, level[0].total))
        for place, each in groupby(held.final, key=lambda one: one.place)
        if (level := [*each])
    ]
    best = next(iter(held.teams), None)
    team = None if best is None else (best.team, _points(words, best.sum))
    date = words.full_date(view.plan.begins.date())
    return tournament_podium(words, view.league.name, date, placed, team)


def certificate_of(view: TournamentView, style: CardStyle = STANDARD) -> Certificate | None:
    """What the reader has reached, with what all their rounds came to; None where they have no place."""
    words, held = view.words, view.held
    mine = next((one for one in held.final if one.person == view.own), None)
    if mine is None:
        return None
    rounds = held.rounds_of(mine.person)
    earned = Earned(
        name=held.called(mine.person),
        place=mine.place,
        of=len(held.final),
        points=score_text(words, sum(rounds, Fraction())),
        rounds=len(rounds),
        shared=sum(one.place == mine.place for one in held.final) > 1,
        team=held.team_of(mine.person),
    )
    date = words.full_date(view.plan.begins.date())
    return certificate(words, view.league.name, date, earned, style)


def _points(words: Words, value: Fraction) -> str:
    """«182 points»; of a score with a fraction no language says so in one word for all."""
    whole = int(rounded(value))
    return words.count("count.points", whole) if whole == rounded(value) else score_text(words, value)
