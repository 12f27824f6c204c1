"""The panels of a tournament of 64, at each moment and as long as they get, in somebody's words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from bot.discordkit.panel import Drawing, picture
from bot.leagues.season.model import Holder, SeatKind
from bot.pictures.painter import render
from bot.telling.alt import alt_text
from bot.tournaments.held import TEAMS, Held
from bot.tournaments.model import Cut, Entrant, Group, Stage, Tournament, TournamentGame, TournamentSettings
from bot.tournaments.plan import StageSeries, TournamentFacts, TournamentPlan
from bot.tournaments.played import TIES
from bot.tournaments.service import GroupNight
from bot.tournaments.ui import files, honours, panel
from bot.tournaments.ui.files import TournamentFile
from bot.tournaments.ui.panel import TournamentView
from bot.words.catalogue import Words
from tests.panels.night_after import LEAGUE, name

Case = Callable[[Words], Iterable[Drawing]]

LONG_NAME: Final = "Herfsttornooi van Kaartclub De Vrolijke Heer"
PEOPLE: Final = 64
STAGES: Final = (Stage(3, Cut(32, 16, winners=True, carry=True)), Stage(1, Cut(8, 8)), Stage(1))
PLAN: Final = TournamentPlan("2026-11-21T14:00", STAGES, team=3, minutes=90, room=PEOPLE, channels=(10**18,))
FACTS: Final = TournamentFacts(
    7, 10**18, 9, "seed", PLAN, (StageSeries(1), StageSeries(2, 3), StageSeries(4, 5)), 1_790_000_000.0
)
NIGHTS: Final = [GroupNight(1, 10**18, 1_790_000_000.0, 1, 3, is_over=True)]


def _games(stage: int, group: Group, rounds: int, people: range) -> Iterator[TournamentGame]:
    """Tables of four that sit together in each round, with scores that are level now and then."""
    for number in range(1, rounds + 1):
        for first in people[::4]:
            seats = range(first, first + 4)
            points = tuple(3 * (seat % 7) - 2 * number for seat in seats)
            holders = tuple(Holder(SeatKind.MEMBER, str(seat)) for seat in seats)
            yield TournamentGame(f"{stage}{group}{number}-{first}", stage, group, number, holders, points)


@cache
def _held(facts: TournamentFacts) -> Held:
    """Each stage is played by who got through to it."""
    made = Tournament(
        "seed",
        TournamentSettings(ties=TIES, team=3),
        tuple(Entrant(str(one), name(one), f"Kaartclub nummer {one % 9}") for one in range(PEOPLE)),
        STAGES,
        tuple(_games(0, Group.MAIN, 3, range(PEOPLE))),
    )
    accounts = {str(one): one + 1 for one in range(PEOPLE)}
    for stage in (1, 2):
        for group in Group:
            through = Held(facts, made, accounts).through(stage - 1, group)
            games = _games(stage, group, 1, range(len(through)))
            told = [
                replace_holders(game, [str(through[int(one.id)] - 1) for one in game.holders])
                for game in games
            ]
            made = replace(made, games=(*made.games, *told))
    return Held(facts, made, accounts)


def replace_holders(game: TournamentGame, ids: list[str]) -> TournamentGame:
    return game._replace(holders=tuple(Holder(SeatKind.MEMBER, one) for one in ids))


def view(words: Words, facts: TournamentFacts = FACTS) -> TournamentView:
    league = replace(LEAGUE, name=LONG_NAME)
    return TournamentView(words, facts, league, _held(facts), NIGHTS, "5", organises=True)


def planned(words: Words) -> TournamentView:
    """One that is not announced."""
    return replace(view(words, replace(FACTS, groups=(), ended_at=None)), nights=())


def played(words: Words) -> TournamentView:
    """One whose first stage is over."""
    return view(words, replace(FACTS, groups=FACTS.groups[:1], ended_at=None))


def _shown(words: Words) -> Iterator[Drawing]:
    yield panel.show(planned(words))
    entering = [replace_night(round=0), replace_night(round=0)]
    yield panel.show(replace(played(words), nights=entering))
    for one in (played(words), view(words)):
        for shown in ("", "0main", "1small", TEAMS):
            for leaf in (0, 1, 99):
                yield panel.show(replace(one, shown=shown, leaf=leaf))


def replace_night(**others: int) -> GroupNight:
    return replace(NIGHTS[0], is_over=False, **others)


def _managed(words: Words) -> Iterator[Drawing]:
    for opened in ("", panel.STARTS, panel.COUNT, "0", *panel.CHOSEN):
        yield panel.manage(replace(planned(words), opened=opened))
        yield panel.manage(replace(played(words), opened=opened))
    yield panel.manage(view(words))


def _ended(words: Words) -> Iterator[Drawing]:
    value = honours.podium_of(view(words))
    assert value is not None
    yield panel.result(view(words), picture(panel.PODIUM, alt_text(words, value), render(value)))


def _kept(words: Words) -> Iterator[Drawing]:
    value = honours.certificate_of(view(words))
    assert value is not None
    yield panel.kept(view(words), value, render(value))
    yield panel.kept(view(words), value, b"")


TOURNAMENT_DRAWINGS: Final[Mapping[str, Case]] = {
    "bot.tournaments.ui.panel.show": _shown,
    "bot.tournaments.ui.panel.manage": _managed,
    "bot.tournaments.ui.panel.cut": lambda words: [
        panel.cut(replace(played(words), leaf=leaf)) for leaf in (0, 1, 99)
    ],
    "bot.tournaments.ui.panel.withdrawing": lambda words: [panel.withdrawing(played(words))],
    "bot.tournaments.ui.panel.result": _ended,
    "bot.tournaments.ui.panel.kept": _kept,
    "bot.tournaments.ui.files.menu": lambda words: [files.menu(view(words)), files.menu(played(words))],
    "bot.tournaments.ui.files.given": lambda words: [
        files.given(words, kind, f"{kind}.x", b"x") for kind in TournamentFile
    ],
}
"""By the path of what makes them."""
