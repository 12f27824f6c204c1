"""What an operator may say of log and port, and what not."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError

NONE = Path("there is no such file")


def test_nothing_listens_and_the_log_is_text_where_nothing_is_said() -> None:
    settings = Settings.read({}, NONE)
    assert (settings.watch_port, settings.watch_address) == (None, "127.0.0.1")
    assert settings.log_format == "text"
    assert Settings.read({"HARTENHEER_WATCH_PORT": " ", "HARTENHEER_LOG_FORMAT": ""}, NONE) == settings


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ({"HARTENHEER_WATCH_PORT": "9109"}, "watch_port", 9109),
        ({"HARTENHEER_WATCH_PORT": "0"}, "watch_port", 0),
        ({"HARTENHEER_WATCH_ADDRESS": "10.0.0.5"}, "watch_address", "10.0.0.5"),
        ({"HARTENHEER_WATCH_ADDRESS": "::1"}, "watch_address", "::1"),
        ({"HARTENHEER_LOG_FORMAT": "JSON"}, "log_format", "json"),
    ],
)
def test_what_may_be_said(said: dict[str, str], field: str, value: object) -> None:
    assert getattr(Settings.read(said, NONE), field) == value


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"HARTENHEER_WATCH_PORT": "web"}, "HARTENHEER_WATCH_PORT must be a number, not 'web'."),
        ({"HARTENHEER_WATCH_PORT": "65536"}, "HARTENHEER_WATCH_PORT must be between 0 and 65535, not 65536."),
        ({"HARTENHEER_WATCH_PORT": "-1"}, "HARTENHEER_WATCH_PORT must be between 0 and 65535, not -1."),
        ({"HARTENHEER_WATCH_PORT": "80.5"}, "HARTENHEER_WATCH_PORT must be a whole number, not 80.5."),
        ({"HARTENHEER_WATCH_PORT": "nan"}, "HARTENHEER_WATCH_PORT must be between 0 and 65535, not nan."),
        ({"HARTENHEER_WATCH_ADDRESS": "my host"}, "HARTENHEER_WATCH_ADDRESS must be an address such as"),
        ({"HARTENHEER_LOG_FORMAT": "xml"}, "HARTENHEER_LOG_FORMAT must be one of text, json, not 'xml'."),
    ],
)
def test_what_may_not(said: dict[str, str], sentence: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.read(said, NONE)
    assert str(refused.value).startswith(sentence)
