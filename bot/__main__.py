"""The program's commands: ``python -m bot [COMMAND]``."""

from __future__ import annotations

import argparse
import asyncio
import atexit
import gc
import logging
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Final, TextIO

from bot import __version__
from bot.cells.model import ALONE, MOST_CELLS
from bot.settings import DEFAULT_DATABASE, Settings, SettingsError

log = logging.getLogger(__name__)

NO_TOKEN: Final = (
    "DISCORD_TOKEN is not set: put the bot's token from "  # noqa: S105 - a sentence
    "https://discord.com/developers/applications into the environment or into .env, or try the bot without "
    "Discord: make play."
)


GARBAGE: Final = (2_000, 2, 350)
"""After how many new objects Python looks for circles among the youngest, and after how many looks among
older ones. Each press leaves a circle of some forty objects, which is kept for as long as its message may be
edited by it; and a look at everything there is holds everybody up."""

TOGETHER: Final = 1.0
"""Seconds within which two signals to stop are one: a terminal and the shell in it send one each, and so do a
supervisor and its helper."""


UNREAD: Final = 128 + 13
"""The exit status where nobody reads what is printed any more, as of what SIGPIPE ends."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status. It ends quietly where whoever reads it has seen enough, and in
    a sentence where what it prints can be written nowhere."""
    try:
        try:
            return _command(arguments)
        finally:
            _flush(sys.stdout)
    except OSError as error:
        for stream in (sys.stdout, sys.stderr):
            try:
                _flush(stream)
            except OSError:  # what is left is not tried again at exit
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return UNREAD if isinstance(error, BrokenPipeError) else _fail(f"{error.strerror or error}.")


def _flush(stream: TextIO | None) -> None:
    """None is a stream that was closed before the program began."""
    if stream is not None:
        stream.flush()


def _command(arguments: Sequence[str] | None) -> int:
    chosen = _parser().parse_args(arguments)
    try:
        settings = Settings.read()
    except SettingsError as error:
        return _doctor(chosen, Settings(), str(error)) if chosen.run is _doctor else _fail(str(error))
    return chosen.run(chosen, settings)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Hartenheer: King on Discord.")
    parser.set_defaults(run=_run)
    parser.add_argument("--version", action="version", version=f"hartenheer {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def add(
        name: str, run: Callable[[argparse.Namespace, Settings], int], about: str
    ) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=about, description=about)
        command.set_defaults(run=run)
        return command

    add("run", _run, "Run the bot on Discord (what happens without a command).")
    add("play", _play, "With a token the bot on Discord; without one the bot in the playground.")
    add("trace", _trace, "Replay records and print what was legal and scored, as JSON lines.").add_argument(
        "files", nargs="+", metavar="FILE", help="a record; - for standard input"
    )
    add(
        "standings", _standings, "Print the standings that season files come to, as JSON lines."
    ).add_argument("files", nargs="+", metavar="FILE", help="a season file; - for standard input")
    add("tournament", _tournament, "Print what tournament files come to, as JSON lines.").add_argument(
        "files", nargs="+", metavar="FILE", help="a tournament file; - for standard input"
    )
    add("seating", _seating, "Plan who sits with whom on a night, as JSON lines.").add_argument(
        "files", nargs="+", metavar="FILE", help="what is asked for a night; - for standard input"
    )
    stats = add("stats", _stats, "Print what the records of games come to for their players, as JSON lines.")
    stats.add_argument("--preset", metavar="NAME", type=_preset, help="count only games of this preset")
    stats.add_argument("files", nargs="+", metavar="RECORD", help="game records; - for standard input")
    review = add("review", _review, "Print what the cards of games gave away, by their records.")
    review.add_argument("--seat", metavar="N", type=int, help="that of one seat alone, as records count them")
    review.add_argument("files", nargs="+", metavar="RECORD", help="game records; - for standard input")
    add("verify", _verify, "Check the cards of records against their secrets.").add_argument(
        "files", nargs="+", metavar="RECORD", help="game records; - for standard input"
    )
    day = add("daily", _daily, "Check the secret of a daily deal, and print its cards.")
    day.add_argument("day", metavar="DATE", type=_day, help="such as 2026-11-24")
    day.add_argument("secret", metavar="SECRET", type=_digest, help="as it is told after that day")
    day.add_argument(
        "anchor", metavar="ANCHOR", type=_digest, nargs="?", help="of a chain that is not everybody's"
    )
    add("health", _health, "Say whether the database is well and a bot runs on it; exit status 1 if not.")
    doctor = add("doctor", _doctor, "Look for what is wrong, and say what to do; exit status 1 for a fault.")
    doctor.add_argument("--json", action="store_true", help="the same for programs")
    add("backup", _backup, "Copy the database, also while the bot runs, and verify the copy.").add_argument(
        "file", type=Path, metavar="FILE", help="the copy to make; nothing is overwritten"
    )
    add("restore", _restore, "Verify a backup and put it in the place of the database.").add_argument(
        "file", type=Path, metavar="FILE", help="what backup made; it stays as it is"
    )
    add(
        "rebuild",
        _rebuild,
        "Make all that follows from the logs again; exit status 1 if it differed.",
    )
    move = add("move", _move, "Move everything to the databases of another number of cells, each verified.")
    move.add_argument(
        "folder", type=Path, metavar="FOLDER", help="where they are to be; it must not be there"
    )
    move.add_argument(
        "count", type=_cells, metavar="COUNT", help="how many cells there are to be; 1: one process"
    )
    move.add_argument("files", type=Path, nargs="+", metavar="FILE", help="the databases of all cells so far")
    return parser


def _run(_: argparse.Namespace, settings: Settings) -> int:
    if settings.token is None:
        return _fail(NO_TOKEN)
    _log_to_console(settings)
    from bot.app import run

    _begin_making_ready(settings)
    return _until_stopped(run(settings))


def _play(chosen: argparse.Namespace, settings: Settings) -> int:
    if settings.token is not None:
        return _run(chosen, settings)
    _log_to_console(replace(settings, log_level=max(settings.log_level, "WARNING")))
    _begin_making_ready(settings)
    return _until_stopped(_in_playground(settings))


def _begin_making_ready(settings: Settings) -> None:
    """Have strong robots made ready beside all else, or say that they are not wanted."""
    from bot.robots.kinds import HERE, Problem
    from bot.robots.strong.compiled import make_ready

    if settings.strong:
        folder, gently = settings.compiled_folder, {"gently": True}
        threading.Thread(
            target=make_ready, args=(folder,), kwargs=gently, daemon=True, name="compile"
        ).start()
    else:
        HERE.failed(Problem.OFF)


async def _in_playground(settings: Settings) -> None:
    """The bot, unchanged, against a server of our own on this machine."""
    from bot.app import run
    from bot.cells.model import ALONE
    from playground.page.shortcuts import Shortcut
    from playground.server import Playground

    server = await Playground.start(port=settings.playground_port)
    friends = [person.account for person in server.people.values()]
    for one in friends:
        server.changes.set_app(one, has=True)
    server.changes.add_group("Friends", friends)
    server.shortcuts.append(Shortcut("Play against three robots", None, "table open", {"robots": 3}))
    server.shortcuts.append(Shortcut("Learn to play", None, "learn"))
    server.shortcuts.append(Shortcut("Daily deal", None, "daily"))

    async def tell_where() -> None:
        """Once there is a bot that answers what is pressed there."""
        await server.world.until(lambda: server.gateway.connected, timeout=None)
        print(f"Hartenheer's playground: open {server.page_url} in a browser. Stop with Ctrl+C.", flush=True)

    # The playground's people and channels live as long as it does, and so do its tables, unless told
    # otherwise.
    with tempfile.TemporaryDirectory(prefix="hartenheer-") as folder:
        local = replace(
            settings,
            token=server.token,
            api_url=server.api_url,
            cdn_url=server.cdn_url,
            database=settings.database or Path(folder) / "playground.sqlite3",
            backup_at=settings.backup_at if settings.database else None,
            cell=ALONE,
            nats_url=None,
        )
        telling = asyncio.create_task(tell_where())
        try:
            await run(local)
        finally:
            telling.cancel()
            await server.close()


def _until_stopped(work: Coroutine[Any, Any, None]) -> int:
    """Run until it ends or the process is asked to stop; one sentence for what the operator can mend."""
    import discord

    from bot.cells.model import CellError
    from bot.errors import where
    from bot.ports import StoreError
    from bot.starting import complaint

    gc.collect()
    gc.freeze()  # what was imported stays: it is never looked through again
    gc.set_threshold(*GARBAGE)
    try:
        asyncio.run(_stoppable(work))
    except (StoreError, CellError) as error:
        return _fail(str(error))
    except discord.DiscordException as error:
        return _fail(complaint(error))
    except OSError as error:
        return _fail(f"{error.strerror or error}.")
    except Exception as error:  # noqa: BLE001 - the last resort: its text may hold a card
        log.critical("the bot has ended by an error of its own: %s", where(error))
        return 1
    return 0


async def _stoppable(work: Coroutine[Any, Any, None]) -> None:
    """Asked to stop, what was begun is finished; asked once more, the process ends at once, unless that comes
    within ``TOGETHER``. The database bears that: what was answered is stored."""
    from bot.watch.log import complain

    task = asyncio.create_task(work)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(complain)
    begun: list[float] = []

    def stop(number: int) -> None:
        begun[0] = monotonic()  # where the loop was late, from now on
        log.info("asked to stop (%s)", signal.Signals(number).name)
        task.cancel()

    def asked(number: int, _: FrameType | None) -> None:
        if not begun:
            begun.append(monotonic())
            if not loop.is_closed():
                loop.call_soon_threadsafe(stop, number)
        elif monotonic() - begun[0] >= TOGETHER:
            try:
                log.warning("asked to stop once more (%s): ended at once", signal.Signals(number).name)
            finally:
                os._exit(128 + number)

    # Not the loop's handlers, which end with it; nor these as Python ends: what comes then would kill it.
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, asked)
        atexit.register(signal.signal, one, signal.SIG_IGN)
    try:
        await task
    except asyncio.CancelledError:
        log.info("stopped")


def _trace(chosen: argparse.Namespace, _: Settings) -> int:
    from bot.cli.records import print_traces

    return print_traces(chosen.files)


def _standings(chosen: argparse.Namespace, _: Settings) -> int:
    from bot.cli.leagues import print_standings

    return print_standings(chosen.files)


def _tournament(chosen: argparse.Namespace, _: Settings) -> int:
    from bot.cli.leagues import print_tournaments

    return print_tournaments(chosen.files)


def _preset(name: str) -> str:
    """A preset's name. Raises argparse.ArgumentTypeError."""
    from bot.engine.errors import RuleViolation
    from bot.engine.registry import preset_named, presets

    try:
        return preset_named(name).name
    except RuleViolation:
        known = ", ".join(one.name for one in presets())
        raise argparse.ArgumentTypeError(f"there is no preset {name!r}, but {known}") from None


def _stats(chosen: argparse.Namespace, _: Settings) -> int:
    from bot.cli.records import print_statistics

    return print_statistics(chosen.files, chosen.preset)


def _review(chosen: argparse.Namespace, settings: Settings) -> int:
    from bot.cli import review
    from bot.robots.strong.compiled import make_ready

    ready = partial(make_ready, settings.compiled_folder) if settings.strong else None
    return review.main(chosen.files, chosen.seat, ready)


def _seating(chosen: argparse.Namespace, _: Settings) -> int:
    from bot.cli.leagues import print_seating

    return print_seating(chosen.files)


def _verify(chosen: argparse.Namespace, _: Settings) -> int:
    from bot.cli.records import verify

    return verify(chosen.files)


def _day(text: str) -> date:
    """A day. Raises argparse.ArgumentTypeError."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no date such as 2026-11-24") from None


def _digest(text: str) -> bytes:
    """32 bytes. Raises argparse.ArgumentTypeError."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        found = b""
    if len(found) != 32:
        raise argparse.ArgumentTypeError("64 hexadecimal digits are wanted")
    return found


def _daily(chosen: argparse.Namespace, _: Settings) -> int:
    from bot.cli import daily

    return daily.main(chosen.day, chosen.secret, chosen.anchor)


def _health(_: argparse.Namespace, settings: Settings) -> int:
    from bot.ports import StoreError
    from data.store import health

    try:
        found = health(settings.database or Path(DEFAULT_DATABASE))
    except StoreError as error:
        return _fail(str(error))
    running = "a bot is running on it" if found.running else "no bot is running on it"
    print(f"Schema {found.version}, {found.tables} tables, {found.unfinished} unfinished; {running}.")
    return 0 if found.running else 1


def _doctor(chosen: argparse.Namespace, settings: Settings, problem: str = "") -> int:
    from bot.ops.doctor import doctor
    from cogs.tree import declared_commands

    try:
        return doctor(
            settings,
            problem,
            declared_commands(),
            os.environ,
            Path(".env"),
            sys.stdout,
            for_programs=chosen.json,
        )
    except KeyboardInterrupt:
        return _fail("The examination was stopped.")


def _backup(chosen: argparse.Namespace, settings: Settings) -> int:
    from bot.ops.backup import backup
    from bot.ports import StoreError

    try:
        backup(settings.database or Path(DEFAULT_DATABASE), chosen.file, sys.stdout, sys.stderr)
    except StoreError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _fail("The backup was stopped: none was made.")
    return 0


def _restore(chosen: argparse.Namespace, settings: Settings) -> int:
    from bot.ops.backup import restore
    from bot.ports import StoreError

    try:
        restore(chosen.file, settings.database or Path(DEFAULT_DATABASE), sys.stdout, sys.stderr)
    except StoreError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _fail("The restore was stopped: nothing was changed.")
    return 0


def _rebuild(_: argparse.Namespace, settings: Settings) -> int:
    from bot.ops.backup import rebuild
    from bot.ports import StoreError

    database = settings.database or Path(DEFAULT_DATABASE)
    try:
        return 0 if asyncio.run(rebuild(database, sys.stdout, sys.stderr)) else 1
    except StoreError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _fail("The rebuild was stopped: nothing was changed.")


def _cells(text: str) -> int:
    """How many cells. Raises argparse.ArgumentTypeError."""
    if text.isdecimal() and 1 <= int(text) <= MOST_CELLS:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of cells from 1 to {MOST_CELLS}")


def _move(chosen: argparse.Namespace, _: Settings) -> int:
    from bot.ops.backup import move
    from bot.ports import StoreError

    try:
        move(chosen.files, chosen.folder, chosen.count, sys.stdout, sys.stderr)
    except StoreError as error:
        return _fail(str(error))
    except KeyboardInterrupt:
        return _fail("The move was stopped: nothing was moved.")
    return 0


def _log_to_console(settings: Settings) -> None:
    from bot.watch.log import log_to_console

    cell = settings.cell
    log_to_console(settings.log_level, settings.log_format, None if cell == ALONE else cell.number)


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
