"""How values become rows and back: the one place that knows both. Columns have the names of the fields."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from bot.engine.cards import CARD_NAMES, CARD_OF_NAME, SUIT_LETTERS
from bot.engine.game import DealResult
from bot.tables.model import NamedPreset, Pace, Seat, State, TableFacts
from bot.tables.ports import LogEntry
from bot.ui.ports import Kind, Player, Posting
from bot.ui.preferences import Preferences
from bot.ui.server_settings import ServerSettings

Parameters = Mapping[str, Any]
"""Values for the named parameters of a statement."""


def of_facts(facts: TableFacts) -> Parameters:
    """The row of ``tables``; the seats have rows of their own."""
    return {
        "id": facts.id,
        "guild_id": facts.guild_id,
        "channel_id": facts.channel_id,
        "host_id": facts.host_id,
        "preset": facts.preset,
        "options": json.dumps(dict(facts.options), ensure_ascii=False),
        "players": facts.players,
        "pace": facts.pace.value,
        "title": facts.title,
        "robots": facts.robots,
        "secret": facts.secret,
        "press_ids": json.dumps(facts.press_ids),
        "gone": json.dumps(dict(facts.gone)),
        "state": facts.state.value,
        "first_dealer": facts.first_dealer,
        "seq": facts.seq,
        "turn": facts.turn,
        "deadline": facts.deadline,
        "created_at": facts.created_at,
        "started_at": facts.started_at,
        "ended_at": facts.ended_at,
        "notice": facts.notice,
        "turn_at": facts.turn_at,
        "nudged": facts.nudged,
        "rematch_of": facts.rematch_of,
    }


def to_facts(row: sqlite3.Row, seats: Sequence[Seat]) -> TableFacts:
    """A table from its row and its seats in order."""
    return TableFacts(
        id=row["id"],
        guild_id=row["guild_id"],
        channel_id=row["channel_id"],
        host_id=row["host_id"],
        preset=row["preset"],
        options=json.loads(row["options"]),
        players=row["players"],
        pace=Pace(row["pace"]),
        title=row["title"],
        robots=row["robots"],
        secret=row["secret"],
        press_ids=tuple(json.loads(row["press_ids"])),
        gone={int(user_id): seat for user_id, seat in json.loads(row["gone"]).items()},
        seats=tuple(seats),
        state=State(row["state"]),
        first_dealer=row["first_dealer"],
        seq=row["seq"],
        turn=row["turn"],
        deadline=row["deadline"],
        created_at=row["created_at"],
        started_at=row["started_at"],
        ended_at=row["ended_at"],
        notice=row["notice"],
        turn_at=row["turn_at"],
        nudged=bool(row["nudged"]),
        rematch_of=row["rematch_of"],
    )


def of_preset(preset: NamedPreset) -> Parameters:
    """The row of ``presets``."""
    return {
        "guild_id": preset.guild_id,
        "key": preset.key,
        "name": preset.name,
        "preset": preset.preset,
        "players": preset.players,
        "options": json.dumps(dict(preset.options), ensure_ascii=False),
        "pace": preset.pace.value,
    }


def to_preset(row: sqlite3.Row) -> NamedPreset:
    """A named preset from its row."""
    return NamedPreset(
        guild_id=row["guild_id"],
        name=row["name"],
        preset=row["preset"],
        players=row["players"],
        options=json.loads(row["options"]),
        pace=Pace(row["pace"]),
    )


def of_seat(table_id: int, number: int, seat: Seat) -> Parameters:
    """The row of ``seats``."""
    return {
        "table_id": table_id,
        "seat": number,
        "name": seat.name,
        "user_id": seat.user_id,
        "robot": seat.robot,
        "absent": seat.absent,
        "missed": seat.missed,
        "ready": seat.ready,
        "press_id": seat.press_id,
        "queued": None if seat.queued is None else CARD_NAMES[seat.queued],
        "plays_forced": seat.plays_forced,
    }


def to_seat(row: sqlite3.Row) -> Seat:
    """A seat from its row."""
    return Seat(
        name=row["name"],
        user_id=row["user_id"],
        robot=row["robot"],
        absent=bool(row["absent"]),
        missed=row["missed"],
        ready=bool(row["ready"]),
        press_id=row["press_id"],
        queued=None if row["queued"] is None else CARD_OF_NAME[row["queued"]],
        plays_forced=bool(row["plays_forced"]),
    )


def of_entry(table_id: int, entry: LogEntry) -> Parameters:
    """The row of ``log``."""
    return {
        "table_id": table_id,
        "seq": entry.seq,
        "line": entry.line,
        "at": entry.at,
        "user_id": entry.user_id,
    }


def to_entry(row: sqlite3.Row) -> LogEntry:
    """An input from its row."""
    return LogEntry(seq=row["seq"], line=row["line"], at=row["at"], user_id=row["user_id"])


def of_deal(table_id: int, attempt: int, deal: DealResult, last: LogEntry) -> Parameters:
    """The row of ``deals``. ``last`` is the last input of the step that ended the deal."""
    return {
        "table_id": table_id,
        "attempt": attempt,
        "deal": deal.deal,
        "dealer": deal.dealer,
        "contract": deal.contract,
        "trump": None if deal.trump is None else SUIT_LETTERS[deal.trump],
        "thrown_in": deal.points is None,
        "seq": last.seq,
        "ended_at": last.at,
    }


def of_posting(posting: Posting) -> Parameters:
    """The row of ``postings``."""
    return {
        "nonce": posting.nonce,
        "table_id": posting.table_id,
        "kind": posting.kind.value,
        "about": posting.about,
        "channel_id": posting.channel_id,
        "begun_at": posting.begun_at,
        "message_id": posting.message_id,
    }


def to_posting(row: sqlite3.Row) -> Posting:
    """A message from its row."""
    return Posting(
        nonce=row["nonce"],
        table_id=row["table_id"],
        kind=Kind(row["kind"]),
        about=row["about"],
        channel_id=row["channel_id"],
        begun_at=row["begun_at"],
        message_id=row["message_id"],
    )


def of_player(player: Player) -> Parameters:
    """The row of ``players``."""
    return {
        "user_id": player.user_id,
        "name": player.name,
        "locale": player.locale,
        "dm_channel_id": player.dm_channel_id,
        "dm_closed": player.dm_closed,
        "dm_checked_at": player.dm_checked_at,
        "preferences": json.dumps(player.preferences.stored(), ensure_ascii=False),
    }


def to_player(row: sqlite3.Row) -> Player:
    """A person from their row."""
    return Player(
        user_id=row["user_id"],
        name=row["name"],
        locale=row["locale"],
        dm_channel_id=row["dm_channel_id"],
        dm_closed=bool(row["dm_closed"]),
        dm_checked_at=row["dm_checked_at"],
        preferences=Preferences.read(json.loads(row["preferences"])),
    )


def of_guild(guild_id: int, settings: ServerSettings) -> Parameters:
    """The row of ``guilds``."""
    return {"guild_id": guild_id, "settings": json.dumps(settings.stored(), ensure_ascii=False)}


def to_guild(row: sqlite3.Row) -> ServerSettings:
    """A server's settings from their row."""
    return ServerSettings.read(json.loads(row["settings"]))
