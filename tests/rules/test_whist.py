"""The rules of Colour Whist as they are told agree with the engine, in both presets and with any options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.engine.cards import CLUBS, DIAMONDS, HEARTS, PAROLE, PASS, SPADES, SUIT_MASK_OF, SUIT_MASKS, members
from bot.engine.game import AWAITS_DECK, OVER, DealResult, View
from bot.engine.options import Rules
from bot.engine.play import Game
from bot.engine.registry import make_rules, new_game, presets
from bot.engine.whist.auction import Auction
from bot.engine.whist.contracts import ALL_TRICKS, NEGATIVE, TOGETHER, Bid, PlayedContract, WhistContract
from bot.engine.whist.game import whist_detail, whist_result
from bot.engine.whist.presets import FAMILY, allowed, whist_preset
from bot.pictures.values import HandPicture, RankedBid, RankingPicture
from bot.rules.book import RulePage, example_seats
from bot.rules.whist import pages
from bot.rules.whist.auction import auction_topics, payment_lines
from bot.rules.whist.examples import AUCTIONS, auctions, free_to_play, payments, special_payments
from bot.rules.whist.lines import bids_of, contract_lines, deal_lines, kind_name, kinds, ladder
from bot.telling import phrases
from bot.words.catalogue import Words, words_for
from tests.properties import tries
from tests.telling.some_rules import some_rules
from tests.telling.view_models import model

WORDS = words_for("en")
SEATS = example_seats(WORDS, 4)
PRESETS = [preset.name for preset in presets() if preset.family == FAMILY]
TABLES = [(name, 4) for name in PRESETS]
often = tries(20)


def told(words_key: str, lines: list[str], **values: object) -> bool:
    """Whether just that sentence is among the lines."""
    return WORDS(words_key, **values) in lines


def played(rules: Rules, seed: int, deals: int) -> Iterator[Game]:
    """So many deals at random, thrown-in ones too, stopping before every act of a seat. Passing is rarer
    than by chance alone, so that bids come up."""
    random = Random(seed)
    game = new_game(rules, seed % 4)
    while len(game.results) < deals and game.turn != OVER:
        if game.turn == AWAITS_DECK:
            game.deal(random.sample(members(game.pack), game.pack.bit_count()))
            continue
        yield game
        legal = members(game.legal())
        speaks = [action for action in legal if action != PASS]
        game.apply(random.choice(speaks if speaks and random.random() < 0.6 else legal))


# The ranking


@often
@given(some_rules(TABLES), st.integers(0, 10**6))
def test_C17_bids_climb_the_ladder_that_is_told(rules: Rules, seed: int) -> None:
    rungs = {bid.name: number for number, row in enumerate(ladder(rules)) for bid in row}
    for game in played(rules, seed, deals=12):
        view = game.view(game.turn)
        if view.phase != "bidding":
            continue
        auction = whist_detail(view).auction
        for bid in auction.bids(game.turn).values():
            assert bid.name in rungs
            if auction.standing is not None:
                assert rungs[bid.name] >= rungs[auction.standing.name]


@often
@given(some_rules(TABLES))
def test_C17_every_rung_can_be_bid(rules: Rules) -> None:
    opened = Auction.opened(allowed(rules), 1, 4, None)
    for kind in (WhistContract.PAIR, WhistContract.SOLO, WhistContract.ABONDANCE):
        standing = None
        for bid in bids_of(rules, kind):
            at_spades = replace(bid, suit=SPADES)
            assert replace(opened, standing=standing).lowest(kind, SPADES) == at_spades
            standing = at_spades
        assert replace(opened, standing=standing).lowest(kind, SPADES) is None
    first_turn = {bid.kind for bid in opened.bids(1).values()}
    others = {WhistContract.PAIR, WhistContract.SOLO, WhistContract.TROEL}
    assert first_turn == set(kinds(rules)) - others


def shown_bids(rules: Rules) -> dict[str, RankedBid]:
    """The rows of the ranking's picture, by the bids' names."""
    (telling,) = pages.worked(rules, RulePage(pages.RANKING), None)
    sentence, picture = telling(WORDS)
    assert not sentence and isinstance(picture, RankingPicture)
    assert picture.suits == (SPADES, CLUBS, DIAMONDS, HEARTS)
    bids = [bid.name for row in ladder(rules) for bid in row]
    return dict(zip(bids, picture.bids, strict=True))


@often
@given(some_rules(TABLES))
def test_C17_the_picture_of_the_ranking_has_a_row_for_each_bid(rules: Rules) -> None:
    rows = shown_bids(rules)
    for rank, row in enumerate(ladder(rules), 1):
        for place, bid in enumerate(row):
            shown = rows[bid.name]
            assert shown.facts.bid == phrases.contract_name(WORDS, bid.name)
            assert (shown.rank, shown.contract_sign) == (str(rank), bid.kind)
            assert shown.beside == (place > 0)
    assert ("solo-5" in rows) == (rules["solo-minimum"] == "5")
    for option in ("small-misere", "piccolo"):
        assert (option in rows) == (rules[option] == "yes")


@pytest.mark.parametrize(
    ("name", "pays"),
    [
        ("whist-walloon", "8 11 4 14 5 17 6 20 7 8 26 10 12 15 20 16 24 30 60"),
        ("whist-flemish", "2 2 2 2 2 2 2 2 2 4 3 3 3 3 5 4 10 20"),
    ],
)
def test_C23_to_C25_the_ranking_shows_what_each_opponent_pays(name: str, pays: str) -> None:
    """Thirteen together take all tricks, and a troel is a troel: in Flanders both pay double."""
    rows = shown_bids(make_rules(name, 4, {}))
    assert [row.facts.pays for row in rows.values()] == pays.split()


@often
@given(some_rules(TABLES), st.integers(0, 10**6))
def test_the_columns_of_the_ranking_are_what_happens_in_a_deal(rules: Rules, seed: int) -> None:
    rows, results = shown_bids(rules), list[DealResult]()
    for game in played(rules, seed, deals=8):
        results, view = game.results, game.view(None)
        detail = whist_detail(view)
        if view.phase != "play" or detail.bid is None:
            continue
        facts = rows[detail.bid.name].facts
        bidders = {"with a partner": {2}, "alone": {1}, "one or more": {1, 2, 3, 4}}[facts.players]
        assert len(detail.bidders) in bidders
        assert str(detail.target) in facts.tricks.split()
        trumps = {"none": {False}, "suit bid": {True}, "suit bid or none": {True, False}}
        assert (view.trump is not None) in trumps.get(facts.trumps, {True})
        assert (facts.trumps == "partner's choice") == (detail.bid.kind is WhistContract.TROEL)
    for deal in results:
        result = whist_result(deal)
        together = 2 if result.bid is not None and result.bid.kind in TOGETHER else 1
        if result.bid is None or len(result.bidders) != together or result.multiplier > 1:
            continue
        if sum(deal.tricks[seat] for seat in result.bidders) == result.target:
            pays = int(rows[result.bid.name].facts.pays)
            assert {payment.amount for payment in result.payments} == {pays}


# The auction


def auction_lines(words: Words, rules: Rules) -> list[str]:
    """All that is said of the auction."""
    return [line for lines in auction_topics(words, rules).values() for line in lines]


@often
@given(some_rules(TABLES))
def test_C10_passe_parole_is_told_just_where_it_may_be_said(rules: Rules) -> None:
    needs_eleven = auctions(rules)[-1]
    lines = auction_lines(WORDS, rules)
    assert bool(needs_eleven.legal >> PAROLE & 1) == any("passe parole" in line for line in lines)


@often
@given(some_rules(TABLES), st.integers(0, 10**6))
def test_C08_a_suit_is_proposed_as_often_as_is_told(rules: Rules, seed: int) -> None:
    lines = auction_lines(WORDS, rules)
    (line,) = [line for line in lines if line.startswith("Not accepted")]
    found = re.search(r"may be proposed (\d) times at most", line)
    most = int(found[1]) if found else 1
    assert found or "may be proposed once" in line
    for game in played(rules, seed, deals=6):
        for speaker in whist_detail(game.view(None)).auction.speakers:
            assert all(speaker.proposed.count(suit) <= most for suit in speaker.proposed)


@often
@given(some_rules(TABLES))
def test_C14_the_contracts_named_are_those_of_the_table(rules: Rules) -> None:
    lines = auction_lines(WORDS, rules)
    said = " ".join(lines)
    for kind in NEGATIVE:
        assert (WORDS(f"rules.kind.{kind}") in said) == (kind in kinds(rules))
    both = {WhistContract.SMALL_MISERE, WhistContract.PICCOLO} <= set(kinds(rules))
    assert told("rules.whist.auction.cancels", lines) == both
    assert ("small slam" in said) == (WhistContract.SMALL_SLAM in kinds(rules))
    assert f"*solo* is for {rules['solo-minimum']} to 8 tricks" in said


# Contracts


def amount_told(made: str, target: int, tricks: int) -> int:
    """What a sentence about a made contract says for so many tricks."""
    first, *others = made.split(", ")
    amount = int(first.split()[0])
    for part in others:
        if found := re.fullmatch(r"(\d+) more for each trick over", part):
            amount += int(found[1]) * (tricks - target)
    for part in others:
        if found := re.fullmatch(r"(\d+) for (all )?(\d+)( or more)?", part):
            worth, at, more = int(found[1]), int(found[3]), found[4]
            amount = worth if tricks == at or (more and tricks > at) else amount
    return amount


def loss_told(lost: str, short: int) -> int:
    """What a sentence about a lost contract says for so many tricks short."""
    if lost == "nothing":
        return 0
    numbers = [int(number) for number in re.findall(r"\d+", lost)]
    return numbers[0] + (numbers[1] * short if len(numbers) > 1 else 0)


def worth_told(rules: Rules, bid: Bid) -> tuple[str, str]:
    """What the page of a contract says of a bid made and lost."""
    lines = contract_lines(WORDS, rules, bid.kind)
    name = phrases.contract_name(WORDS, bid.name)
    (line,) = [
        line for line in lines if line.startswith((f"**{name}** made: ", "Made: ")) and "Lost: " in line
    ]
    made, lost = line.rstrip(".").split(". Lost: ")
    return made.partition("ade: ")[2], lost


@pytest.mark.parametrize("name", PRESETS)
def test_C23_C24_the_amounts_in_the_sentences_are_those_that_are_paid(name: str) -> None:
    rules = make_rules(name, 4, {})
    tariff = whist_preset(rules).tariff
    for bid in (bid for row in ladder(rules) for bid in row):
        made, lost = worth_told(rules, bid)
        for tricks in range(ALL_TRICKS + 1):
            bidders = (0, 1) if bid.kind in (WhistContract.PAIR, WhistContract.TROEL) else (0,)
            one = PlayedContract(bid, bidders, bid.target, False, False, (tricks, 0, 13 - tricks, 0))
            stake = one.stake(tariff, bidders) // one.multiplier(tariff)
            if one.made(bidders):
                assert stake == amount_told(made, bid.target, tricks), (bid.name, tricks, made)
            else:
                assert -stake == loss_told(lost, bid.target - tricks), (bid.name, tricks, lost)


def test_C23_amounts_read_as_people_say_them() -> None:
    rules = make_rules("whist-walloon", 4, {})
    assert worth_told(rules, Bid(WhistContract.PAIR, 8)) == (
        "8 points, 3 more for each trick over, 26 for all 13",
        "8 points, 3 more for each trick short",
    )
    assert worth_told(rules, Bid(WhistContract.PAIR, 12))[0] == "20 points, 26 for all 13"
    assert worth_told(rules, Bid(WhistContract.SOLO, 6))[0] == "4 points, 5 for 7, 7 for 8 or more"
    assert worth_told(rules, Bid(WhistContract.TROEL)) == ("16 points, 26 for all 13", "nothing")


@pytest.mark.parametrize("name", PRESETS)
def test_C22_the_tricks_asked_are_told(name: str) -> None:
    rules = make_rules(name, 4, {})
    for kind in kinds(rules):
        asked = contract_lines(WORDS, rules, kind)[0]
        first, last = bids_of(rules, kind)[0].target, bids_of(rules, kind)[-1].target
        if kind in NEGATIVE:
            assert ("exactly one" in asked, "no tricks" in asked) == (first == 1, first == 0)
        else:
            assert f"{first} to {last}" in asked if first != last else f"{first} tricks" in asked
    low = whist_preset(rules).tariff.low_troel
    assert ("8 are enough" in contract_lines(WORDS, rules, WhistContract.TROEL)[0]) == (low == 8)


@pytest.mark.parametrize("aces", ["highest-heart", "king", "no"])
def test_C02_what_four_aces_do_is_told(aces: str) -> None:
    lines = contract_lines(
        WORDS, make_rules("whist-walloon", 4, {"troel-four-aces": aces}), WhistContract.TROEL
    )
    assert ("Four aces aren't announced." in lines) == (aces == "no")
    assert any("the highest heart" in line for line in lines) == (aces == "highest-heart")
    assert any("the highest king" in line for line in lines) == (aces == "king")


# The deal being played


@often
@given(some_rules(TABLES), st.integers(0, 10**6))
def test_what_is_told_of_a_deal_is_what_happens_in_it(rules: Rules, seed: int) -> None:
    for game in played(rules, seed, deals=8):
        view = game.view(None)
        detail = whist_detail(view)
        lines = pages.rule_lines(model(WORDS, view, SEATS))
        page = pages.page_of(view)
        assert page in pages.pages(rules)
        if detail.bid is None:
            assert page.key == pages.AUCTION
            assert told("rules.whist.troel-announced", lines) == (detail.troel is not None)
            continue
        assert page == RulePage(str(detail.bid.kind), contract=str(detail.bid.kind))
        first = lines[0]
        assert {seat for seat in range(4) if SEATS[seat].name in first} == set(detail.bidders)
        assert phrases.contract_name(WORDS, view.contract, view.trump) in first
        if detail.target is not None and detail.bid.kind not in NEGATIVE:
            assert f"need {detail.target} tricks" in lines[1]
        assert told("rules.whist.multiplied", lines, times=detail.multiplier) == (detail.multiplier > 1)
        assert told("rules.whist.discards", lines) == (detail.bid.kind is WhistContract.SMALL_MISERE)
        assert told("rules.wins.suit", lines) == (
            view.trump is None and detail.bid.kind is not WhistContract.TROEL
        )
        if view.phase == "play":
            assert_led_as_told(view, lines)


def assert_led_as_told(view: View, lines: list[str]) -> None:
    """Who leads, what is open, and that suit must be followed."""
    bidders = whist_detail(view).bidders
    leader = view.tricks[0].leader if view.tricks else view.trick.leader
    leaders = {
        "rules.whist.lead.eldest": (view.dealer + 1) % 4,
        "rules.whist.lead.bidder": bidders[0],
        "rules.whist.lead.partner": bidders[-1],
    }
    (key,) = [key for key in leaders if told(key, lines)]
    assert leader == leaders[key]
    lies_open = told("rules.whist.open", lines) and bool(view.tricks)
    assert view.shown == () if not lies_open else len(view.shown) == view.hand_sizes[bidders[0]]


@often
@given(some_rules(TABLES), st.integers(0, 10**6))
def test_C25_doubles_and_multipliers_are_told_where_they_are(rules: Rules, seed: int) -> None:
    lines = payment_lines(WORDS, rules)
    phases: set[str] = set()
    multipliers = {1}
    for game in played(rules, seed, deals=10):
        phases.add(game.view(None).phase)
        multipliers |= {whist_result(result).multiplier for result in game.results}
    assert told("rules.whist.doubles", lines) >= ("double" in phases)
    assert told("rules.whist.doubles", lines) == (rules["doubles"] == "yes")
    assert told("rules.whist.never-multiplies", lines) <= (multipliers == {1})
    assert told("rules.whist.never-multiplies", lines) == (rules.preset.name == "whist-walloon")


@often
@given(some_rules(TABLES), st.integers(0, 10**6))
def test_C26_a_deal_adds_up_to_nought_and_one_thrown_in_is_dealt_again(rules: Rules, seed: int) -> None:
    lines = payment_lines(WORDS, rules)
    assert told("rules.whist.sum", lines) and told("rules.whist.thrown-in", lines)
    results = None
    for game in played(rules, seed, deals=8):
        results = game.results
    assert results is not None
    for before, result in pairwise(results):
        if before.points is None:
            assert (result.dealer, result.deal) == (before.dealer, before.deal)
        else:
            assert sum(before.points) == 0 and result.dealer != before.dealer


@often
@given(some_rules(TABLES))
def test_C01_the_game_is_told_with_the_deals_and_batches_of_the_table(rules: Rules) -> None:
    said = " ".join(pages.game_lines(WORDS, rules))
    assert f"{rules['deals']} deals" in said
    first, *_, last = rules["batches"].split("-")
    assert re.search(rf"dealt {first}\b.* and {last} at a time", said)
    assert ("shuffled once" in said) == (rules["shuffle"] == "cut")
    assert new_game(rules, 0).view(None).deals == int(rules["deals"])


# Worked examples


@often
@given(some_rules(TABLES))
def test_a_hand_that_is_shown_may_really_play_any_card(rules: Rules) -> None:
    for kind in kinds(rules):
        view = free_to_play(rules, kind)
        assert view is not None, kind
        assert view.rules == rules and view.turn == view.seat
        assert whist_detail(view).bid == replace(bids_of(rules, kind)[0], suit=whist_suit(view, kind))
        assert view.legal == view.hand and not view.hand & SUIT_MASK_OF[view.trick.cards[0]]
        assert view.trump is None or view.hand & SUIT_MASKS[view.trump]
        telling, *_ = pages.worked(rules, RulePage(str(kind), contract=str(kind)), None)
        worked = telling(WORDS)
        assert worked.picture is not None
        assert ("Nobody has to trump" in worked.sentence) == (view.trump is not None)


def whist_suit(view: View, kind: WhistContract) -> int | None:
    """The suit of a bid: troel is bid without one."""
    return None if kind is WhistContract.TROEL else view.trump


@often
@given(some_rules(TABLES))
def test_a_payment_that_is_worked_out_is_the_engines(rules: Rules) -> None:
    tariff = whist_preset(rules).tariff
    for kind in kinds(rules):
        made, lost, *_ = payments(rules, kind)
        assert made.made and not lost.made
        for payment in (*payments(rules, kind), *special_payments(rules)):
            one = payment.played
            assert sum(payment.points) == 0
            assert sum(one.taken) == 13 - (one.bid.kind is WhistContract.SMALL_MISERE)
            assert min(one.taken) >= 0
            flow = [0] * 4
            for payer, payee, amount in one.payments(tariff):
                flow[payer] -= amount
                flow[payee] += amount
            assert tuple(flow) == payment.points
            assert payment.multiplier == one.multiplier(tariff)


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        (
            "whist-walloon",
            "pair",
            "with 10 tricks by Ann and Bram: Ann +14, Bram +14, Chloe −14, Daan −14.",
        ),
        (
            "whist-walloon",
            "pair",
            "with 7 tricks by Ann and Bram: Ann −11, Bram −11, Chloe +11, Daan +11.",
        ),
        ("whist-walloon", "small-misere", "made with 0 tricks by Ann: Ann +18, Bram −6, Chloe −6, Daan −6."),
        ("whist-flemish", "solo", "lost with 4 tricks by Ann: Ann −9, Bram +3, Chloe +3, Daan +3."),
        ("whist-flemish", "pair", "Ann +14, Bram +14, Chloe −14, Daan −14. Multiplied by 2: all 13 tricks"),
        ("whist-flemish", "troel", "Ann +18, Bram +18, Chloe −18, Daan −18. Multiplied by 3: troel, all 13"),
    ],
)
def test_C23_to_C25_payments_are_worked_out_as_the_rules_have_it(name: str, kind: str, sentence: str) -> None:
    rules = make_rules(name, 4, {})
    found = [telling(WORDS).sentence for telling in pages.worked(rules, RulePage(kind, contract=kind), None)]
    assert any(sentence in one for one in found), found


def test_C25_several_bidders_and_several_causes_are_worked_out() -> None:
    (several,) = pages.worked(make_rules("whist-walloon", 4, {}), RulePage(pages.PAYMENT), None)
    assert several(WORDS).sentence.endswith("Ann +24, Bram −24, Chloe 0, Daan 0.")
    _, doubled = pages.worked(make_rules("whist-flemish", 4, {}), RulePage(pages.PAYMENT), None)
    assert "Ann −12, Bram −12, Chloe +12, Daan +12. Multiplied by 3" in doubled(WORDS).sentence


@often
@given(some_rules(TABLES))
def test_everything_that_may_be_said_is_named_in_an_auction_that_is_shown(rules: Rules) -> None:
    assert sorted(number for shown in pages.SHOWN.values() for number in shown) == [*range(len(AUCTIONS))]
    tellings = [one for key in pages.SHOWN for one in pages.worked(rules, RulePage(key), None)]
    views = [auctions(rules)[number] for shown in pages.SHOWN.values() for number in shown]
    for telling, view in zip(tellings, views, strict=True):
        assert view.phase == "bidding" and view.turn == view.seat
        worked = telling(WORDS)
        assert isinstance(worked.picture, HandPicture) and worked.picture.auction is not None
        choices = worked.sentence.partition("may say: ")[2].rstrip(".").split("; ")
        proposals = [choice for choice in choices if choice.startswith("propose ")]
        suits = len(re.findall(r"clubs|diamonds|hearts|spades", " ".join(proposals)))
        assert len(choices) - len(proposals) + suits == view.legal.bit_count()
        for bid in whist_detail(view).auction.bids(view.seat or 0).values():
            assert phrases.contract_name(WORDS, bid.name, bid.suit) in choices


@pytest.mark.parametrize("name", PRESETS)
def test_a_page_is_looked_up_in_a_moment(name: str) -> None:
    rules = make_rules(name, 4, {"deals": "4"})
    for page in pages.pages(rules):
        started = perf_counter()
        pages.page_lines(WORDS, rules, page)
        pages.worked(rules, page, None)
        assert perf_counter() - started < 3  # with others at work; a thirtieth of it alone


def test_deal_lines_are_of_a_settled_contract_only() -> None:
    game = new_game(make_rules("whist-walloon", 4, {}), 0)
    with pytest.raises(AssertionError):
        deal_lines(model(WORDS, game.view(None), SEATS))
    assert kind_name(WORDS, WhistContract.SMALL_MISERE) == "Small misère"
