"""Whether the values of a tournament hold together."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator

from bot.leagues.season.model import MEMBER
from bot.leagues.season.settings import TABLES
from bot.tournaments.model import Tournament, TournamentFault, TournamentGame
from bot.tournaments.ranking import rankings


def first_fault(tournament: Tournament) -> TournamentFault | None:
    """What does not hold together; None where all of it does. ``not-through`` is what a correction or a
    withdrawal has made of what stands (T5)."""
    return next(_faults(tournament), None)


def _faults(tournament: Tournament) -> Iterator[TournamentFault]:
    """In an order in which each may rely on those before it not being there."""
    people = {one.id for one in tournament.people}
    yield from [
        TournamentFault("shape", (name,)) for name in ("people", "stages") if not getattr(tournament, name)
    ]
    yield from _again("people", [one.id for one in tournament.people], "id")
    yield from _again("games", [one.id for one in tournament.games], "id")
    for at, one in enumerate(tournament.withdrawn):
        if one.player not in people:
            yield TournamentFault("unknown-id", ("withdrawn", at, "player"))
        if one.after not in range(len(tournament.stages)):
            yield TournamentFault("unknown-id", ("withdrawn", at, "after"))
    yield from _again("withdrawn", [one.player for one in tournament.withdrawn], "player")
    for at, bye in enumerate(tournament.byes):
        if bye.player not in people:
            yield TournamentFault("unknown-id", ("byes", at, "player"))
        yield from _in_time(tournament, bye.stage, bye.round, "byes", at)
    moments = [(one.stage, one.round, one.player) for one in tournament.byes]
    yield from _again("byes", moments, "player")
    for at, game in enumerate(tournament.games):
        yield from _in_time(tournament, game.stage, game.round, "games", at)
        yield from _at_table(game, people, at)
    yield from _twice_in_round(tournament, people)
    yield from _not_through(tournament, people)


def _again(name: str, keys: Iterable[Hashable], field: str) -> Iterator[TournamentFault]:
    """What is the same as an earlier one."""
    seen: set[Hashable] = set()
    for at, key in enumerate(keys):
        if key in seen:
            yield TournamentFault("same-id", (name, at, field))
        seen.add(key)


def _in_time(tournament: Tournament, stage: int, round: int, *path: str | int) -> Iterator[TournamentFault]:
    """A stage, and a round of it, that there are not."""
    if stage not in range(len(tournament.stages)):
        yield TournamentFault("unknown-id", (*path, "stage"))
    if not 1 <= round <= tournament.stages[stage].rounds:
        yield TournamentFault("shape", (*path, "round"))


def _at_table(game: TournamentGame, people: set[str], at: int) -> Iterator[TournamentFault]:
    """What is wrong with the seats of a game."""
    players = [holder.id for holder in game.holders if holder.kind is MEMBER]
    if len(game.holders) not in TABLES or not players:
        yield TournamentFault("shape", ("games", at, "seats"))
    for seat, holder in enumerate(game.holders):
        if holder.kind is MEMBER and holder.id not in people:
            yield TournamentFault("unknown-id", ("games", at, "seats", seat, holder.kind))
    seated = [holder.id for holder in game.holders if holder.is_person]
    if len({*seated}) < len(seated):
        yield TournamentFault("twice-at-table", ("games", at, "seats"))


def _seated(
    tournament: Tournament, people: set[str]
) -> Iterator[tuple[TournamentGame, str, tuple[str | int, ...]]]:
    """Where people of the field sit, as guests too: game, person, and the path of who holds the seat."""
    for at, game in enumerate(tournament.games):
        for seat, holder in enumerate(game.holders):
            if holder.is_person and holder.id in people:
                yield game, holder.id, ("games", at, "seats", seat, holder.kind)


def _twice_in_round(tournament: Tournament, people: set[str]) -> Iterator[TournamentFault]:
    taken = {(one.stage, one.round, one.player) for one in tournament.byes}
    for game, player, path in _seated(tournament, people):
        moment = (game.stage, game.round, player)
        if moment in taken:
            yield TournamentFault("twice-in-round", path)
        taken.add(moment)


def _not_through(tournament: Tournament, people: set[str]) -> Iterator[TournamentFault]:
    there = [stage.people for stage in rankings(tournament)]
    everybody = [{player for _, player in each} for each in there]
    for at, bye in enumerate(tournament.byes):
        if bye.player not in everybody[bye.stage]:
            yield TournamentFault("not-through", ("byes", at, "player"))
    for game, player, path in _seated(tournament, people):
        if (game.group, player) not in there[game.stage]:
            yield TournamentFault("not-through", path)
