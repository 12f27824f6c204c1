"""How the bot is, as its owner is shown it: a value."""

from __future__ import annotations

from dataclasses import dataclass

from bot.ops.findings import Finding
from bot.ops.upkeep import BackupState, Stock
from bot.watch.health import Vitals


@dataclass(frozen=True, slots=True)
class Status:
    """``vitals`` are what was measured; ``size`` is the database's, ``free`` what its disk has left, in
    bytes; ``found`` what the doctor's probes found that can be had while the bot runs."""

    version: str
    vitals: Vitals
    servers: int
    stock: Stock
    backup: BackupState
    size: int
    free: int | None
    found: tuple[Finding, ...]
