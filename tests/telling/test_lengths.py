"""How long something takes, in the words of four languages."""

from __future__ import annotations

import pytest

from bot.telling.phrases import about_length
from bot.words.catalogue import words_for

MINUTES = (1, 21.0, 52, 60, 75, 88, 92, 119, 150, 300)


@pytest.mark.parametrize(
    ("locale", "texts"),
    [
        (
            "en",
            [
                *(
                    "about 5 minutes",
                    "about 20 minutes",
                    "about 50 minutes",
                    "about 1 hour",
                    "about 75 minutes",
                ),
                *("about 1½ hours", "about 1½ hours", "about 2 hours", "about 2½ hours", "about 5 hours"),
            ],
        ),
        (
            "nl",
            [
                *("ongeveer 5 minuten", "ongeveer 20 minuten", "ongeveer 50 minuten", "ongeveer 1 uur"),
                *("ongeveer 75 minuten", "ongeveer 1½ uur", "ongeveer 1½ uur", "ongeveer 2 uur"),
                *("ongeveer 2½ uur", "ongeveer 5 uur"),
            ],
        ),
        (
            "fr",
            [
                *("environ 5 minutes", "environ 20 minutes", "environ 50 minutes", "environ 1 heure"),
                *("environ 75 minutes", "environ 1 heure et demie", "environ 1 heure et demie"),
                *("environ 2 heures", "environ 2 heures et demie", "environ 5 heures"),
            ],
        ),
        (
            "ru",
            [
                *("примерно 5 минут", "примерно 20 минут", "примерно 50 минут", "примерно 1 час"),
                *("примерно 75 минут", "примерно 1½ часа", "примерно 1½ часа", "примерно 2 часа"),
                *("примерно 2½ часа", "примерно 5 часов"),
            ],
        ),
    ],
)
def test_to_five_minutes_then_to_half_an_hour(locale: str, texts: list[str]) -> None:
    assert [about_length(words_for(locale), 60 * minutes) for minutes in MINUTES] == texts
