"""What a hand tells in text mode, in random games of every preset and in auctions."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest
from discord import ui

from bot.discordkit.panel import Drawing
from bot.engine.cards import ACTION_OF_TEXT, RANK_LETTERS, RANK_OF, SUIT_OF, members
from bot.engine.game import View
from bot.engine.whist.game import whist_detail
from bot.people.settings import Preferences
from bot.tables.model import State
from bot.tables.ui import table_panel as hand
from bot.tables.ui import table_panel as replies
from bot.tables.ui.footer import CardButtons
from bot.telling import phrases, scenes
from bot.telling.alt import sentences
from bot.telling.ending import headline
from bot.telling.phrases import LABEL_LONGEST, TEXT_LONGEST
from bot.telling.scenes import plates
from bot.telling.text_mode import since_own_act
from tests.engine.whist import FLEMISH, WALLOON, auctions, redeal, table
from tests.telling.test_scenes import SEATS, TABLES, WORDS, facts, played
from tests.telling.view_models import at_table, model
from tests.telling.whist import SEATS as WHIST_SEATS

TEXT = Preferences(text_mode=True)
LONG_NAMES = tuple(replace(seat, name="W" * 32) for seat in SEATS)


def told(drawing: Drawing) -> str:
    """All the text of a panel, without the backslashes that keep names from being Markdown."""
    shown = [one.content for one in drawing.panel.walk_children() if isinstance(one, ui.TextDisplay)]
    return "\n".join(shown).replace("\\", "")


def text_hand(view: View, name: str, preferences: Preferences = TEXT, marked: int | None = None) -> Drawing:
    at = replace(facts(name, view.players), state=State.PLAYING)
    value = scenes.hand_picture(model(WORDS, view, at.seats, preferences), marked)
    return hand.hand(CardButtons(at_table(WORDS, at, view, preferences), marked), (value, b""))


def card_buttons(drawing: Drawing) -> dict[str, str]:
    """Label by action of the buttons that play a card, or mark it."""
    buttons = [one for one in drawing.panel.walk_children() if isinstance(one, ui.Button)]
    ids = {str(one.custom_id): one.label or "" for one in buttons}
    return {
        custom_id.split(":")[4]: label
        for custom_id, label in ids.items()
        if custom_id.startswith(("hh:act:", "hh:mark:"))
    }


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_a_hand_in_words_needs_no_picture_and_fits_in_a_message(name: str, players: int) -> None:
    for game in islice(played(name, players), 0, None, 7):
        if game.turn < 0:
            continue
        view = game.view(game.turn)
        drawing = text_hand(view, name)
        said = told(drawing)
        assert not drawing.files
        assert not any(isinstance(one, ui.MediaGallery) for one in drawing.panel.walk_children())
        assert drawing.panel.total_children_count <= 40 and len(said) < TEXT_LONGEST
        held = scenes.hand_order(model(WORDS, view, (), TEXT))
        assert phrases.cards_by_suit(WORDS, held) in said or not view.hand
        for seat, plate in enumerate(plates(model(WORDS, view, SEATS[:players]))):
            start = f"{SEATS[seat].name}: tricks {plate.tricks}"
            (line,) = (one for one in said.splitlines() if one.startswith(start))
            assert f"total {plate.total}" in line
        for card in view.trick.cards:
            assert phrases.card_name(WORDS, card) in said
        if view.phase == "play":
            legal = members(view.legal)
            names = {phrases.card_name(WORDS, card) for card in legal}
            assert set(card_buttons(drawing).values()) == names
            every = "You may play any card." in said
            assert every == (len(legal) == view.hand.bit_count() > 1)
            assert every or any(
                line.startswith("You may play ") and all(_in(line, card) for card in legal)
                for line in said.splitlines()
            )


def _in(line: str, card: int) -> bool:
    suit, rank = WORDS(f"suit.{'CDHS'[SUIT_OF[card]]}"), WORDS(f"rank.{RANK_LETTERS[RANK_OF[card]]}")
    return rank in line.partition(f"{suit}: ")[2].partition(";")[0]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_what_happened_since_ones_own_card_is_told_in_order_and_nothing_before(
    name: str, players: int
) -> None:
    cards_told = tricks_told = 0
    for game in played(name, players):
        if game.view(None).phase != "play":
            continue
        view = game.view(game.turn)
        line: list[tuple[int, int]] = []  # every card of the deal, and whose it was
        for trick in (*view.tricks, view.trick):
            line += [((trick.leader + place) % players, card) for place, card in enumerate(trick.cards)]
        own = [place for place, (seat, _) in enumerate(line) if seat == game.turn]
        if not own:
            continue
        happened = since_own_act(model(WORDS, view, SEATS[: view.players]))
        after = line[own[-1] + 1 :]
        cards = [one for one in happened if " plays " in one or " leads " in one]
        assert len(cards) == len(after) <= 2 * (players - 1)
        for sentence, (seat, card) in zip(cards, after, strict=True):
            assert sentence.startswith(SEATS[seat].name)
            assert sentence.endswith(f"{phrases.card_name(WORDS, card)}.")
        taken = [one for one in happened if f"trick {len(view.tricks)}." in one]
        assert len(taken) == 1 and len(happened) == len(cards) + 1
        winner = view.tricks[-1].winner
        assert winner is not None
        said = "You take" if winner == game.turn else f"{SEATS[winner].name} takes"
        assert taken[0].startswith(said)
        cards_told, tricks_told = cards_told + len(cards), tricks_told + 1
    assert cards_told and tricks_told


def test_before_ones_first_card_one_hears_what_came_of_the_deal_before() -> None:
    for game in played("kingen", 4):
        view = game.view(game.turn if game.turn >= 0 else None)
        if len(view.results) == 1 and game.turn >= 0 and len(view.trick.cards) == 3 and not view.tricks:
            own = model(WORDS, view, SEATS[: view.players])
            first, happened, *cards = since_own_act(own)
            points = phrases.result_points(own, view.results[0])
            assert first == f"Deal 1 is over, No tricks: {points}."
            assert happened == f"{headline(own, 0)}." and " of the 13 tricks" in happened
            assert len(cards) == 3 and " leads " in cards[0]
            return
    raise AssertionError("no such moment")


def test_of_a_deal_that_was_thrown_in_too() -> None:
    game = table(WALLOON, "N pass; E pass; S pass; W pass")
    redeal(game)
    (said,) = since_own_act(model(WORDS, game.view(game.turn), WHIST_SEATS))
    assert said == "Deal 1: nobody bid, Wim deals again."


def test_bids_since_ones_own_bid_are_told_with_their_suits() -> None:
    game = table(WALLOON, "N propose H; E pass; S abondance C 9; W pass")
    happened = since_own_act(model(WORDS, game.view(0), WHIST_SEATS))
    bid = phrases.contract_name(WORDS, "abondance-9")
    assert happened == ["Emil: pass.", f"Sara: {bid} clubs.", "Wim: pass."]
    assert since_own_act(model(WORDS, game.view(3), WHIST_SEATS)) == []
    assert since_own_act(model(WORDS, game.view(None), WHIST_SEATS))[0] == "Nora: propose hearts."


def test_a_double_after_the_auction_is_told() -> None:
    game = table(FLEMISH, auctions(FLEMISH)["solo-6"][0])
    assert game.view(None).phase == "double"
    before = since_own_act(model(WORDS, game.view(None), WHIST_SEATS))
    doubler = WHIST_SEATS[game.turn].name
    game.apply(ACTION_OF_TEXT["double"])
    assert since_own_act(model(WORDS, game.view(None), WHIST_SEATS)) == [*before, f"{doubler}: Double."]


def test_troel_is_announced_before_anything_is_said() -> None:
    game = table(WALLOON, hands={0: "AS AH AD", 3: "AC"})
    troel = whist_detail(game.view(None)).auction.troel
    assert troel is not None
    first, *_ = since_own_act(model(WORDS, game.view(None), WHIST_SEATS))
    assert first == f"{WHIST_SEATS[troel].name}: troel."


def test_the_last_card_pressed_once_is_marked_in_words_and_on_its_button() -> None:
    twice = Preferences(press_twice=True)
    for game in played("kingen", 4):
        if game.turn < 0 or game.view(None).phase != "play":
            continue
        view = game.view(game.turn)
        card, *_ = members(view.legal)
        name = phrases.card_name(WORDS, card)
        plain, marked = text_hand(view, "kingen", twice), text_hand(view, "kingen", twice, card)
        assert "Press again" not in told(plain)
        assert told(marked).startswith(f"**Press again to play the {name}**")
        pressed = [one for one in marked.panel.walk_children() if isinstance(one, ui.Button)]
        plays = [one for one in pressed if str(one.custom_id).startswith("hh:act:")]
        marks = [one for one in pressed if str(one.custom_id).startswith("hh:mark:")]
        assert [str(one.label)[:1] for one in plays] == ["✓"]
        assert len(marks) == view.legal.bit_count() - 1
        assert all("✓" not in str(one.label) for one in marks)
        in_words = text_hand(view, "kingen", replace(twice, text_mode=True), card)
        assert f"✓ {name}: press again" in card_buttons(in_words).values()
        assert all(len(label) <= LABEL_LONGEST for label in card_buttons(in_words).values())
        return


def test_the_longest_names_fit() -> None:
    for players in (3, 4, 5):
        for game in islice(played("kingen", players), 0, None, 7):
            if game.turn < 0:
                continue
            view = game.view(game.turn)
            at = replace(facts("kingen", players), seats=LONG_NAMES[:players], state=State.PLAYING)
            value = scenes.hand_picture(model(WORDS, view, at.seats, TEXT))
            drawing = hand.hand(CardButtons(at_table(WORDS, at, view, TEXT)), (value, b""))
            assert len(told(drawing)) <= TEXT_LONGEST


def test_between_deals_the_end_of_the_trick_comes_first_then_the_sheet_in_words() -> None:
    for game in played("kingen", 4):
        if game.turn != -1 or not game.results:
            continue
        at = replace(facts("kingen", 4), state=State.PLAYING)
        view = game.view(2)
        sheet = scenes.score_sheet(at_table(WORDS, at, view))
        drawing = hand.between_deals(at_table(WORDS, at, view, TEXT), (sheet, b""))
        said = told(drawing)
        assert not drawing.files
        happened = " ".join(since_own_act(model(WORDS, view, SEATS[: view.players])))
        assert happened and said.startswith(happened)
        assert all(sentence in said for sentence in sentences(WORDS, replace(sheet, caption="")))


def test_the_last_trick_and_the_scores_in_words_say_what_their_alt_texts_say() -> None:
    for game in played("whist-flemish", 4):
        view = game.view(None)
        trick = scenes.trick_picture(model(WORDS, view, SEATS[:4]))
        if trick is None:
            continue
        for value in (trick, scenes.score_sheet(at_table(WORDS, facts("whist-flemish", 4), view))):
            drawing = replies.described_picture(WORDS, value)
            assert not drawing.files
            assert told(drawing).splitlines() == sentences(WORDS, value)
