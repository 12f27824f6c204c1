"""Requests in the lobby: who plays, and what; and the lobbies that the program opens, on seats that are
given, for people who are waited for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.engine import registry
from bot.engine.errors import RuleViolation
from bot.engine.options import Rules
from bot.robots.kinds import ROBOT_KINDS, unavailable
from bot.tables import recovery
from bot.tables.drafts import (
    Draft,
    as_kind,
    require,
    require_host,
    require_lobby,
    require_not_seated,
    require_open_to,
    seat_at,
    seat_number,
    with_distinct_names,
    with_seat,
    without_seat,
)
from bot.tables.errors import TableError
from bot.tables.model import (
    NO_OPTIONS,
    UNFINISHED,
    Counting,
    Invited,
    NamedPreset,
    Newcomer,
    Origin,
    Pace,
    RobotPace,
    Seat,
    State,
    TableFacts,
    clean_name,
    robot_name,
)


def join(draft: Draft, who: Newcomer, press_id: int | None) -> Draft:
    """A person sits down in the lobby."""
    facts = draft.facts
    require_open_to(facts, who)
    require_not_seated(facts, who.user_id)
    require_lobby(facts)
    if len(facts.seats) >= facts.players:
        raise TableError("table-full")
    seat = Seat(clean_name(who.name), who.user_id, facts.robots, press_id=press_id)
    return replace(draft, facts=replace(facts, seats=with_distinct_names((*facts.seats, seat))))


def require_rematch(old: TableFacts, user_id: int) -> None:
    """Raises TableError saying why this person may not ask for a rematch of that game."""
    if old.state in UNFINISHED:
        raise TableError("game-not-over")
    require(old, State.FINISHED)
    seat_number(old, user_id)
    if old.is_daily:
        raise TableError("daily-once")


def rematch_of(
    old: TableFacts, host: Invited, commitment: str, now: float, counting: Counting | None
) -> TableFacts:
    """The lobby of another game like a finished one: its robots are there, its people are to come. Raises
    TableError where the program has no such rules any longer. A name that the program gave was for that one
    game, as the seats were, and a league's is for games that count in it, as ``counting`` says."""
    robots = tuple(Seat(seat.name, robot=seat.robot) for seat in old.seats if seat.user_id is None)
    facts = TableFacts(
        id=0,
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        host_id=host.user_id,
        preset=old.preset,
        players=old.players,
        commitment=commitment,
        created_at=now,
        pace=old.pace,
        robots=old.robots,
        robot_pace=old.robot_pace,
        venue=old.venue,
        title="" if old.seats_given or old.season_id is not None else old.title,
        seats=with_distinct_names((Seat(clean_name(host.name), host.user_id, old.robots), *robots)),
        rematch_of=old.id,
        interaction_id=host.press_id,
    )
    return in_league(with_options(with_rules(facts, old.preset, old.players), old.options), counting)


def in_league(facts: TableFacts, counting: Counting | None) -> TableFacts:
    """The facts of a new table, whose rules have been chosen, that counts in a season of a league; None for
    one that does not. A name that the program gave stays. Raises TableError ``league-private``."""
    if counting is None:
        return facts
    if facts.guild_id is None:
        raise TableError("league-private")
    return replace(
        facts,
        title=facts.title if facts.seats_given else clean_name(counting.league),
        season_id=counting.season_id,
        night=counting.night,
        members_only=counting.members_only,
    )


def add_robot(draft: Draft, by: int, kind: str | None = None) -> Draft:
    """The host sets a robot at the table: of the table's kind, unless they name another."""
    facts = draft.facts
    require_lobby(facts)
    require_host(facts, by)
    if kind is not None:
        _require_kind(kind)
    if len(facts.seats) >= facts.players:
        raise TableError("table-full")
    return replace(draft, facts=_with_robot(facts, kind or facts.robots))


def filled(draft: Draft) -> Draft:
    """Robots on all the seats that are free."""
    facts = draft.facts
    while len(facts.seats) < facts.players:
        facts = _with_robot(facts, facts.robots)
    return replace(draft, facts=facts)


def _with_robot(facts: TableFacts, kind: str) -> TableFacts:
    seat = Seat(robot_name(kind, (seat.name for seat in facts.seats)), robot=kind)
    return replace(facts, seats=(*facts.seats, seat))


def remove_robot(draft: Draft, by: int, number: int) -> Draft:
    """The host sends a robot away."""
    facts = draft.facts
    require_lobby(facts)
    require_host(facts, by)
    if seat_at(facts, number).user_id is not None:
        raise TableError("robot-seat-expected")
    return replace(draft, facts=without_seat(facts, number))


def set_preset(draft: Draft, by: int, preset: str | NamedPreset) -> Draft:
    """The host chooses another preset. A named one brings everything with it. Where a built-in one is not
    for so many players it gets the nearest number it is for, with room for those who sit already if that
    can be; what the host has changed stays where it fits, but what a named preset brought goes with it."""
    facts = draft.facts
    _require_rules_open(facts, by)
    if isinstance(preset, NamedPreset):
        return replace(draft, facts=with_named(facts, preset))
    if facts.title:
        facts = replace(facts, title="", options={})
    allowed = players_of(preset)
    seated = len(facts.seats)
    players = min(allowed, key=lambda count: (count < seated, abs(count - facts.players), count))
    return replace(draft, facts=with_rules(facts, preset, players))


def set_players(draft: Draft, by: int, players: int) -> Draft:
    """The host chooses how many play; at a table of a league so many that all its options hold."""
    before = draft.facts
    require_lobby(before)
    require_host(before, by)
    facts = with_rules(before, before.preset, players)
    if facts.season_id is not None and facts.options != before.options:
        raise TableError("league-players", players=str(players))
    return replace(draft, facts=facts)


def _require_rules_open(facts: TableFacts, by: int) -> None:
    """Raises TableError saying why this person may not choose by which rules is played."""
    require_lobby(facts)
    require_host(facts, by)
    if facts.season_id is not None:
        raise TableError("league-rules")


def with_preset(facts: TableFacts, preset: str | NamedPreset, options: Mapping[str, str]) -> TableFacts:
    """The facts of a new table with its rules. Raises TableError."""
    if isinstance(preset, NamedPreset):
        return with_named(facts, preset)
    return with_options(with_rules(facts, preset, facts.players), options)


def with_rules(facts: TableFacts, preset: str, players: int) -> TableFacts:
    """The facts with another preset or number of players; options that do not fit them any longer go. Raises
    TableError ``unknown-preset``, ``wrong-player-count``, ``too-many-seated``."""
    allowed = players_of(preset)
    if players not in allowed:
        few_to_many = "–".join(map(str, sorted({min(allowed), max(allowed)})))
        raise TableError("wrong-player-count", players=str(players), allowed=few_to_many)
    if len(facts.seats) > players:
        raise TableError("too-many-seated", seated=str(len(facts.seats)), players=str(players))
    options: dict[str, str] = {}
    for option, value in facts.options.items():
        try:
            options = registry.make_rules(preset, players, {**options, option: value}).changed
        except RuleViolation:
            continue
    return replace(facts, preset=preset, players=players, options=options or NO_OPTIONS)


def with_named(facts: TableFacts, named: NamedPreset) -> TableFacts:
    """The facts with the rules of a named preset. Raises TableError ``outdated-preset``,
    ``too-many-seated``."""
    options = rules_of(named).changed
    facts = with_rules(replace(facts, options={}), named.preset, named.players)
    return replace(facts, options=options or NO_OPTIONS, pace=named.pace, title=named.name)


def rules_of(named: NamedPreset) -> Rules:
    """The rules of a named preset. Raises TableError ``outdated-preset`` where the program has none like
    them any longer."""
    try:
        return registry.make_rules(named.preset, named.players, named.options)
    except RuleViolation:
        raise TableError("outdated-preset", name=named.name) from None


def reset(draft: Draft, by: int) -> Draft:
    """The host goes back to the rules of the built-in preset."""
    _require_rules_open(draft.facts, by)
    return replace(draft, facts=replace(draft.facts, options={}, title=""))


def set_option(draft: Draft, by: int, option: str, value: str) -> Draft:
    """The host chooses the value of an option."""
    _require_rules_open(draft.facts, by)
    return replace(draft, facts=with_options(draft.facts, {option: value}))


def with_options(facts: TableFacts, options: Mapping[str, str]) -> TableFacts:
    """The facts with other values of some options; the preset's own are not kept. Raises TableError
    ``bad-option``."""
    try:
        rules = registry.make_rules(facts.preset, facts.players, {**facts.options, **options})
    except RuleViolation as violation:
        option, _, value = violation.detail.partition("=")
        reason = violation.reason or violation.code
        raise TableError("bad-option", option=option, value=value, reason=reason) from None
    return replace(facts, options=rules.changed or NO_OPTIONS)


def set_pace(draft: Draft, by: int, pace: Pace) -> Draft:
    """The host chooses how long a move may take."""
    require_lobby(draft.facts)
    require_host(draft.facts, by)
    return replace(draft, facts=replace(draft.facts, pace=pace))


def set_robot_pace(draft: Draft, by: int, pace: RobotPace) -> Draft:
    """The host chooses how fast the robots play."""
    require_lobby(draft.facts)
    require_host(draft.facts, by)
    return replace(draft, facts=replace(draft.facts, robot_pace=pace))


def set_robots(draft: Draft, by: int, kind: str) -> Draft:
    """The host chooses how well the robots play: those that sit here, those to come, and those that stand in
    for people."""
    require_lobby(draft.facts)
    require_host(draft.facts, by)
    _require_kind(kind)
    seats = draft.facts.seats
    for number in range(len(seats)):
        seats = as_kind(seats, number, kind)
    return replace(draft, facts=replace(draft.facts, robots=kind, seats=seats))


def set_robot(draft: Draft, by: int, number: int, kind: str) -> Draft:
    """The host chooses how well the robot on one seat plays, whatever the others do."""
    facts = draft.facts
    require_lobby(facts)
    require_host(facts, by)
    _require_kind(kind)
    if seat_at(facts, number).user_id is not None:
        raise TableError("robot-seat-expected")
    return replace(draft, facts=replace(facts, seats=as_kind(facts.seats, number, kind)))


def _require_kind(kind: str) -> None:
    """Raises TableError ``no-such-robot``, ``robot-unavailable``."""
    if kind not in ROBOT_KINDS:
        raise TableError("no-such-robot")
    if unavailable(kind) is not None:
        raise TableError("robot-unavailable")


def players_of(preset: str) -> Sequence[int]:
    """The numbers of players of a preset. Raises TableError ``unknown-preset``."""
    try:
        return registry.preset_named(preset).players
    except RuleViolation:
        raise TableError("unknown-preset", preset=preset) from None


def from_origin(facts: TableFacts, origin: Origin | None) -> TableFacts:
    """The facts of a new table whose cards other tables play too. Raises TableError
    ``cannot-be-duplicate``."""
    if origin is None:
        return facts
    if not recovery.can_be_duplicate(recovery.rules_of(facts)):
        raise TableError("cannot-be-duplicate")
    seats = tuple(replace(seat, press_id=None) for seat in facts.seats)
    return replace(facts, seats=seats, press_ids=origin.press_ids, duplicate=True, veiled=True)


def given_seats(invited: Sequence[Invited | None], robots: str) -> tuple[Seat, ...]:
    """A seat for each, clockwise; None is a robot's, of that kind. Raises TableError ``no-such-robot``,
    ``already-seated`` for a person who is there twice, ``only-robots``."""
    if robots not in ROBOT_KINDS:
        raise TableError("no-such-robot")
    people = [one.user_id for one in invited if one is not None]
    if not people:
        raise TableError("only-robots")
    if len(set(people)) < len(people):
        raise TableError("already-seated")
    taken = [clean_name(one.name) for one in invited if one is not None]
    seats: list[Seat] = []
    for one in invited:
        if one is None:
            taken.append(robot_name(robots, taken))
            seats.append(Seat(taken[-1], robot=robots))
        else:
            name = clean_name(one.name)
            seats.append(Seat(name, one.user_id, robots, ready=one.is_here, press_id=one.press_id))
    return tuple(seats)


def given(
    facts: TableFacts,
    name: str,
    preset: str | NamedPreset,
    options: Mapping[str, str],
    counting: Counting | None,
) -> TableFacts:
    """The facts of a new table, whose seats are given, with its name and its rules. Raises TableError."""
    seated = len(facts.seats)
    facts = replace(with_preset(facts, preset, options), seats_given=True, title=clean_name(name))
    if seated < facts.players:
        raise TableError("seats-empty", missing=str(facts.players - seated))
    return in_league(facts, counting)


def here(draft: Draft, user_id: int, press_id: int) -> Draft:
    """A person says that they are there to play, by a press that takes part in the decks. Saying so again
    changes nothing."""
    facts = draft.facts
    number = seat_number(facts, user_id)
    require_lobby(facts)
    if not facts.seats_given:
        raise TableError("not-awaited")
    seat = facts.seats[number]
    if seat.ready:
        return draft
    press = None if facts.duplicate else press_id
    return replace(draft, facts=with_seat(facts, number, replace(seat, ready=True, press_id=press)))
