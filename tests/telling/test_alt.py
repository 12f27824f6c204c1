"""Alt texts say what the pictures show, most needed first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

import pytest

from bot.engine.cards import RANK_LETTERS, RANK_OF, SUIT_OF, members
from bot.engine.game import AWAITS_DECK, OVER
from bot.engine.registry import make_rules, new_game
from bot.pictures.values import (
    AuctionCell,
    CardOnTable,
    HandPicture,
    Picture,
    Plate,
    RankingPicture,
    ScoreSheet,
    Seated,
    SheetRow,
    TableLabels,
    TablePicture,
    TrickPicture,
)
from bot.tables.model import Seat, TableFacts
from bot.telling import phrases
from bot.telling.alt import alt_text, sentences
from bot.telling.phrases import ALT_LONGEST
from bot.telling.scenes import score_sheet
from bot.words.catalogue import words_for
from tests.pictures.by_name import SAMPLES, Samples
from tests.telling.view_models import at_table

WORDS = words_for("en")
NOT_SAID = (
    "totals_word", "places_word", "form_word", "contract_sign", "heads", "style",
    "ticks", "along", "hours", "less often", "oftener",
)  # fmt: skip
LONG_NAME = "Maximiliaan-Alexander van der St"


def whole(value: Picture) -> str:
    """All that is said of a picture, also where Discord takes only the beginning."""
    return " ".join(sentences(WORDS, value))


def strings(value: Any) -> Iterator[str]:
    """Every word and figure in a value. What stands beside numbers or a drawn suit the alt text says in its
    own words, and so what stands above columns, a contract's sign by its name, a style not at all; ``empty``
    is drawn only where there are no cards."""
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from strings(one)
    elif is_dataclass(value) and not isinstance(value, TableLabels):
        for field in fields(value):
            own = field.name in NOT_SAID or (
                field.name == "trump_word" and getattr(value, "trump", None) is not None
            )
            drawn = field.name != "empty" or not getattr(value, "cards", ())
            drawn &= field.name != "seats" or getattr(value, "auction", None) is None
            if not own and drawn:
                yield from strings(getattr(value, field.name))


@pytest.mark.parametrize("name", SAMPLES)
def test_every_word_and_figure_of_a_picture_is_in_its_alt_text(name: str) -> None:
    text = whole(SAMPLES[name])
    for said in strings(SAMPLES[name]):
        assert said in text or f". {said[0].upper()}{said[1:]}" in text, said


@pytest.mark.parametrize("name", Samples("hand", HandPicture))
def test_a_sentence_begins_with_a_capital_and_a_name_as_it_is_written(name: str) -> None:
    hand = SAMPLES[name]
    assert isinstance(hand, HandPicture) and not any(one[0].islower() for one in sentences(WORDS, hand))
    small = replace(hand, seats=tuple(replace(one, name="ann") for one in hand.seats), costs=("ann: 5",))
    assert "ann: 5." in sentences(WORDS, small) or not hand.seats


@pytest.mark.parametrize("name", Samples("hand", HandPicture))
def test_the_cards_of_a_hand_and_which_may_be_played(name: str) -> None:
    value = SAMPLES[name]
    assert isinstance(value, HandPicture)
    text = whole(value)
    for lying in value.trick:
        assert f"{value.seats[lying.seat].name} {phrases.card_name(WORDS, lying.card)}" in text
    held = text.partition("Your cards: ")[2].partition(". ")[0]
    assert _read(held) == list(value.cards)
    legal = [card for card in value.cards if value.choosing and value.legal >> card & 1]
    said = text.partition("You may play ")[2].partition(".")[0]
    if len(legal) == len(value.cards) > 1:
        assert said == "any card"
    else:
        assert _read(said) == legal
    if value.winning is not None:
        assert f"{value.seats[value.trick[value.winning].seat].name} is winning the trick" in text
    if value.trump is not None:
        assert f"Trumps are {phrases.suit_name(WORDS, value.trump)}" in text


def _read(text: str) -> list[int]:
    """The cards that «hearts: ace, ten; clubs: two» names."""
    suits = {phrases.suit_name(WORDS, suit): suit for suit in range(4)}
    ranks = {WORDS(f"rank.{letter}"): rank for rank, letter in enumerate(RANK_LETTERS)}
    found: list[int] = []
    for holding in filter(None, text.rstrip(".").split("; ")):
        suit, _, held = holding.partition(": ")
        found += [suits[suit] * 13 + ranks[rank] for rank in held.split(", ")]
    assert all(SUIT_OF[card] * 13 + RANK_OF[card] == card for card in found)
    return found


@pytest.mark.parametrize("name", Samples("table", TablePicture))
def test_what_each_seat_of_a_table_shows(name: str) -> None:
    value = SAMPLES[name]
    assert isinstance(value, TablePicture)
    text = whole(value)
    for plate in value.plates:
        said = next(
            part for part in text.split(". ") if part.startswith(f"{plate.name}: tricks {plate.tricks}")
        )
        assert f"total {plate.total}" in said
        assert ("this deal" in said) == bool(plate.points) and plate.points in said
        assert ("plays the contract" in said) == plate.bidder
        assert ("dealer" in said) == plate.dealer
        assert ("robot" in said) == (plate.robot is not None or "robot" in plate.note)
        assert plate.note in said
        left = f"{plate.cards_left} card{'' if plate.cards_left == 1 else 's'} left"
        assert (left in said) == (plate.cards_left > 0)
    for played in (*value.trick, *value.shown):
        assert f"{value.plates[played.seat].name} {phrases.card_name(WORDS, played.card)}" in text
    if value.open_hand:
        holder = value.plates[value.open_hand[0].seat].name
        held = text.partition(f"{holder}'s cards, face up: ")[2].partition(". ")[0]
        assert _read(held) == [played.card for played in value.open_hand]


def test_a_hand_laid_open_by_another() -> None:
    value = SAMPLES["hand-open-misere"]
    assert isinstance(value, HandPicture) and value.open_hand
    held = whole(value).partition(f"{value.open_word}: ")[2].partition(". ")[0]
    assert _read(held) == list(value.open_hand)


def test_an_auction_round_by_round_and_what_stands() -> None:
    shown = [one for one in SAMPLES.values() if isinstance(one, HandPicture | TablePicture) and one.auction]
    assert {type(one) for one in shown} == {HandPicture, TablePicture}
    for value in shown:
        auction, text = value.auction, whole(value)
        assert auction is not None and auction.standing in text
        assert text.index(auction.standing) < text.index("Bidding order") <= text.rindex(auction.names[-1])
        for number, row in enumerate(auction.rows, start=1):
            cells = zip(auction.names, row, strict=True)
            said = [f"{name}: {_bid(cell)}" for name, cell in cells if cell.text]
            assert f"Round {number}: {', '.join(said)}." in text


def _bid(cell: AuctionCell) -> str:
    bid = cell.text if cell.suit is None else f"{cell.text} {phrases.suit_name(WORDS, cell.suit)}"
    return f"{bid} (highest)" if cell.standing else bid


def test_a_seat_with_one_card_and_one_with_none() -> None:
    plates = (Plate("Ann", "12", "−1", "−3", cards_left=1), Plate("Bram", "0", "0", "0"))
    labels = TableLabels("tricks", "deal", "total")
    text = whole(TablePicture("No tricks", "Deal 1 of 10", plates, labels))
    assert "Ann: tricks 12, this deal −1, total −3, 1 card left." in text
    assert "Bram: tricks 0, this deal 0, total 0." in text


@pytest.mark.parametrize("name", Samples("sheet", ScoreSheet))
def test_a_sheet_gives_each_deal_with_its_points_totals_and_dealer(name: str) -> None:
    value = SAMPLES[name]
    assert isinstance(value, ScoreSheet)
    text = whole(value)
    parts = text.split(". ")
    for row in value.rows:
        head = f"{row.number} {row.label}"
        assert head in text
        if any(row.points):
            line = next(one for one in parts if one.startswith((f"{head}:", f"{head},")))
            line = line.removesuffix(".")
            assert f": {' '.join(row.points)}; total {' '.join(row.totals)}" in line
            assert row.trump is None or phrases.suit_name(WORDS, row.trump) in line
            assert row.dealer is None or f"dealer {value.names[row.dealer]}" in line
            assert ("played by " in line) == bool(row.bidders)
            assert all(value.names[seat] in line.partition("played by ")[2] for seat in row.bidders)
    for player, total in zip(value.names, value.totals, strict=True):
        assert f"{player} {total}" in text


def test_a_ledger_says_who_has_named_what_and_what_is_left() -> None:
    text = whole(SAMPLES["sheet-ledger"])
    value = SAMPLES["sheet-ledger"]
    assert isinstance(value, ScoreSheet) and value.ledger is not None
    *contracts, negatives, trumps = value.ledger.rows
    for row, most in ((negatives, 3), (trumps, 2)):
        named = [f"{name} {times} of {most}" for name, times in zip(value.names, row.named, strict=True)]
        assert f"{row.label}: {', '.join(named[:-1])}, and {named[-1]}." in text
    assert any(any(row.named) for row in contracts)
    for row in contracts:
        named = [f"{name} {times}" for name, times in zip(value.names, row.named, strict=True) if times]
        assert f"{row.label}, {row.left}" + (f": {' and '.join(named)}." if named else ".") in text
    last = [row for row in value.rows if any(row.points)][-1]
    parts = [
        text.index(part)
        for part in (
            "Totals",
            "Named so far",
            f"{contracts[-1].label}, {contracts[-1].left}",
            f"6 {last.label}",
        )
    ]
    assert parts == sorted(parts)


@pytest.mark.parametrize("name", Samples("trick", TrickPicture))
def test_a_trick_in_order_of_play_and_who_took_it(name: str) -> None:
    value = SAMPLES[name]
    assert isinstance(value, TrickPicture)
    text = whole(value)
    places = [text.index(f"{one.name} {phrases.card_name(WORDS, one.card)}") for one in value.cards]
    assert places == sorted(places)
    assert value.caption in text


@pytest.mark.parametrize("name", Samples("ranking", RankingPicture))
def test_C17_a_ranking_is_told_from_the_lowest_bid_to_the_highest(name: str) -> None:
    value = SAMPLES[name]
    assert isinstance(value, RankingPicture)
    every = sentences(WORDS, value)
    told = every[2:-1]
    assert every[:2] == [f"{value.title}.", f"{value.subtitle}."]
    assert every[-1] == f"{value.suits_word}: spades, clubs, diamonds, hearts."
    for bid, sentence in zip(value.bids, told, strict=True):
        name, *facts = sentence.rstrip(".").split(", ")
        assert name == f"{bid.rank}: {bid.facts.bid}"
        assert f"pays {bid.facts.pays}" in facts
        assert bid.facts.tricks in bid.facts.bid.split() or f"tricks: {bid.facts.tricks}" in facts
        first = next(one for one in value.bids if one.contract_sign == bid.contract_sign)
        assert (bid.facts.players in facts) == (bid == first)
        assert (f"trumps: {bid.facts.trumps}" in facts) == (bid == first)


def test_a_podium_gives_the_places_best_first() -> None:
    text = whole(SAMPLES["podium"])
    assert text.startswith("Хелена wins. Kingen. Place 1: Хелена, +7. Place 2: Lena, −1.")
    assert "Place 3: Ömer, −2, easy robot. Place 4: Bram, −4. Хелена: best deal\xa0+7, worst\xa0−3." in text


# Discord takes 1024 characters


def test_the_fullest_hand_fits() -> None:
    hand = HandPicture(
        title="No king of hearts · Deal 5 of 9",
        cards=tuple(range(51, 34, -1)),
        legal=(1 << 52) - 1,
        choosing=True,
        seats=(Seated(LONG_NAME, "10", dealer=True, to_move=True, bidder=True),) * 5,
        trick=(CardOnTable(3, 5), CardOnTable(4, 11)),
        trick_word="Led",
        led=1,
        winning=1,
        trump=3,
        trump_word="Trumps",
        caption="Your turn: the rules allow only some of your cards",
    )
    assert len(alt_text(WORDS, hand)) <= ALT_LONGEST


def _sheet(deals: int, players: int, name: str) -> ScoreSheet:
    row = SheetRow("No king of hearts", ("−13",) * players, ("−104",) * players, dealer=0)
    return ScoreSheet(
        title="Score sheet",
        subtitle=f"Double king · {deals} of {deals} deals",
        names=(name,) * players,
        rows=tuple(replace(row, number=str(number)) for number in range(1, deals + 1)),
        totals_word="Total",
        totals=("−104",) * players,
        places_word="Place",
        places=("1",) * players,
        caption="The game is over",
    )


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_whole_game_of_kingen_fits(players: int) -> None:
    random = Random(players)
    game = new_game(make_rules("kingen", players, {}), 0)
    while game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
        else:
            game.apply(random.choice(members(game.legal())))
    seats = tuple(Seat(name) for name in ("Ann", "Bram", "Chloé", "Dmitri", "Eveline")[:players])
    facts = TableFacts(1, 1, 2, 3, "kingen", players, "", 0.0, seats=seats, title="W" * 32)
    text = alt_text(WORDS, score_sheet(at_table(WORDS, facts, game.view(None)), range(1, players + 1)))
    assert f"{'W' * 32} · " in text
    assert len(text) <= ALT_LONGEST


@pytest.mark.parametrize("name", ["Ann", LONG_NAME])
def test_of_a_sheet_too_long_the_totals_the_places_and_the_latest_deals_remain(name: str) -> None:
    every = sentences(WORDS, _sheet(20, 4, name))
    cut = alt_text(WORDS, _sheet(20, 4, name))
    assert len(cut) <= ALT_LONGEST < len(" ".join(every))
    assert cut.endswith("in /settings, then press Scores.")
    assert cut.startswith("The game is over. Score sheet.")
    for said in (f"Totals: {name} −104", f"Places: {name} 1", "20 No king of hearts", "19 No king of hearts"):
        assert said in cut


def test_of_a_table_too_long_what_lies_there_and_who_is_to_move_remain() -> None:
    plate = Plate(
        LONG_NAME, "10", "−10", "−104", dealer=True, to_move=True, cards_left=10, robot="teacher",
        note="away (robot)",
    )  # fmt: skip
    value: Picture = TablePicture(
        title="No king of hearts",
        subtitle="Deal 5 of 11 · Kingen (IWWA rules)",
        plates=(plate,) * 5,
        labels=TableLabels("tricks", "deal", "total"),
        trick=tuple(CardOnTable(seat, 13 * (seat % 4) + 11) for seat in range(5)),
        winning=3,
        trump=2,
        trump_word="Trumps",
        shown=(CardOnTable(0, 49),),
        caption=f"{LONG_NAME} to play",
    )
    cut = alt_text(WORDS, value)
    assert len(cut) <= ALT_LONGEST
    assert cut.startswith(f"{LONG_NAME} to play. No king of hearts.")
    for played in value.trick:
        assert phrases.card_name(WORDS, played.card) in cut
    assert "is winning the trick" in cut and f"{LONG_NAME}: tricks 10" in cut
