"""What whoever hosts the bot is shown, as on a bad day and on a good one, in their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from bot.cells.model import Everywhere
from bot.discordkit.panel import Drawing
from bot.ops.findings import ExaminedPart, Finding, Severity
from bot.ops.ui import admin
from bot.ops.ui.admin import Status
from bot.ops.upkeep import REASONS, BackupState, Failed, MadeBackup, Stock
from bot.tables.model import State
from bot.watch.health import Answers, LoadNow, Shard, Storing, Vitals
from bot.words.catalogue import Words

Case = Callable[[Words], Iterable[Drawing]]

NOW: Final = 1_795_000_000.0
BUSY: Final = Vitals(
    NOW,
    up_for=123_456.0,
    is_ready=True,
    storing=Storing(0.1),
    shards=(Shard(0, True, latency=0.123), Shard(1, True, latency=0.045)),
    loop_delay=0.023,
    budget=(12, 45),
    load=LoadNow(2, "budget", 7),
    answers=Answers(12_345, 0.018, 0.065, 0.114),
)
UNWELL: Final = Vitals(
    NOW, storing=Storing(9.0, 90.0, 20.0), shards=(Shard(0, False, 300.0),), loop_delay=3.0
)
MADE: Final = MadeBackup(NOW - 4000, 123_456_789, 12_345, 11_234, 2)
GOOD: Final = Status(
    "1.2.3",
    BUSY,
    123,
    Stock({one.value: 1234 for one in State}, (), 56, 1234),
    BackupState(True, MADE.at, MADE, due=NOW + 5000),
    123_456_789,
    12_345_678_901,
    (),
)
BAD: Final = Status(
    "1.2.3",
    UNWELL,
    123,
    Stock({"parked": 3}, (12, 345, 6789), 0, 0),
    BackupState(True, NOW - 4000, MADE, Failed(NOW, "no-room", 3, "No room."), NOW + 5000),
    123_456_789,
    1,
    (
        Finding(ExaminedPart.DISK, Severity.WARNING, "small", {"free": 123, "needed": 456}),
        Finding(ExaminedPart.DATABASE, Severity.WARNING, "parked", {"ids": "12, 345, 6789"}),
        Finding(ExaminedPart.DATABASE, Severity.OK, "fine", {"size": 1, "tables": 2, "unfinished": 3}),
        Finding(
            ExaminedPart.PERMISSIONS,
            Severity.WARNING,
            "lacking",
            {"server": "Club", "channel": "cards", "permissions": ("send_messages", "attach_files")},
        ),
        Finding(ExaminedPart.DISK, Severity.FAULT, "full", {"free": 1}),
    ),
)
EMPTY: Final = Status("1.2.3", Vitals(NOW), 0, Stock({}, (), 0, 0), BackupState(False), 0, None, ())
FIRST_DAY: Final = (
    BackupState(True, due=NOW + 60),
    BackupState(True, NOW - 90, working=True),
)

ADMIN_DRAWINGS: Final[Mapping[str, Case]] = {
    "bot.ops.ui.admin.shown": lambda words: [
        *(admin.shown(words, one) for one in (GOOD, BAD, EMPTY)),
        *(admin.shown(words, Status("1", BUSY, 1, Stock({}, (), 0, 0), one, 1, 1, ())) for one in FIRST_DAY),
        admin.shown(words, GOOD, Everywhere(dict.fromkeys(range(2, 65), BAD))),
        admin.shown(words, GOOD, Everywhere({2: GOOD, 4: BAD}, (3, 5))),
    ],
    "bot.ops.ui.admin.alarm": lambda words: [admin.alarm(words, reason) for reason in REASONS],
}
"""By the path of what makes them."""
