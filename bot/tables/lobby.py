"""Requests in the lobby: who plays, and what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine import registry
from bot.engine.errors import RuleViolation
from bot.tables.drafts import Draft, require_host, require_lobby, require_not_seated, seat_at, without_seat
from bot.tables.errors import TableError
from bot.tables.model import Pace, Seat, TableFacts
from bot.tables.names import clean_name, robot_name


def join(draft: Draft, user_id: int, name: str, press_id: int | None) -> Draft:
    """A person sits down in the lobby."""
    facts = draft.facts
    require_not_seated(facts, user_id)
    require_lobby(facts)
    if len(facts.seats) >= facts.players:
        raise TableError("table-full")
    seat = Seat(clean_name(name), user_id, press_id=press_id)
    return replace(draft, facts=replace(facts, seats=(*facts.seats, seat)))


def add_robot(draft: Draft, by: int) -> Draft:
    """The host sets a robot at the table."""
    facts = draft.facts
    require_lobby(facts)
    require_host(facts, by)
    if len(facts.seats) >= facts.players:
        raise TableError("table-full")
    seat = Seat(robot_name(seat.name for seat in facts.seats))
    return replace(draft, facts=replace(facts, seats=(*facts.seats, seat)))


def remove_robot(draft: Draft, by: int, number: int) -> Draft:
    """The host sends a robot away."""
    facts = draft.facts
    require_lobby(facts)
    require_host(facts, by)
    if seat_at(facts, number).user_id is not None:
        raise TableError("robot-seat-expected")
    return replace(draft, facts=without_seat(facts, number))


def set_preset(draft: Draft, by: int, preset: str) -> Draft:
    """The host chooses another preset. Where it is not for so many players it gets the nearest number it is
    for, with room for those who sit already if that can be."""
    facts = draft.facts
    require_lobby(facts)
    require_host(facts, by)
    allowed = players_of(preset)
    seated = len(facts.seats)
    players = min(allowed, key=lambda count: (count < seated, abs(count - facts.players), count))
    return replace(draft, facts=with_rules(facts, preset, players))


def set_players(draft: Draft, by: int, players: int) -> Draft:
    """The host chooses how many play."""
    require_lobby(draft.facts)
    require_host(draft.facts, by)
    return replace(draft, facts=with_rules(draft.facts, draft.facts.preset, players))


def with_rules(facts: TableFacts, preset: str, players: int) -> TableFacts:
    """The facts with another preset or number of players; options that do not fit them any longer go. Raises
    TableError ``unknown-preset``, ``wrong-player-count``, ``too-many-seated``."""
    allowed = players_of(preset)
    if players not in allowed:
        raise TableError("wrong-player-count", players=str(players), allowed=" ".join(map(str, allowed)))
    if len(facts.seats) > players:
        raise TableError("too-many-seated", seated=str(len(facts.seats)), players=str(players))
    options: dict[str, str] = {}
    for option, value in facts.options.items():
        try:
            options = registry.make_rules(preset, players, {**options, option: value}).changed
        except RuleViolation:
            continue
    return replace(facts, preset=preset, players=players, options=options)


def set_option(draft: Draft, by: int, option: str, value: str) -> Draft:
    """The host chooses the value of an option."""
    require_lobby(draft.facts)
    require_host(draft.facts, by)
    return replace(draft, facts=with_option(draft.facts, option, value))


def with_option(facts: TableFacts, option: str, value: str) -> TableFacts:
    """The facts with another value of an option; the preset's own is not kept. Raises TableError
    ``bad-option``."""
    try:
        rules = registry.make_rules(facts.preset, facts.players, {**facts.options, option: value})
    except RuleViolation as violation:
        reason = violation.reason or violation.code
        raise TableError("bad-option", option=option, value=value, reason=reason) from None
    return replace(facts, options=rules.changed)


def set_pace(draft: Draft, by: int, pace: Pace) -> Draft:
    """The host chooses how long a move may take."""
    require_lobby(draft.facts)
    require_host(draft.facts, by)
    return replace(draft, facts=replace(draft.facts, pace=pace))


def players_of(preset: str) -> Sequence[int]:
    """The numbers of players of a preset. Raises TableError ``unknown-preset``."""
    try:
        return registry.preset_named(preset).players
    except RuleViolation:
        raise TableError("unknown-preset", preset=preset) from None
