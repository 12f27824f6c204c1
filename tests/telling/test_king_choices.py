"""What may be said before the play in the King family: few buttons, the rest folded, what each is worth."""

from __future__ import annotations

import pytest

from bot.engine.actions import ACTION_TEXTS
from bot.engine.cards import members
from bot.engine.play import Game
from bot.robots.registry import robot_of
from bot.telling.fitting import OPTION_LONGEST
from bot.telling.games.registry import teller_of
from bot.telling.games.teller import MOST_BUTTONS, Choices
from bot.words.catalogue import languages, words_for
from tests.telling.test_scenes import SEATS, TABLES, WORDS, played
from tests.telling.view_models import model

KINGS = [(name, players) for name, players in TABLES if "whist-" not in name]


def choices(game: Game, language: str = "en") -> Choices:
    view = game.view(game.turn)
    return teller_of(view.rules).choices(model(words_for(language), view, SEATS[: view.players]))


def choosing(name: str, players: int, phase: str = "") -> list[Game]:
    """Every state in which something is chosen."""
    phases = [(game.copy(), game.view(None).phase) for game in played(name, players) if game.turn >= 0]
    return [game for game, now in phases if now not in ("play", "discard") and phase in ("", now)]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("name", "players"), KINGS)
def test_everything_legal_is_offered_once_in_few_buttons_and_two_selects(
    name: str, players: int, language: str
) -> None:
    for game in choosing(name, players):
        offered = choices(game, language)
        every = [*offered.buttons, *(one for folded in offered.folded for one in folded.choices)]
        assert sorted(one.action for one in every) == sorted(members(game.legal()))
        assert len(offered.buttons) <= MOST_BUTTONS and len(offered.folded) <= 2
        for folded in offered.folded:
            assert 1 <= len(folded.choices) <= 25
            assert all(one.about and len(one.about) <= OPTION_LONGEST for one in folded.choices)
        suggested = {one.action for one in offered.buttons}
        assert robot_of(game.rules, "easy")(game.view(game.turn)) in suggested


def told(offered: Choices) -> dict[str, str]:
    return {ACTION_TEXTS[one.action]: one.about for folded in offered.folded for one in folded.choices}


def test_a_contract_says_what_it_costs_or_brings() -> None:
    found: dict[str, str] = {}
    for game in choosing("dubbelkingen", 4, "contract"):
        found |= told(choices(game))
    assert found["contract queens"] == "Avoid queens: each one in your tricks costs 2 points."
    assert found["contract king-of-hearts"].endswith("loses 5 points.")
    assert found["trump H"] == "Take tricks: each one is worth 1 point."


def test_an_offer_says_what_the_tricks_given_away_are_worth() -> None:
    for game in choosing("russian-king-orders", 4, "offers"):
        for text, about in told(choices(game)).items():
            assert about == f"You lose these tricks: −{8 * int(text.split()[1])}"


def test_an_auction_of_denexa_says_it_for_both_directions() -> None:
    found: dict[str, str] = {}
    for game in choosing("denexa-king", 4, "auction"):
        found |= told(choices(game))
    for text, about in found.items():
        tricks = int(text.split()[1])
        assert about == f"You lose these tricks: −{25 * tricks} if played up, +{75 * tricks} if down"


def test_up_and_down_say_what_they_pay() -> None:
    game = choosing("denexa-king", 4, "direction")[0]
    labels = [one.label for one in choices(game).buttons]
    assert labels == [WORDS("direction.up", points="25"), WORDS("direction.down", start="325", points="75")]
    assert labels == ["Up: +25 a trick", "Down: 325, minus 75 a trick"]
