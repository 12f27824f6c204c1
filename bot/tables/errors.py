"""What a table refuses. Codes are translated where people are spoken to, never here."""

from __future__ import annotations

from typing import ClassVar, Final

from bot.errors import CodedError

CODES: Final = (
    # the table's state
    "no-such-table",
    "table-not-started",
    "already-started",
    "table-adjourned",
    "table-paused",  # adjourned by the program
    "table-waits",  # adjourned, nobody being there nor host
    "not-adjourned",
    "table-over",  # played to its end
    "table-closed",
    "table-time-up",  # robots play it to its end
    "table-veiled",  # other tables play the same cards
    "cannot-be-duplicate",  # its decks follow from play
    "cannot-cut-short",  # its deals do not each add up to 0
    "table-parked",  # its log no longer replays
    "game-not-over",
    "daily-veiled",  # others play the same deal of the day
    "daily-once",  # nobody plays the deal of a day again
    # people and seats
    "table-full",
    "private-table",  # in somebody's direct messages: nobody else sits there
    "already-seated",
    "not-seated",
    "not-host",
    "no-such-seat",
    "knows-cards",  # from another table that plays the same ones; details: seat where a game was to begin
    "saw-another-hand",  # of the deal in play
    "robot-seat-expected",
    "no-such-robot",
    "robot-unavailable",  # what makes it play cannot run on this machine
    "already-robot",
    "kept-out",  # is not to sit with somebody at that table
    "not-absent",
    "not-awaited",  # there is a host, who starts the game
    "absent",  # the robot keeps the seat until its owner is back
    "seats-empty",  # details: missing
    "only-robots",
    "too-many-seated",  # details: seated, players
    "too-many-tables",  # details: limit
    "already-opened",  # by the same interaction, delivered again
    # the game
    "not-your-turn",
    "illegal",  # details: reason
    "not-deal-end",
    "stale",
    "rest-not-certain",
    # among players
    "own-turn",
    "nobody-to-nudge",
    "already-nudged",
    "nudge-too-early",  # details: seconds
    "no-such-emote",
    "emote-too-early",  # details: seconds
    # leagues
    "season-closed",  # no table is opened in it any more
    "league-rules",  # the rules of a table of a league are the league's
    "league-players",  # so many cannot play by them; details: players
    "members-only",  # nobody but members of its league sits there
    "league-private",  # a private table is of no league
    # options
    "unknown-preset",  # details: preset
    "outdated-preset",  # details: name; a named one of rules there are no longer
    "wrong-player-count",  # details: players, allowed
    "bad-option",  # details: option, value, reason
    # the machinery
    "store-failed",
    "busy",
    "closing",
    "internal",
)


class TableError(CodedError):
    """A request that a table refuses, by one of ``CODES``."""

    sentences: ClassVar = "error."

    def __init__(self, code: str, /, **details: str) -> None:
        assert code in CODES, code
        super().__init__(code, **details)


class StaleAction(TableError):
    """The button belonged to an earlier state: to be answered with the fresh hand, without a word."""

    def __init__(self) -> None:
        super().__init__("stale")
