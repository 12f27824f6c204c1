"""What the operator decides: the environment, and a ``.env`` file for what it does not say."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values

DEFAULT_DATABASE: Final = "var/hartenheer.sqlite3"
LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(Exception):
    """A setting that cannot be used; the text is one sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, checked. ``api_url`` and ``cdn_url`` are None for Discord itself; ``database`` is None
    where nothing was said; ``robot_pause`` is in seconds; ``emojis`` tells whether the bot uploads faces of
    cards for its buttons."""

    token: str | None = field(default=None, repr=False)
    database: Path | None = None
    api_url: str | None = None
    cdn_url: str | None = None
    robot_pause: float = 0.65
    emojis: bool = True
    log_level: str = "INFO"
    playground_port: int = 8099

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ, env_file: Path = Path(".env")) -> Self:
        """The settings of the environment; what it does not say, of ``.env``. Raises SettingsError."""
        from_file = {key: value for key, value in dotenv_values(env_file).items() if value is not None}
        values = {key: value.strip() for key, value in {**from_file, **environment}.items()}
        database = values.get("HARTENHEER_DATABASE")
        return cls(
            token=_token(values.get("DISCORD_TOKEN", "")),
            database=Path(database) if database else None,
            api_url=_url(values, "DISCORD_API_URL"),
            cdn_url=_url(values, "DISCORD_CDN_URL"),
            robot_pause=_number(values, "HARTENHEER_ROBOT_PAUSE", 0.65, 0.0, 30.0),
            emojis=_yes_or_no(values, "HARTENHEER_EMOJIS", default=True),
            log_level=_log_level(values.get("HARTENHEER_LOG_LEVEL", "INFO")),
            playground_port=int(_number(values, "PLAYGROUND_PORT", 8099, 0, 65535)),
        )


def _token(text: str) -> str | None:
    text = text.removeprefix("Bot ").strip().strip("\"'")
    if any(character.isspace() for character in text):
        raise SettingsError(
            "DISCORD_TOKEN holds white space: copy it again from the developer portal, page Bot."
        )
    return text or None


def _url(values: Mapping[str, str], name: str) -> str | None:
    text = values.get(name, "").rstrip("/")
    if not text:
        return None
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise SettingsError(f"{name} must be an address such as http://127.0.0.1:8099/api/v10, not {text!r}.")
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


def _yes_or_no(values: Mapping[str, str], name: str, *, default: bool) -> bool:
    text = values.get(name, "").lower()
    if text not in ("", "yes", "no"):
        raise SettingsError(f"{name} must be yes or no, not {text!r}.")
    return text == "yes" if text else default


def _log_level(text: str) -> str:
    if text.upper() not in LOG_LEVELS:
        raise SettingsError(f"HARTENHEER_LOG_LEVEL must be one of {', '.join(LOG_LEVELS)}, not {text!r}.")
    return text.upper()
