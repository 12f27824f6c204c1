"""From facts to findings to lines: pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from bot.ops import judge
from bot.ops.findings import (
    AssetFacts,
    BackupFacts,
    DatabaseFacts,
    DiscordFacts,
    DiskFacts,
    ExaminedPart,
    Finding,
    Lacking,
    ProgramFacts,
    RobotFacts,
    SettingsFacts,
    Severity,
    exit_status,
    worst_first,
)
from bot.ops.judge import as_json, lines, sentence
from bot.robots.kinds import Problem
from bot.words.catalogue import languages, words_for

NOW = 1_795_000_000.0
DAY = 86400.0
MB = 1024 * 1024

PROGRAM = ProgramFacts((3, 12, 1), (3, 11), (3, 45, 0), (3, 37, 0))
SOUND = DatabaseFacts("a.sqlite3", exists=True, version=17, known=17, size=5 * MB, tables=3, latest=NOW - 60)
ROOM = DiskFacts(9000 * MB, False, 100 * MB, 9000 * MB)
COPIES = BackupFacts(True, 0, (NOW - DAY, NOW - 3600), database_since=NOW - 90 * DAY)
TOLD = DiscordFacts(name="Hartenheer", starts_left=999, servers=2, channels=5, registered=13)


def codes(found: Iterable[Finding]) -> list[tuple[str, str]]:
    return [(f"{one.part}.{one.code}", one.level.value) for one in found]


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (judge.of_settings(SettingsFacts()), [("settings.fine", "ok")]),
        (
            judge.of_settings(SettingsFacts("No.", ("HARTENHEER_X",), ".env")),
            [("settings.wrong", "fault"), ("settings.unknown", "warning"), ("settings.readable", "warning")],
        ),
        (judge.of_program(PROGRAM), [("python.fine", "ok"), ("libraries.fine", "ok")]),
        (
            judge.of_program(replace(PROGRAM, python=(3, 10, 9))),
            [("python.old", "fault"), ("libraries.fine", "ok")],
        ),
        (
            judge.of_program(replace(PROGRAM, sqlite=(3, 36, 9))),
            [("python.sqlite", "fault"), ("libraries.fine", "ok")],
        ),
        (
            judge.of_program(replace(PROGRAM, missing=("babel 1",), other=("pillow 1 (2)",))),
            [("python.fine", "ok"), ("libraries.missing", "fault"), ("libraries.other", "warning")],
        ),
        (
            judge.of_program(replace(PROGRAM, missing=None)),
            [("python.fine", "ok"), ("libraries.no-list", "unknown")],
        ),
        (judge.of_robots(RobotFacts()), [("robots.fine", "ok")]),
        (judge.of_robots(RobotFacts(is_ready=False)), [("robots.preparing", "ok")]),
        *(
            (
                judge.of_robots(RobotFacts(one)),
                [(f"robots.{one}", "ok" if one in (Problem.OFF, Problem.MISSING) else "warning")],
            )
            for one in Problem
        ),
        (
            judge.of_assets(AssetFacts()),
            [("words.fine", "ok"), ("fonts.fine", "ok"), ("pictures.fine", "ok"), ("zones.fine", "ok")],
        ),
        (
            judge.of_assets(AssetFacts("OSError", "OSError: cards.png", ("nl",), ("Mars/Base",))),
            [
                ("words.broken", "fault"),
                ("fonts.broken", "fault"),
                ("pictures.broken", "fault"),
                ("zones.broken", "fault"),
            ],
        ),
        (judge.of_database(SOUND), [("database.fine", "ok"), ("lock.free", "ok")]),
        (judge.of_database(replace(SOUND, running=True)), [("database.fine", "ok"), ("lock.running", "ok")]),
        (judge.of_database(DatabaseFacts("a")), [("database.none", "warning"), ("lock.free", "ok")]),
        (
            judge.of_database(replace(SOUND, problem="No.")),
            [("database.unusable", "fault"), ("lock.free", "ok")],
        ),
        (
            judge.of_database(replace(SOUND, damage=True)),
            [("database.damaged", "fault"), ("lock.free", "ok")],
        ),
        (
            judge.of_database(replace(SOUND, writable=False)),
            [("database.read-only", "fault"), ("lock.free", "ok")],
        ),
        (
            judge.of_database(
                replace(
                    SOUND,
                    version=16,
                    readable_by_others=True,
                    wal=65 * MB,
                    size=65 * MB,
                    free_share=0.6,
                    parked=(4, 7),
                )
            ),
            [
                ("database.older", "warning"),
                ("database.readable", "warning"),
                ("database.wal", "warning"),
                ("database.pages", "warning"),
                ("database.parked", "warning"),
                ("database.fine", "ok"),
                ("lock.free", "ok"),
            ],
        ),
        (
            judge.of_database(replace(SOUND, running=True, overdue=3)),
            [("database.overdue", "warning"), ("database.fine", "ok"), ("lock.running", "ok")],
        ),
        (
            judge.of_database(replace(SOUND, overdue=3)),  # nobody is there to do it
            [("database.fine", "ok"), ("lock.free", "ok")],
        ),
        (judge.of_disk(ROOM), [("disk.fine", "ok")]),
        (judge.of_disk(replace(ROOM, read_only=True)), [("disk.read-only", "fault")]),
        (judge.of_disk(replace(ROOM, free=MB)), [("disk.full", "fault")]),
        (judge.of_disk(replace(ROOM, backup_free=99 * MB)), [("disk.small", "warning")]),
        (judge.of_backups(COPIES, NOW), [("backup.fine", "ok")]),
        (judge.of_backups(COPIES, NOW + 3 * DAY), [("backup.old", "warning")]),
        (
            judge.of_backups(COPIES, NOW - 2 * DAY),
            [("backup.to-come", "warning"), ("backup.none", "warning")],
        ),
        (judge.of_backups(BackupFacts(True, database_since=NOW - 60), NOW), [("backup.none", "ok")]),
        (judge.of_backups(BackupFacts(True), NOW), [("backup.none", "ok")]),
        (judge.of_backups(BackupFacts(False), NOW), [("backup.off", "warning")]),
        (judge.of_backups(BackupFacts(False, 30), NOW), [("backup.off", "ok")]),
        (judge.of_backups(replace(COPIES, problem="No."), NOW), [("backup.unreadable", "warning")]),
        (judge.of_clock(0.0, NOW - 5, NOW), [("clock.fine", "ok")]),
        (judge.of_clock(-3.0, None, NOW), [("clock.off", "warning")]),
        (judge.of_clock(61.0, None, NOW), [("clock.off", "fault")]),
        (
            judge.of_clock("no answer", NOW + 7200, NOW),
            [("clock.behind", "warning"), ("clock.untold", "unknown")],
        ),
    ],
)
def test_what_facts_come_to(found: Iterable[Finding], expected: list[tuple[str, str]]) -> None:
    assert codes(found) == expected


OF_DISCORD = [part.value for part in judge.OF_DISCORD]


def test_without_a_token_or_a_network_it_is_said_which_checks_could_not_be_made() -> None:
    assert codes(judge.of_discord(None)) == [
        ("token.none", "fault"), *((f"{part}.no-token", "unknown") for part in OF_DISCORD[1:]),
    ]  # fmt: skip
    assert codes(judge.of_discord(DiscordFacts(refused=True)))[0] == ("token.refused", "fault")
    away = codes(judge.of_discord(DiscordFacts(unreachable="no answer")))
    assert away == [(f"{part}.untold", "unknown") for part in OF_DISCORD]
    assert codes(judge.unasked()) == [(f"{part}.no-token", "unknown") for part in OF_DISCORD]


def test_what_discord_told() -> None:
    assert codes(judge.of_discord(TOLD)) == [(f"{part}.fine", "ok") for part in OF_DISCORD]
    lacking = tuple(Lacking("Club", f"cards{number}", ("view_channel",)) for number in range(4))
    bad = replace(
        TOLD, endpoint=True, privileged=True, starts_left=3, lacking=(Lacking("Club", "7", None), *lacking),
        missing=("table",),
    )  # fmt: skip
    assert codes(judge.of_discord(bad)) == [
        ("token.fine", "ok"), ("application.endpoint", "fault"), ("intents.more", "warning"),
        ("gateway.few", "warning"), ("permissions.gone", "warning"), ("permissions.lacking", "warning"),
        ("permissions.lacking", "warning"), ("permissions.others", "warning"),
        ("commands.missing", "warning"),
    ]  # fmt: skip
    unanswered = {part.value: "status 500" for part in judge.OF_DISCORD[1:]}
    nothing = DiscordFacts(name="Hartenheer", unanswered=unanswered)
    assert codes(judge.of_discord(nothing)) == [
        ("token.fine", "ok"), *((f"{part}.untold", "unknown") for part in OF_DISCORD[1:]),
    ]  # fmt: skip


def every_finding() -> list[Finding]:
    values: dict[str, Any] = dict.fromkeys(
        ("problem", "names", "file", "version", "needed", "sqlite", "what", "path", "size", "tables",
         "unfinished", "known", "share", "ids", "free", "hours", "count", "reason", "seconds",
         "name", "server", "channel",
         "servers", "channels", "library", "here"), 12,
    ) | {"permissions": ("view_channel", "send_messages")}  # fmt: skip
    found: list[Finding] = []
    for code in judge.SAID:
        part, _, name = code.rpartition(".")
        found.append(Finding(ExaminedPart(part or "token"), Severity.WARNING, name, values))
    return found


@pytest.mark.parametrize("language", sorted(languages()))
def test_each_has_a_sentence_in_each_language(language: str) -> None:
    words = words_for(language)
    for one in every_finding():
        told = sentence(words, one)
        assert "{" not in told and not told.startswith("doctor."), (one, told)


def test_lines_and_json_say_the_same() -> None:
    words = words_for("en")
    found = [
        *judge.of_disk(replace(ROOM, free=MB)),
        *judge.of_backups(BackupFacts(False), NOW),
        *judge.of_discord(TOLD),
    ]
    told = list(lines(words, found))
    assert (
        told[0]
        == "fault     disk          The disk is full, with 1 MB left: make room, as nothing can be stored."
    )
    assert told[-1] == "Faults: 1; warnings: 1; not checked: 0."
    as_told = as_json(words, found)
    assert as_told["well"] is False
    assert [one["sentence"] in line for one, line in zip(as_told["checks"], told, strict=False)] == [
        True
    ] * len(found)
    assert [one.level for one in worst_first(reversed(found))] == [Severity.FAULT, Severity.WARNING]
    assert (exit_status(found), exit_status(found[1:])) == (1, 0)
