"""Every deal that can end has a headline, in every language, and it says what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

import pytest

from bot.engine.cards import CARD_OF_NAME, HEARTS, Card, members
from bot.engine.game import AWAITS_DECK, OVER, DealResult, Trick
from bot.engine.king.course import KingPreset, course_of
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.tables.model import Seat
from bot.telling.ending import headline
from bot.telling.phrases import ViewModel
from bot.words.catalogue import languages, words_for
from tests.engine.whist import (
    BOTH,
    FLEMISH,
    WALLOON,
    aces_with,
    arranged,
    auctions,
    lay_out,
    play_arranged,
    table,
    winners_for,
)
from tests.telling.view_models import model

NAMES = ("Ann", "Bruno", "Clara", "Dirk", "Eva")
SEATS = tuple(Seat(name, number) for number, name in enumerate(NAMES, start=1))
KING_TABLES = [
    (preset.name, players)
    for preset in presets()
    if isinstance(preset, KingPreset)
    for players in preset.players
]


def seen(game: Game, language: str = "en") -> ViewModel:
    return model(words_for(language), game.view(None), SEATS[: game.rules.players])


def deals_at_random(rules: Rules, seed: int) -> Iterator[Game]:
    """A whole game at random, stopping at the end of each deal."""
    random, game = Random(seed), new_game(rules, 0)
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            if game.results:
                yield game
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        else:
            game.apply(random.choice(members(game.legal())))
    yield game


def contracts_of(rules: Rules) -> set[str]:
    return {contract.name for deal in course_of(rules).deals for contract in deal.contracts}


@pytest.mark.parametrize(("preset", "players"), KING_TABLES)
def test_every_contract_of_the_king_family_has_a_headline(preset: str, players: int) -> None:
    rules = make_rules(preset, players, {})
    missing = contracts_of(rules)
    for seed in range(40):
        for game in deals_at_random(rules, seed):
            missing.discard(game.results[-1].contract)
            for language in languages():
                told = headline(seen(game, language), -1)
                assert any(name in told for name in NAMES) and not set(told) & set("{}"), told
            check_what_it_says(game)
        if not missing:
            return
    raise AssertionError(missing)


def check_what_it_says(game: Game) -> None:
    """Whoever took nothing, and whoever took most, is who the headline of a deal of hearts names."""
    result = game.results[-1]
    if result.contract != "hearts":
        return
    hearts = Counter(dict.fromkeys(range(game.rules.players), 0))
    for trick in result.played:
        hearts[trick.winner or 0] += sum(card // 13 == HEARTS for card in trick.cards)
    spared = [NAMES[seat] for seat, count in hearts.items() if not count]
    most = [NAMES[seat] for seat, count in hearts.items() if count == max(hearts.values())]
    told = headline(seen(game), -1)
    named = {name for name in NAMES if name in told}
    assert named == ({*spared} if len(spared) == 1 and "none" in told else {*most})


@pytest.mark.parametrize("preset", BOTH)
def test_every_contract_of_colour_whist_has_a_headline_made_and_lost(preset: str) -> None:
    for contract, (text, bidders, trump) in auctions(preset).items():
        for tricks in (0, 1, 4, 8, 12, 13):
            winners, holder = winners_for(bidders, tricks, bool(trump))
            game = table(preset, text, hands=arranged(winners, aces_with(holder, trump)))
            lay_out(game)
            play_arranged(game, winners)
            for language in languages():
                told = headline(seen(game, language), -1)
                assert NAMES[bidders[0]] in told and not set(told) & set("{}"), (contract, told)


@pytest.mark.parametrize(
    ("preset", "contract", "tricks", "told"),
    [
        (WALLOON, "pair-8", 10, "Ann and Bruno made 10 tricks, needing 8"),
        (WALLOON, "pair-8", 7, "Ann and Bruno were 1 trick short"),
        (FLEMISH, "pair-8", 13, "Ann and Bruno took all 13 tricks"),
        (WALLOON, "solo-6", 4, "Ann was 2 tricks short"),
        (WALLOON, "abondance-9", 9, "Ann made 9 tricks, needing 9"),
        (WALLOON, "piccolo", 1, "Ann made a piccolo"),
        (WALLOON, "piccolo", 0, "Ann lost a piccolo"),
        (WALLOON, "open-misere", 3, "Ann lost an open misère"),
        (WALLOON, "small-slam", 12, "Ann made a small slam"),
        (FLEMISH, "grand-slam", 12, "Ann lost a slam"),
    ],
)
def test_a_contract_of_colour_whist_is_told(preset: str, contract: str, tricks: int, told: str) -> None:
    text, bidders, trump = auctions(preset)[contract]
    winners, holder = winners_for(bidders, tricks, bool(trump))
    game = table(preset, text, hands=arranged(winners, aces_with(holder, trump)))
    lay_out(game)
    play_arranged(game, winners)
    assert headline(seen(game), -1) == told


def test_several_bidders_have_each_their_outcome() -> None:
    winners = [*[1] * 3, *[2] * 9]
    game = table(WALLOON, "N misere small; E misere small; S pass; W pass", hands=arranged(winners))
    lay_out(game)
    play_arranged(game, winners)
    assert headline(seen(game), -1) == "Ann made a small misère · Bruno lost a small misère"
    assert headline(seen(game, "fr"), -1) == "Ann a réussi la petite misère · Bruno a perdu la petite misère"


@pytest.mark.parametrize("preset", BOTH)
def test_a_deal_thrown_in_is_told(preset: str) -> None:
    game = table(preset, "N pass; E pass; S pass; W pass")
    assert headline(seen(game), 0) == "Nobody bid: the cards are thrown in"


# Deals of the King family, made up


def scored(rules: Rules, deal: int, contract: str, taken: Sequence[tuple[int, str]]) -> DealResult:
    """A deal that ended so: who took which of the cards that matter, trick by trick."""
    played = tuple(Trick(winner, tuple(map(card_of, cards.split())), winner) for winner, cards in taken)
    score = next(one for one in course_of(rules).deals[deal].contracts if one.name == contract)
    tricks = tuple(sum(winner == seat for winner, _ in taken) for seat in range(rules.players))
    points = tuple(score.points(played, rules.players))
    return DealResult(deal, 0, contract, score.trump, tricks, points, (), None, played, score.worth(played))


def card_of(name: str) -> Card:
    return CARD_OF_NAME[name]


RANKS = "23456789TJQKA"
EACH = [(number % 4, "") for number in range(13)]


def at(*winners: tuple[int, str]) -> list[tuple[int, str]]:
    """Thirteen tricks, the others going round."""
    return [*winners, *EACH[len(winners) :]]


def told_of(
    contract: str,
    taken: Sequence[tuple[int, str]],
    *,
    preset: str = "kingen",
    deal: int = 0,
    language: str = "en",
    **values: str,
) -> str:
    rules = make_rules(preset, 4, {name.replace("_", "-"): value for name, value in values.items()})
    game = new_game(rules, 0)
    view = replace(game.view(None), results=(scored(rules, deal, contract, taken),))
    return headline(model(words_for(language), view, SEATS[:4]), 0)


HALF = " ".join(f"{rank}H" for rank in RANKS[:6]), " ".join(f"{rank}H" for rank in RANKS[6:])


@pytest.mark.parametrize(
    ("contract", "deal", "taken", "told"),
    [
        ("king-of-hearts", 4, at((0, "KH")), "Ann caught the king of hearts"),
        ("hearts", 1, [(0, HALF[0]), (2, "7H 8H"), (3, "9H TH JH QH KH AH")], ("Bruno took none of "
                                                                              "the 13 hearts")),
        ("hearts", 1, [(0, HALF[0]), (2, HALF[1])], "Clara took 7 of the 13 hearts"),
        ("queens", 3, [(1, "QH QS QD QC")], "Bruno took all the queens"),
        ("queens", 3, [(1, "QH QS"), (2, "QD QC")], "Bruno and Clara each took 2 of the 4 queens"),
        ("kings-jacks", 2, [(1, "KH KS KD"), (2, "KC JC"), (3, "JD JH JS")],
         "Ann took none of the 8 kings and jacks"),
        ("tricks", 0, [(2, "")] * 7 + [(0, "")] * 3 + [(1, "")] * 2 + [(3, "")],
         "Clara took 7 of the 13 tricks"),
        ("tricks", 0, [(2, "")] * 7 + [(0, "")] * 3 + [(1, "")] * 3, "Dirk took none of the 13 tricks"),
        ("seventh-last", 5, at(*[(1, "")] * 7), "Bruno took trick 7, Ann the last one"),
        ("seventh-last", 5, [(3, "")] * 13, "Dirk took trick 7 and the last one"),
        ("trump", 6, [(2, "")] * 7 + [(0, "")] * 6, "Clara took 7 of the 13 tricks"),
    ],
)  # fmt: skip
def test_a_deal_of_kingen_is_told(contract: str, deal: int, taken: list[tuple[int, str]], told: str) -> None:
    assert told_of(contract, taken, deal=deal) == told


def test_another_sole_card_is_named() -> None:
    assert (
        told_of("king-of-hearts", at((1, "QS")), deal=4, sole_card="QS") == "Bruno caught the queen of spades"
    )


@pytest.mark.parametrize(
    ("contract", "deal", "taken", "told"),
    [
        ("last-two", 5, [(0, "")] * 7 + [(3, "")], "Ann took the second-last trick, Dirk the last one"),
        ("last-two", 5, [(0, "")] * 8, "Ann took the last two tricks"),
        ("eralash", 6, [(0, "KH QH"), *[(1, "")] * 7], "Bruno took 75 of the 140 points"),
        ("take-king-of-hearts", 11, [(2, "KH")], "Clara took the king of hearts"),
        ("take-hearts", 8, [(0, "7H 8H"), (2, "9H TH JH QH KH AH")], "Clara took 6 of the 8 hearts"),
        ("take-jacks", 9, [(0, "JH JS"), (2, "JD JC")], "Ann and Clara each took 2 of the 4 jacks"),
    ],
)
def test_a_deal_of_russian_king_is_told(
    contract: str, deal: int, taken: list[tuple[int, str]], told: str
) -> None:
    assert told_of(contract, taken, preset="russian-king", deal=deal) == told


def test_a_deal_played_down_is_about_who_took_none() -> None:
    taken = [(2, "")] * 7 + [(0, "")] * 3 + [(1, "")] * 3
    assert told_of("no-trump-down", taken, preset="denexa-king", deal=6) == "Dirk took none of the 13 tricks"
    assert told_of("no-trump", taken, preset="denexa-king", deal=6) == "Clara took 7 of the 13 tricks"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("nl", "Bruno haalde geen van de 13 harten"),
        ("fr", "Bruno n’a pris aucun des 13 cœurs"),
        ("ru", "Bruno не берёт ни одной червы из 13"),
    ],
)
def test_a_headline_is_in_its_readers_language(language: str, told: str) -> None:
    taken = [(0, HALF[0]), (2, "7H 8H"), (3, "9H TH JH QH KH AH")]
    assert told_of("hearts", taken, deal=1, language=language) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("nl", "Ann kreeg de hartenheer"),
        ("fr", "Ann a ramassé le roi de cœur"),
        ("ru", "Ann берёт кинга"),
    ],
)
def test_the_king_of_hearts_is_caught_in_every_language(language: str, told: str) -> None:
    assert told_of("king-of-hearts", at((0, "KH")), deal=4, language=language) == told
