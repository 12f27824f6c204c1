"""What ``python -m bot stats`` has to print (S1 to S9)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.stats.reference import whist
from tests.stats.reference.reading import Broken, Deal, Played, hands, read

Line = dict[str, Any]

PENALTIES = (
    "tricks",
    "hearts",
    "kings-jacks",
    "jacks",
    "queens",
    "king-of-hearts",
    "last-two",
    "seventh-last",
    "eralash",
)
"""The negative contracts as notation.md names them."""
NAME_TWICE = "twice-at-table"
"""Somebody who sits twice at a table, as leagues.md calls it elsewhere; S names no code."""


def stats_of(records: Mapping[str, bytes], preset: str | None = None) -> list[Line]:
    """The lines for these records, by the names of their files: errors in the order of the records, then a
    line a player, by name."""
    return stats_of_each(records.items(), preset)


def stats_of_each(records: Iterable[tuple[str, bytes]], preset: str | None = None) -> list[Line]:
    """``stats_of`` for records of which some may have the same name."""
    errors: list[Line] = []
    games: list[Played] = []
    for name, data in records:
        try:
            game = read(data)
        except Broken as broken:
            errors.append({"error": broken.code, "record": name})
            continue
        if game is None:
            continue
        if len(set(game.names.values())) < len(game.names):
            errors.append({"error": NAME_TWICE, "record": name})
        elif game.finished and preset in (None, game.preset):
            games.append(game)
    return [*errors, *lines_of(games)]


def lines_of(games: Sequence[Played]) -> list[Line]:
    """A line a player of these games, all finished, by name; seats without a name do not count."""
    players = sorted({name for game in games for name in game.names.values()})
    return [_line(player, games) for player in players]


def _line(player: str, games: Sequence[Played]) -> Line:
    """S2 to S9 of one player."""
    line: Line = {
        "player": player,
        "games": 0,
        "places": {},
        "points": 0,
        "deals": 0,
        "contracts": {},
        "dealer": {"deals": 0, "points": 0},
        "chosen": {},
        "seats": {},
        "against": {},
        "whist": {},
    }
    for game in games:
        for seat, name in game.names.items():
            if name == player:
                _count_game(line, game, seat)
                for deal in game.scored:
                    _count_deal(line, game, deal, seat)
    return line


def _count_game(line: Line, game: Played, seat: int) -> None:
    """S2, S6, S7."""
    points, places = game.points, game.places
    line["games"] += 1
    line["points"] += points[seat]
    _add(line["places"], str(places[seat]))
    _add_up(line["seats"], str((seat - game.dealer) % game.players), games=1, points=points[seat])
    for other, name in game.names.items():
        if other != seat:
            _add_up(
                line["against"],
                name,
                games=1,
                before=int(places[seat] < places[other]),
                points=points[seat] - points[other],
            )


def _count_deal(line: Line, game: Played, deal: Deal, seat: int) -> None:
    """S3, S4, S5, S8, S9."""
    assert deal.points is not None
    points, tricks = deal.points[seat], deal.tricks[seat]
    line["deals"] += 1
    contract = contract_name(game, deal)
    before = line["contracts"].get(contract)
    _add_up(line["contracts"], contract, deals=1, points=points, tricks=tricks)
    kept = line["contracts"][contract]
    kept["best"] = points if before is None else max(before["best"], points)
    kept["worst"] = points if before is None else min(before["worst"], points)
    if deal.dealer == seat:
        line["dealer"]["deals"] += 1
        line["dealer"]["points"] += points
    for speaker, text in deal.said:
        if speaker == seat and text.split()[0] in ("contract", "trump"):
            _add_up(line["chosen"], text.removeprefix("contract "), deals=1, points=points)
    if game.family == "whist":
        _count_whist(line, game, deal, seat)


def _count_whist(line: Line, game: Played, deal: Deal, seat: int) -> None:
    """S8."""
    assert deal.points is not None
    contract = whist_contract(game, deal)
    if seat in contract.side:
        made = whist.made(game.preset, contract, deal.said, deal.tricks)[contract.side.index(seat)]
        _add_up(
            line["whist"], contract.name, bid=1, made=int(made), lost=int(not made), points=deal.points[seat]
        )


def contract_name(game: Played, deal: Deal) -> str:
    """S3: what a deal counts as."""
    if game.family == "whist":
        return whist_contract(game, deal).name
    if deal.contract.removeprefix("take-") in PENALTIES:
        return deal.contract
    return "trump"


def whist_contract(game: Played, deal: Deal) -> whist.Contract:
    """The contract of a deal of Colour Whist that was scored."""
    contract = whist.contract_of(game.preset, deal.said, hands(game, deal), game.options)
    assert contract is not None
    return contract


def _add(counts: dict[str, int], key: str) -> None:
    counts[key] = counts.get(key, 0) + 1


def _add_up(sums: dict[str, dict[str, int]], key: str, **values: int) -> None:
    kept = sums.setdefault(key, dict.fromkeys(values, 0))
    for name, value in values.items():
        kept[name] = kept.get(name, 0) + value
