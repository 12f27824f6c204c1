"""A picture in words, made from the very value the picture is drawn from."""

from __future__ import annotations

from bot.pictures.league_values import StandingsPicture
from bot.pictures.replay_values import ReplayPicture
from bot.pictures.values import (
    HandPicture,
    Picture,
    PodiumPicture,
    RankedBid,
    RankingPicture,
    ScoreSheet,
    Seated,
    TablePicture,
    TrickPicture,
)
from bot.telling import phrases, robots
from bot.telling.alt_parts import (
    auction_rounds,
    cards_of,
    lying_sentences,
    plate_sentence,
    trumps_sentence,
)
from bot.telling.alt_replay import replay_sentences
from bot.telling.alt_sheets import sheet_sentences
from bot.telling.alt_standings import standings_sentences
from bot.telling.alt_stats import stat_sentences
from bot.telling.fitting import ALT_LONGEST, AltText, fitting
from bot.words.catalogue import Words


def alt_text(words: Words, picture: Picture) -> AltText:
    """What the picture shows, most needed first: a listener may stop, and Discord takes only so much. Of what
    is too long whole sentences are left out, and the last one says where they are."""
    said = sentences(words, picture)
    whole = " ".join(said)
    return AltText(whole if len(whole) <= ALT_LONGEST else fitting(said, ALT_LONGEST, _more(words, picture)))


def _more(words: Words, picture: Picture) -> str:
    # A client reads this out as it is: no mention would be seen.
    setting, settings = words("setting.text-mode"), words.typed("settings")
    match picture:
        case TablePicture():
            scores = words("button.scores")
            return words("alt.more.table", setting=setting, settings=settings, scores=scores)
        case ScoreSheet() | PodiumPicture():
            scores = words("button.scores")
            return words("alt.more.sheet", setting=setting, settings=settings, scores=scores)
        case _:
            return words("alt.more.hand", setting=setting, settings=settings)


def sentences(words: Words, picture: Picture) -> list[str]:
    """The same, sentence by sentence."""
    match picture:
        case HandPicture():
            around = [_seated(words, player) for player in picture.seats]
            auction = auction_rounds(words, picture.auction) if picture.auction else around
            found = [*hand_sentences(words, picture), *auction]
        case TablePicture():
            found = _table(words, picture)
        case ScoreSheet():
            found = sheet_sentences(words, picture)
        case TrickPicture():
            found = _trick(words, picture)
        case PodiumPicture():
            found = _podium(words, picture)
        case RankingPicture():
            found = _ranking(words, picture)
        case StandingsPicture():
            found = standings_sentences(words, picture)
        case ReplayPicture():
            found = replay_sentences(words, picture)
        case _:
            found = stat_sentences(words, picture)
    return [ended(sentence) for sentence in found if sentence]


def ended(sentence: str) -> str:
    """With a full stop, where it does not end yet."""
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def hand_sentences(words: Words, picture: HandPicture) -> list[str]:
    """What a hand shows but for those who sit around it and what they have said. What lies there, the cards
    and which may be played come before all that can grow long, so that they are never what is left out."""
    names = [player.name for player in picture.seats]
    found = [picture.caption, picture.title, "; ".join(picture.costs)]
    label = picture.trick_word if picture.led is None else words("trick.on-table")
    found += lying_sentences(words, names, picture.trick, label, picture.winning)
    if picture.led is not None:
        suit = phrases.suit_name(words, picture.led)
        found.append(words("alt.led", label=picture.trick_word, suit=suit))
    found.append(
        words("alt.hand", cards=phrases.cards_by_suit(words, picture.cards))
        if picture.cards
        else picture.empty
    )
    if picture.choosing:
        found.append(_legal(words, picture))
    if picture.auction:
        found.append(picture.auction.standing)
    found.append(trumps_sentence(words, picture.trump, picture.trump_word))
    if picture.open_hand:
        cards = phrases.cards_by_suit(words, picture.open_hand)
        found.append(words("alt.lying", label=picture.open_word, cards=cards))
    found.append(_still_out(words, picture.still_out_word, picture.still_out))
    return found


def _legal(words: Words, picture: HandPicture) -> str:
    legal = [card for card in picture.cards if picture.legal >> card & 1]
    if len(legal) == len(picture.cards) > 1:
        return words("alt.legal-all")
    return words("alt.legal", cards=phrases.cards_by_suit(words, legal))


def _table(words: Words, picture: TablePicture) -> list[str]:
    names = [plate.name for plate in picture.plates]
    found = [picture.caption, picture.title, picture.subtitle]
    found.append(trumps_sentence(words, picture.trump, picture.trump_word))
    if picture.auction:
        found += [picture.auction.standing, *auction_rounds(words, picture.auction)]
    if picture.trick:
        found += lying_sentences(words, names, picture.trick, words("trick.on-table"), picture.winning)
    if picture.shown:
        found.append(words("alt.shown", cards=words.both(cards_of(words, names, picture.shown))))
    if picture.open_hand:
        cards = phrases.cards_by_suit(words, [played.card for played in picture.open_hand])
        label = words("hand.open", name=names[picture.open_hand[0].seat])
        found.append(words("alt.lying", label=label, cards=cards))
    found.append(_still_out(words, picture.still_out_word, picture.still_out))
    return found + [plate_sentence(words, plate) for plate in picture.plates]


def _still_out(words: Words, word: str, cards: tuple[int, ...]) -> str:
    return words("alt.lying", label=word, cards=phrases.cards_by_suit(words, cards)) if cards else word


def _seated(words: Words, player: Seated) -> str:
    facts = [words("alt.tricks", tricks=player.tricks)] if player.tricks else []
    if player.bidder:
        facts.append(words("seat.bidder"))
    if player.dealer:
        facts.append(words("seat.dealer"))
    return words("alt.player", name=player.name, facts=", ".join(facts)) if facts else player.name


def _trick(words: Words, picture: TrickPicture) -> list[str]:
    cards = [
        words("alt.card-of", name=played.name, card=phrases.card_name(words, played.card))
        for played in picture.cards
    ]
    return [
        picture.title,
        picture.subtitle,
        words("alt.lying", label=words("trick.on-table"), cards=words.both(cards)),
        picture.caption,
        trumps_sentence(words, picture.trump, picture.trump_word),
    ]


def _podium(words: Words, picture: PodiumPicture) -> list[str]:
    """Who stands where, the best first, and then what is remarked of whom."""
    entries = sorted(picture.entries, key=lambda entry: entry.place)
    found = [picture.title, picture.subtitle]
    for entry in entries:
        place = words("alt.podium", place=words.number(entry.place), name=entry.name, points=entry.points)
        found.append(place if entry.robot is None else f"{place}, {robots.level(words, entry.robot)}")
    found += [words("alt.player", name=entry.name, facts=entry.remark) for entry in entries if entry.remark]
    return [*found, picture.caption]


def _ranking(words: Words, picture: RankingPicture) -> list[str]:
    """From the lowest bid to the highest. Who plays and the trumps are said with the first bid of a contract,
    the tricks where a bid's name does not tell them: it is a long list to listen to."""
    suits = ", ".join(phrases.suit_name(words, suit) for suit in picture.suits)
    found, said = [picture.title, picture.subtitle], set[tuple[str, str, str]]()
    for bid in picture.bids:
        about = (bid.contract_sign, bid.facts.players, bid.facts.trumps)
        found.append(_ranked(words, bid, first=about not in said))
        said.add(about)
    return [*found, words("alt.lying", label=picture.suits_word, cards=suits)]


def _ranked(words: Words, bid: RankedBid, *, first: bool) -> str:
    facts = bid.facts
    parts = [facts.players] if first else []
    if facts.tricks not in facts.bid.split():
        parts.append(words("alt.ranked.tricks", tricks=facts.tricks))
    parts.append(words("alt.ranked.pays", pays=facts.pays))
    if first:
        parts.append(words("alt.ranked.trumps", trumps=facts.trumps))
    return words("alt.ranked", rank=bid.rank, bid=facts.bid, facts=", ".join(parts))
