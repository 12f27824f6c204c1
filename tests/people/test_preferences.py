"""What people and servers choose, away from any panel: quiet hours, letters on the cards, what is stored."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from bot.people.chosen import text_of
from bot.people.quiet_hours import QuietHours, find_zone, quiet_hours, usual_zone
from bot.people.settings import DEFAULTS, Preferences, ServerSettings, usual_index
from bot.pictures.style import Back, CardStyle, Colours, Index


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("hours", "now", "until"),
    [
        (QuietHours(22, 8, "UTC"), "2026-11-20 21:59:59", None),
        (QuietHours(22, 8, "UTC"), "2026-11-20 22:00", "2026-11-21 08:00"),
        (QuietHours(22, 8, "UTC"), "2026-11-21 00:30", "2026-11-21 08:00"),
        (QuietHours(22, 8, "UTC"), "2026-11-21 07:59:59", "2026-11-21 08:00"),
        (QuietHours(22, 8, "UTC"), "2026-11-21 08:00", None),
        (QuietHours(9, 17, "UTC"), "2026-11-20 08:59", None),
        (QuietHours(9, 17, "UTC"), "2026-11-20 09:00", "2026-11-20 17:00"),
        (QuietHours(9, 17, "UTC"), "2026-11-20 17:00", None),
        (QuietHours(0, 6, "UTC"), "2026-11-20 00:00", "2026-11-20 06:00"),
        (QuietHours(20, 0, "UTC"), "2026-11-20 23:59", "2026-11-21 00:00"),
        (QuietHours(22, 8, "UTC+05:30"), "2026-11-20 16:30", "2026-11-21 02:30"),
        (QuietHours(22, 8, "UTC-03:30"), "2026-11-20 16:30", None),
        # in Brussels it is an hour later in winter, two in summer, and this night has 25 hours
        (QuietHours(22, 8, "Europe/Brussels"), "2026-11-20 21:00", "2026-11-21 07:00"),
        (QuietHours(22, 8, "Europe/Brussels"), "2026-07-20 20:00", "2026-07-21 06:00"),
        (QuietHours(22, 8, "Europe/Brussels"), "2026-10-24 20:00", "2026-10-25 07:00"),
        # a zone that the system does not know any more
        (QuietHours(22, 8, "Europe/Atlantis"), "2026-11-20 22:00", "2026-11-21 08:00"),
    ],
)
def test_quiet_hours_end(hours: QuietHours, now: str, until: str | None) -> None:
    assert hours.until(at(now)) == (at(until) if until else None)


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Brussels", "Europe/Brussels"),
        (" europe/brussels ", "Europe/Brussels"),
        ("new york", "America/New_York"),
        ("+2", "UTC+02:00"),
        ("UTC+2", "UTC+02:00"),
        ("GMT−3:30", "UTC-03:30"),
        ("UTC-03:30", "UTC-03:30"),
        ("0", "UTC"),
        ("utc", "UTC"),
        ("+15", None),
        ("2:75", None),
        ("1²", None),
        ("", None),
        ("the moon", None),
        ("../../etc/passwd", None),
    ],
)
def test_time_zones_as_people_write_them(text: str, zone: str | None) -> None:
    assert find_zone(text) == zone


def test_hours_that_are_none() -> None:
    assert quiet_hours(8, 8, "UTC") is None
    assert quiet_hours(24, 8, "UTC") is None
    assert quiet_hours(22, 8, "Mars") is None


@pytest.mark.parametrize("locale", ["en-US", "en-GB", "nl", "fr", "ru", "sv-SE", ""])
def test_the_usual_zone_is_one(locale: str) -> None:
    assert find_zone(usual_zone(locale)) == usual_zone(locale)


def test_when_a_notice_may_ring() -> None:
    night, day = at("2026-11-20 23:00"), at("2026-11-20 12:00")
    quiet = Preferences(quiet=QuietHours(22, 8, "UTC"))
    assert DEFAULTS.rings_from(night) == night
    assert quiet.rings_from(day) == day
    assert quiet.rings_from(night) == at("2026-11-21 08:00")
    assert Preferences(notices=False).rings_from(day) is None


@pytest.mark.parametrize(
    ("language", "preset", "index"),
    [
        ("nl", "kingen", Index.BELGIAN),
        ("nl", "kingen-iwwa", Index.BELGIAN),
        ("fr", "dubbelkingen", Index.BELGIAN),
        ("fr", "whist-walloon", Index.BELGIAN),
        ("nl", "whist-flemish", Index.BELGIAN),
        ("nl", "whisthub-king", Index.BELGIAN),
        ("nl", "denexa-king", Index.ENGLISH),
        ("fr", "russian-king", Index.ENGLISH),
        ("ru", "kingen", Index.RUSSIAN),
        ("ru", "denexa-king", Index.RUSSIAN),
        ("en", "kingen", Index.ENGLISH),
    ],
)
def test_letters_on_the_cards_by_language_and_game(language: str, preset: str, index: Index) -> None:
    assert usual_index(language, preset) is index
    assert DEFAULTS.card_style(language, preset) == CardStyle(index)


def test_letters_on_the_cards_by_choice() -> None:
    chosen = Preferences(index="dutch", colours="four", large=True, back="emblem")
    assert chosen.card_style("ru", "kingen") == CardStyle(Index.DUTCH, Colours.FOUR, True, Back.EMBLEM)


def test_the_first_choice_is_the_default() -> None:
    assert all(getattr(DEFAULTS, name) == values[0] for name, values in Preferences.choices().items())
    assert all(
        getattr(ServerSettings(), name) == values[0] for name, values in ServerSettings.choices().items()
    )


def test_the_defaults_are_not_written_down() -> None:
    assert DEFAULTS.stored() == {} and ServerSettings().stored() == {}
    assert Preferences.read({}) == DEFAULTS and ServerSettings.read({}) == ServerSettings()


def test_what_is_stored_is_read_again() -> None:
    for name, values in Preferences.choices().items():
        for value in values:
            one = DEFAULTS.changed(name, value)
            assert Preferences.read(json.loads(json.dumps(one.stored()))) == one
    for name, values in ServerSettings.choices().items():
        for value in values:
            changed = ServerSettings().changed(name, value)
            assert ServerSettings.read(json.loads(json.dumps(changed.stored()))) == changed
    ours = ServerSettings(game="Friday", role_id=7, channels=(2, 3))
    assert ServerSettings.read(json.loads(json.dumps(ours.stored()))) == ours
    quiet = Preferences(quiet=QuietHours(22, 8, "UTC+02:00"))
    assert Preferences.read(json.loads(json.dumps(quiet.stored()))) == quiet


@pytest.mark.parametrize(
    "stored",
    [
        {"large": "yes"},
        {"large": 1},
        {"back": None},
        {"index": ["english"]},
        {"quiet": [22, 8]},
        {"quiet": "late"},
        {"quiet": [22, "8", "UTC"]},
        {"unheard": True},
    ],
)
def test_what_is_not_understood_is_the_default(stored: dict[str, object]) -> None:
    assert Preferences.read(stored) == DEFAULTS


@pytest.mark.parametrize(
    "stored",
    [
        {"pace": "at leisure"},
        {"game": 7},
        {"role_id": "7"},
        {"channels": [2, "3"]},
        {"channels": 2},
        {"openers": None},
        {"unheard": "x"},
    ],
)
def test_what_is_not_understood_of_a_server_is_the_default(stored: dict[str, object]) -> None:
    assert ServerSettings.read(stored) == ServerSettings()


def test_every_choice_is_found_again_as_it_is_written() -> None:
    for defaults in (DEFAULTS, ServerSettings()):
        for name, values in defaults.choices().items():
            for value in values:
                assert getattr(defaults.changed_to(name, text_of(value)), name) == value
        for name, text in (
            ("language", "volapük"),
            ("nothing", "yes"),
            ("quiet", "none"),
            ("game", "kingen"),
        ):
            with pytest.raises(ValueError, match=name):
                defaults.changed_to(name, text)


@pytest.mark.parametrize(("name", "value"), [("back", "tartan"), ("quiet", "late"), ("nothing", True)])
def test_what_cannot_be_chosen(name: str, value: str | bool) -> None:
    with pytest.raises(ValueError, match=name):
        DEFAULTS.changed(name, value)
