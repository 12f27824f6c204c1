"""Nothing is longer than Discord takes, and nothing is cut in the middle of a sentence or of a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from discord import ui
from hypothesis import given
from hypothesis import strategies as st

from bot.discordkit.panel import Drawing
from bot.engine.cards import ACTION_TEXTS, PASS, members
from bot.engine.game import View
from bot.engine.play import Game
from bot.engine.whist.game import whist_detail
from bot.engine.whist.presets import whist_preset
from bot.people.settings import Preferences
from bot.pictures.values import CardOnTable, HandPicture, Picture, ScoreSheet, Seated, SheetRow
from bot.tables.model import Seat, State, TableFacts
from bot.tables.ui import ending_panel, table_panel
from bot.tables.ui import table_panel as hand
from bot.tables.ui.footer import CardButtons
from bot.telling import ending, phrases, scenes
from bot.telling import phrases as limits
from bot.telling import text_mode as telling
from bot.telling.alt import alt_text, sentences
from bot.telling.phrases import ALT_LONGEST, ELLIPSIS, TEXT_LONGEST, fitting, fitting_last, shorten
from bot.words.catalogue import Words, languages, words_for
from tests.engine.whist import WALLOON, table
from tests.pictures.by_name import SAMPLES
from tests.properties import tries
from tests.telling.test_scenes import TABLES, played
from tests.telling.test_text_mode import told
from tests.telling.view_models import at_table, model

CODE = Path(__file__).parents[2] / "bot"
LANGUAGES = sorted(languages())
TEXT = Preferences(text_mode=True)
LONG = tuple(
    Seat(f"{letter * 12} van der {letter * 11}"[:32], user) for user, letter in enumerate("WMQOGD", 1)
)
MARKDOWN = tuple(Seat("*_~`|>#[](){}!.-+" + "*" * 14 + str(user), user) for user in range(1, 7))
few = tries(200)


# Sentences and words


@few
@given(st.lists(st.text("ab .", min_size=1, max_size=12), max_size=12), st.integers(10, 80))
def test_parts_are_whole_in_order_and_what_is_left_out_is_said(parts: list[str], longest: int) -> None:
    more = "And more."
    text = fitting(parts, longest, more, "|")
    last = fitting_last(parts, longest, more, "|")
    assert max(len(text), len(last)) <= longest
    if len("|".join(parts)) <= longest:
        assert text == last == "|".join(parts)
        return
    kept = text.split("|")[:-1]
    assert text.split("|")[-1] == more and kept == parts[: len(kept)]
    assert len("|".join([*kept, parts[len(kept)], more])) > longest, "one more would have fitted"
    kept_last = last.split("|")[1:]
    assert last.split("|")[0] == more and kept_last == parts[len(parts) - len(kept_last) :]


@few
@given(st.text("abc ,;·", max_size=60), st.integers(8, 40))
def test_a_label_too_long_ends_after_a_word_with_an_ellipsis(text: str, longest: int) -> None:
    short = shorten(text, longest)
    assert len(short) <= longest
    if len(text) <= longest:
        assert short == text
        return
    assert short.endswith(ELLIPSIS)
    kept = short.removesuffix(ELLIPSIS)
    assert text.startswith(kept)
    first = re.match(r"[^ ]*", text)
    assert first is not None
    if len(first[0]) < longest - 1 and kept:
        assert not (kept[-1].isalpha() and text[len(kept)].isalpha()), "cut within a word"


def test_the_words_before_a_limit_are_all_kept() -> None:
    assert shorten("one two three", 13) == "one two three"
    assert shorten("one two three", 12) == "one two…"
    assert shorten("one two three", 8) == "one two…"
    assert shorten("one two, three", 11) == "one two…"
    assert shorten("Donaudampfschifffahrt", 10) == "Donaudamp…"


def test_no_label_is_cut_by_slicing() -> None:
    """Everything goes through one function, and so ends at a word."""
    cuts = re.compile(r"\[\s*:\s*(45|80|100|150|1024|4000|[A-Z_]*LONGEST)\s*\]")
    for file in CODE.rglob("*.py"):
        if {"ui", "discordkit", "privacy"} & set(file.parts):
            assert not cuts.search(file.read_text(encoding="utf-8")), file.name


# Pictures in words


def long_names(value: Any, names: dict[str, str]) -> Any:
    """The same picture with the longest names there can be, also where a sentence of it says them."""
    if isinstance(value, str):
        for name in sorted(names, key=len, reverse=True):
            value = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", names[name], value)
        return value
    if isinstance(value, tuple):
        parts = tuple(long_names(one, names) for one in value)
        return type(value)(*parts) if type(value) is not tuple else parts
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value,
            **{one.name: long_names(getattr(value, one.name), names) for one in fields(value) if one.init},
        )
    return value


def names_in(picture: Picture) -> Sequence[str]:
    match picture:
        case HandPicture():
            return [one.name for one in picture.seats]
        case ScoreSheet():
            return picture.names
    return [one.name for one in getattr(picture, "plates", ()) or getattr(picture, "cards", ())]


def with_long_names(picture: Picture) -> Picture:
    names = dict.fromkeys(one for one in names_in(picture) if one)
    return long_names(picture, {name: LONG[place].name for place, name in enumerate(names)})


def closings(words: Words) -> set[str]:
    """The sentences that say that something was left out."""
    setting, scores = words("setting.text-mode"), words("button.scores")
    settings = words.typed("settings")
    return {
        words("alt.more.hand", setting=setting, settings=settings),
        words("alt.more.table", setting=setting, settings=settings, scores=scores),
        words("alt.more.sheet", setting=setting, settings=settings, scores=scores),
        words("told.more.hand", scores=scores),
        words("told.more.rules", setting=setting),
        words("told.more.sheet", deals=words("button.deals")),
    }


def assert_whole(words: Words, text: str, every: Sequence[str], longest: int, between: str = " ") -> None:
    """A text keeps to its limit and holds whole sentences; if not all of them, the last one says so."""
    assert len(text) <= longest
    if text == between.join(every):
        return
    more = next(one for one in closings(words) if text.endswith(one))
    kept = text.removesuffix(more)
    assert kept in {"".join(one + between for one in every[:count]) for count in range(len(every))}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SAMPLES)
def test_every_picture_in_words_with_the_longest_names(name: str, language: str) -> None:
    words = words_for(language)
    for value in (SAMPLES[name], with_long_names(SAMPLES[name])):
        every = sentences(words, value)
        text = alt_text(words, value)
        assert_whole(words, text, every, ALT_LONGEST)
        if text != " ".join(every):
            assert words("setting.text-mode") in text, "where the rest is"
        if isinstance(value, HandPicture):
            assert_essential(words, value, text)


def assert_essential(words: Words, value: HandPicture, text: str) -> None:
    """Whose turn it is, what lies there, the own cards and which may be played are never left out."""
    assert value.caption in text
    for lying in value.trick:
        assert phrases.card_name(words, lying.card) in text
    assert not value.cards or phrases.cards_by_suit(words, value.cards) in text
    legal = [card for card in value.cards if value.legal >> card & 1]
    if value.choosing and len(legal) < len(value.cards):
        assert words("alt.legal", cards=phrases.cards_by_suit(words, legal)) in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_hand_has_room_for_all_that_is_needed(language: str) -> None:
    words = words_for(language)
    cards = tuple(range(0, 51, 3))
    value = HandPicture(
        title=words("hand.title", contract=longest_contract(words), deal=phrases_deal(words)),
        cards=cards,
        legal=sum(1 << card for card in cards[1:]),
        choosing=True,
        seats=tuple(Seated(seat.name, "10", dealer=True, to_move=True, bidder=True) for seat in LONG[:5]),
        trick=tuple(CardOnTable(seat, 11 + 10 * seat) for seat in range(4)),
        trick_word=words("trick.led"),
        led=0,
        winning=1,
        trump=3,
        trump_word=words("trump.suit"),
        caption=words("state.again.discard", card=phrases.card_name(words, 50)),
        open_hand=tuple(range(1, 40, 3)),
        open_word=words("hand.open", name=LONG[0].name),
        still_out=tuple(range(13, 26)),
        still_out_word=words("still-out"),
    )
    text = alt_text(words, value)
    assert_essential(words, value, text)
    assert_whole(words, text, sentences(words, value), ALT_LONGEST)


def longest_contract(words: Words) -> str:
    names = (key for key in words.keys if key.startswith("contract.") and key != "contract.with-trump")
    return words("contract.with-trump", contract=max(map(words, names), key=len), suit=words("suit.D"))


def phrases_deal(words: Words) -> str:
    return words("deal.number", number="20", of="20")


# The longest auction


def longest_auction() -> Iterator[Game]:
    """Colour Whist as it is played in French, each saying the least they may for as long as they may."""
    game = table(WALLOON, hands=None, **{"repeat-proposals": "3", "passe-parole": "yes"})
    ranking = whist_preset(game.rules).ranking
    while game.view(None).phase == "bidding":
        yield game
        auction = whist_detail(game.view(None)).auction
        bids = auction.bids(game.turn)

        def least(action: int, bids: Any = bids) -> tuple[int, tuple[int, int]]:
            verb = ACTION_TEXTS[action].partition(" ")[0]
            early = ("wait", "propose", "parole", "accept").index(verb) if action not in bids else 5
            return early, ranking.rank(bids[action]) if action in bids else (0, 0)

        others = [action for action in members(game.legal()) if action != PASS]
        game.apply(min(others, key=least) if others else PASS)
    yield game


def at(game: Game, seats: Sequence[Seat]) -> TableFacts:
    preset = game.rules.preset.name
    players = game.view(None).players
    return TableFacts(1, 1, 2, 1, preset, players, "", 0.0, seats=tuple(seats[:players]), state=State.PLAYING)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_auction_in_french_colour_whist_held_to_its_longest(language: str) -> None:
    words = words_for(language)
    rounds, cut = 0, False
    for game in longest_auction():
        facts = at(game, LONG)
        table_value = scenes.table_picture(at_table(words, facts, game.view(None)))
        rounds = max(rounds, len(table_value.auction.rows) if table_value.auction else 0)
        for seat in range(4):
            value = scenes.hand_picture(model(words, game.view(seat), facts.seats))
            text = alt_text(words, value)
            assert_whole(words, text, sentences(words, value), ALT_LONGEST)
            assert_essential(words, value, text)
            cut = cut or text != " ".join(sentences(words, value))
            if value.auction:
                assert value.auction.standing in text
                assert_room(in_text_mode(words, game, facts, seat))
        assert_whole(words, alt_text(words, table_value), sentences(words, table_value), ALT_LONGEST)
    assert rounds > 8 and cut, "it was long enough to need it"


# Text mode


def in_text_mode(words: Words, game: Game, facts: TableFacts, seat: int) -> Drawing:
    view = game.view(seat)
    value = scenes.hand_picture(model(words, view, facts.seats, TEXT))
    return hand.hand(CardButtons(at_table(words, facts, view, TEXT)), (value, b""))


def assert_room(drawing: Drawing) -> None:
    """All texts of a message together keep to the limit, and each line ends as it should."""
    texts = [one.content for one in drawing.panel.walk_children() if isinstance(one, ui.TextDisplay)]
    assert sum(map(len, texts)) <= TEXT_LONGEST
    assert ELLIPSIS not in "".join(texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [LONG, MARKDOWN], ids=["long", "escaped"])
def test_hands_in_text_mode_with_the_longest_names(language: str, seats: Sequence[Seat]) -> None:
    words = words_for(language)
    for name, players in TABLES:
        for game in islice(played(name, players), 0, None, 29):
            facts = at(game, seats)
            if game.turn < 0:
                view = game.view(0)
                sheet = scenes.score_sheet(at_table(words, facts, view))
                assert_room(hand.between_deals(at_table(words, facts, view, TEXT), (sheet, b"")))
                assert_room_at_the_end(words, facts, view)
                continue
            drawing = in_text_mode(words, game, facts, game.turn)
            assert_room(drawing)
            held = scenes.hand_order(model(words, game.view(game.turn), (), TEXT))
            assert phrases.cards_by_suit(words, held) in told(drawing) or not held
            if game.results and game.results[-1].points is not None:
                view = game.view(None)
                sheet = scenes.score_sheet(at_table(words, facts, view))
                shown = table_panel.deal_over(at_table(words, facts, view), (sheet, b""))
                assert_room(shown)


def assert_room_at_the_end(words: Words, facts: TableFacts, view: View) -> None:
    """As if the game ended so."""
    own, everybody = at_table(words, facts, view, TEXT), at_table(words, facts, view)
    image = ending.podium(everybody), b""
    assert_room(ending_panel.hand_over(own, image, None))
    assert_room(ending_panel.hand_over(everybody, image, None))
    assert_room(ending_panel.game_over(everybody, (scenes.recent_sheet(everybody), b"")))
    assert len(alt_text(words, image[0])) <= ALT_LONGEST


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_sheet_of_sixty_four_deals_says_where_the_first_ones_are(language: str) -> None:
    words = words_for(language)
    names = tuple(seat.name for seat in LONG[:4])
    label = longest_contract(words)
    row = SheetRow(label, ("−13",) * 4, ("−104",) * 4, dealer=0, bidders=(0, 1))
    value = ScoreSheet(
        title=words("sheet.title"),
        subtitle="Colour Whist",
        names=names,
        rows=tuple(replace(row, number=str(number)) for number in range(1, 65)),
        totals_word=words("sheet.total"),
        totals=("−104",) * 4,
        caption=words("sheet.over"),
    )
    text = told(table_panel.described_picture(words, value))
    assert len(text) <= TEXT_LONGEST
    assert text.splitlines()[-1] == words("told.more.sheet", deals=words("button.deals"))
    assert_whole(words, text, sentences(words, value), TEXT_LONGEST, "\n")
    last, first = (words("alt.deal", number=number, label=label) for number in ("64", "1"))
    assert last in text.splitlines()[4] and not any(line.startswith(first) for line in text.splitlines())


def test_what_has_happened_never_takes_the_room_of_the_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a long story the end is told, after a sentence that says so."""
    story = [f"Somebody says the number {number}." for number in range(200)]
    monkeypatch.setattr(telling, "since_own_act", lambda model: story)
    for game in longest_auction():
        words = words_for("en")
        view = game.view(0)
        text = telling.since_text(model(words, view, LONG[:4]))
        assert len(text) <= telling.SINCE_LONGEST
        assert text.startswith(words("told.before")) and text.endswith(story[-1])
        drawing = in_text_mode(words, game, at(game, LONG), 0)
        assert_room(drawing)
        assert phrases.cards_by_suit(words, scenes.hand_order(model(words, view, (), TEXT))) in told(drawing)
        return


def test_the_limits_are_those_that_discord_documents() -> None:
    assert (limits.ALT_LONGEST, limits.TEXT_LONGEST, limits.LABEL_LONGEST) == (1024, 4000, 80)
    assert (limits.OPTION_LONGEST, limits.PLACEHOLDER_LONGEST, limits.FORM_LONGEST) == (100, 150, 45)
