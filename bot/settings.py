"""What the operator decides: the environment, and a ``.env`` file for what it does not say."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values

from bot.cells.model import ALONE, MOST_CELLS, Cell

DEFAULT_DATABASE: Final = "var/hartenheer.sqlite3"
WATCH_ADDRESS: Final = "127.0.0.1"
LOG_FORMATS: Final = ("text", "json")
SETTINGS: Final = (
    "DISCORD_TOKEN", "DISCORD_API_URL", "DISCORD_CDN_URL", "PLAYGROUND_PORT",
    "HARTENHEER_DATABASE", "HARTENHEER_ROBOT_PAUSE", "HARTENHEER_EMOJIS", "HARTENHEER_LOG_LEVEL",
    "HARTENHEER_KEEP_DAYS", "HARTENHEER_BACKUP_DAYS", "HARTENHEER_BACKUP_AT", "HARTENHEER_BACKUP_FOLDER",
    "HARTENHEER_BACKUP_DAILY", "HARTENHEER_BACKUP_WEEKLY", "HARTENHEER_LOG_FORMAT", "HARTENHEER_WATCH_PORT",
    "HARTENHEER_WATCH_ADDRESS", "HARTENHEER_DAILY_SECRET", "HARTENHEER_STRONG", "HARTENHEER_VERIFY_URL",
    "HARTENHEER_CELL", "HARTENHEER_NATS_URL",
)  # fmt: skip
"""The names of all of them."""

LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(Exception):
    """A setting that cannot be used; the text is one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, checked. ``api_url`` and ``cdn_url`` are None for Discord itself; ``database`` is None
    where nothing was said; ``robot_pause`` is in seconds; ``emojis`` tells whether the bot uploads suits
    for its buttons, ``strong`` whether strong robots are made ready. ``keep_days`` is for how many days
    the data of a server are kept that has removed the bot, 0 for always; ``backup_days`` for how many whoever
    hosts the bot keeps backups, 0 where that is not said. ``backup_at`` is the minute of UTC's day at which
    the bot makes one itself, None for never; they lie in ``backup_folder``, by default one beside the
    database, one a day for ``backup_daily`` days and one a week for ``backup_weekly`` weeks. ``watch_port``
    is where metrics and health can be fetched, at ``watch_address``; None where they cannot. ``daily_secret``
    is the seed of 32 bytes that daily deals follow from; None for the one that everybody has. ``verify_url``
    is where the page ``docs/verify`` is hosted, None where it is not. ``cell`` is the part of the bot that
    this process is, ``nats_url`` the broker by which several find each other, None where there is one
    alone."""

    token: str | None = field(default=None, repr=False)
    database: Path | None = None
    api_url: str | None = None
    cdn_url: str | None = None
    robot_pause: float = 0.65
    emojis: bool = True
    log_level: str = "INFO"
    log_format: str = "text"
    watch_port: int | None = None
    watch_address: str = WATCH_ADDRESS
    playground_port: int = 8099
    keep_days: int = 30
    backup_days: int = 0
    backup_at: int | None = None
    backup_folder: Path | None = None
    backup_daily: int = 7
    backup_weekly: int = 4
    daily_secret: bytes | None = field(default=None, repr=False)
    strong: bool = True
    verify_url: str | None = None
    cell: Cell = ALONE
    nats_url: str | None = field(default=None, repr=False)

    @property
    def compiled_folder(self) -> Path:
        """Where what was compiled is kept: beside the database."""
        return (self.database or Path(DEFAULT_DATABASE)).parent / "compiled"

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ, env_file: Path = Path(".env")) -> Self:
        """The settings of the environment; what it does not say, of ``.env``. Raises SettingsError."""
        from_file = {key: value for key, value in dotenv_values(env_file).items() if value is not None}
        values = {key: value.strip() for key, value in {**from_file, **environment}.items()}
        database = values.get("HARTENHEER_DATABASE")
        folder = values.get("HARTENHEER_BACKUP_FOLDER")
        return cls(
            token=_token(values.get("DISCORD_TOKEN", "")),
            database=Path(database) if database else None,
            api_url=_url(values, "DISCORD_API_URL"),
            cdn_url=_url(values, "DISCORD_CDN_URL"),
            robot_pause=_number(values, "HARTENHEER_ROBOT_PAUSE", 0.65, 0.0, 30.0),
            emojis=_yes_or_no(values, "HARTENHEER_EMOJIS", default=True),
            log_level=_log_level(values.get("HARTENHEER_LOG_LEVEL", "INFO")),
            log_format=_log_format(values.get("HARTENHEER_LOG_FORMAT", "")),
            watch_port=_port(values, "HARTENHEER_WATCH_PORT"),
            watch_address=_address(values, "HARTENHEER_WATCH_ADDRESS"),
            playground_port=int(_number(values, "PLAYGROUND_PORT", 8099, 0, 65535)),
            keep_days=int(_number(values, "HARTENHEER_KEEP_DAYS", 30, 0, 3650)),
            backup_days=int(_number(values, "HARTENHEER_BACKUP_DAYS", 0, 0, 3650)),
            backup_at=_minute(values, "HARTENHEER_BACKUP_AT", 4 * 60),
            backup_folder=Path(folder) if folder else None,
            backup_daily=int(_number(values, "HARTENHEER_BACKUP_DAILY", 7, 1, 366)),
            backup_weekly=int(_number(values, "HARTENHEER_BACKUP_WEEKLY", 4, 0, 520)),
            daily_secret=_seed(values.get("HARTENHEER_DAILY_SECRET", "")),
            strong=_yes_or_no(values, "HARTENHEER_STRONG", default=True),
            verify_url=_url(values, "HARTENHEER_VERIFY_URL", "https://example.org/verify"),
            cell=(cell := _cell(values.get("HARTENHEER_CELL", ""))),
            nats_url=_broker(values, cell),
        )


def _token(text: str) -> str | None:
    text = text.removeprefix("Bot ").strip().strip("\"'")
    if any(character.isspace() for character in text):
        raise SettingsError(
            "DISCORD_TOKEN holds white space: copy it again from the developer portal, page Bot."
        )
    return text or None


def _url(values: Mapping[str, str], name: str, such_as: str = "http://127.0.0.1:8099/api/v10") -> str | None:
    text = values.get(name, "").rstrip("/")
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise SettingsError(f"{name} must be an address such as {such_as}, not {text!r}.")
    return text


def _number(values: Mapping[str, str], name: str, default: float, low: float, high: float) -> float:
    text = values.get(name, "")
    try:
        number = float(text) if text else default
    except ValueError:
        raise SettingsError(f"{name} must be a number, not {text!r}.") from None
    if not low <= number <= high:
        raise SettingsError(f"{name} must be between {low:g} and {high:g}, not {text}.")
    return number


def _port(values: Mapping[str, str], name: str) -> int | None:
    if not values.get(name):
        return None
    number = _number(values, name, 0, 0, 65535)
    if not number.is_integer():
        raise SettingsError(f"{name} must be a whole number, not {values[name]}.")
    return int(number)


def _address(values: Mapping[str, str], name: str) -> str:
    text = values.get(name, "") or WATCH_ADDRESS
    try:
        return str(ip_address(text))
    except ValueError:
        raise SettingsError(
            f"{name} must be an address such as 127.0.0.1 or 0.0.0.0, not {text!r}."
        ) from None


def _log_format(text: str) -> str:
    if text.lower() not in ("", *LOG_FORMATS):
        raise SettingsError(f"HARTENHEER_LOG_FORMAT must be one of {', '.join(LOG_FORMATS)}, not {text!r}.")
    return text.lower() or LOG_FORMATS[0]


def _yes_or_no(values: Mapping[str, str], name: str, *, default: bool) -> bool:
    text = values.get(name, "").lower()
    if text not in ("", "yes", "no"):
        raise SettingsError(f"{name} must be yes or no, not {text!r}.")
    return text == "yes" if text else default


def _minute(values: Mapping[str, str], name: str, default: int) -> int | None:
    """A time of day, in minutes; None for ``no``."""
    text = values.get(name, "")
    if text.lower() == "no":
        return None
    match = re.fullmatch(r"(\d{1,2}):(\d{2})", text, re.ASCII)
    hour, minute = (int(match[1]), int(match[2])) if match is not None else (0, 0)
    if (text and match is None) or hour > 23 or minute > 59:
        raise SettingsError(f"{name} must be a time of day in UTC such as 04:00, or no, not {text!r}.")
    return hour * 60 + minute if text else default


def _cell(text: str) -> Cell:
    try:
        return Cell.read(text) if text else ALONE
    except ValueError:
        raise SettingsError(
            f"HARTENHEER_CELL must be such as 2/4, the second of four, of {MOST_CELLS} at most, not {text!r}."
        ) from None


def _broker(values: Mapping[str, str], cell: Cell) -> str | None:
    """What is wrong is not repeated, as a password may be in it."""
    text = values.get("HARTENHEER_NATS_URL", "")
    if text and not values.get("HARTENHEER_CELL"):
        raise SettingsError("HARTENHEER_NATS_URL is for several cells: say which is this by HARTENHEER_CELL.")
    if cell == ALONE:
        return None
    try:
        parts = urlsplit(text)
        if parts.scheme in ("nats", "tls") and parts.hostname and parts.port != 0:
            return text
    except ValueError:
        pass  # of the port, or of brackets
    raise SettingsError(
        "HARTENHEER_NATS_URL must say where the broker is by which the cells find each other,"
        " such as nats://127.0.0.1:4222."
    )


def _seed(text: str) -> bytes | None:
    if text and not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise SettingsError(
            "HARTENHEER_DAILY_SECRET must be 64 hexadecimal digits, as `openssl rand -hex 32` prints them."
        )
    return bytes.fromhex(text) or None


def _log_level(text: str) -> str:
    if text.upper() not in LOG_LEVELS:
        raise SettingsError(f"HARTENHEER_LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not {text!r}.")
    return text.upper()
