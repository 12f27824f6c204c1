"""A picture in words, made from the very value the picture is drawn from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.engine.cards import members
from bot.pictures.stat_values import StandingsPicture
from bot.pictures.values import (
    AuctionCell,
    AuctionTable,
    CardOnTable,
    ContractLedger,
    DealPicture,
    HandPicture,
    LedgerRow,
    NamedCard,
    Picture,
    Plate,
    PlayerShown,
    PodiumPicture,
    RankedBid,
    RankingPicture,
    ReplayPicture,
    ReplayResult,
    ReplaySeat,
    ScoreSheet,
    Seated,
    SeatsPicture,
    SheetRow,
    TablePicture,
    TrickPicture,
)
from bot.telling import phrases
from bot.telling.alt_tables import standings_sentences, stat_sentences
from bot.telling.phrases import ALT_LONGEST, AltText, fitting
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
    people: Sequence[Seated | NamedCard] | None = None
    match picture:
        case HandPicture(seats=people):
            around = [_seated(words, player) for player in picture.seats]
            auction = auction_rounds(words, picture.auction) if picture.auction else around
            found = [*hand_sentences(words, picture), *auction]
        case TablePicture(plates=people):
            found = _table(words, picture)
        case ScoreSheet():
            found = sheet_sentences(words, picture)
        case TrickPicture(cards=people):
            found = _trick(words, picture)
        case PodiumPicture():
            found = _podium(words, picture)
        case RankingPicture():
            found = _ranking(words, picture)
        case StandingsPicture():
            found = standings_sentences(words, picture)
        case ReplayPicture(seats=people):
            found = replay_sentences(words, picture)
        case _:
            found = stat_sentences(words, picture)
    names = None if people is None else tuple(one.name for one in people)
    return [ended(sentence, names) for sentence in found if sentence]


def ended(sentence: str, names: Iterable[str] | None = None) -> str:
    """With a full stop, where it does not end yet; and with a capital, where the ``names`` that may stand
    first are known and none does."""
    if names is not None and not sentence.startswith(tuple(names)):
        sentence = sentence[0].upper() + sentence[1:]
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def hand_sentences(words: Words, picture: HandPicture) -> list[str]:
    """What a hand shows but for those who sit around it and what they have said. What lies there, the cards
    and which may be played come before all that can grow long, so that they are never what is left out."""
    names = [player.name for player in picture.seats]
    found = [picture.caption, picture.title, "; ".join(picture.costs)]
    label = picture.trick_word if picture.led is None else words("trick.on-table")
    found += lying_sentences(words, names, picture, label)
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
    found.append(trumps_sentence(words, picture))
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
    found.append(trumps_sentence(words, picture))
    if picture.auction:
        found += [picture.auction.standing, *auction_rounds(words, picture.auction)]
    if picture.trick:
        found += lying_sentences(words, names, picture, words("trick.on-table"))
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
        trumps_sentence(words, picture),
    ]


def _podium(words: Words, picture: PodiumPicture) -> list[str]:
    """Who stands where, the best first, and then what is remarked of whom."""
    entries = sorted(picture.entries, key=lambda entry: entry.place)
    found = [picture.title, picture.subtitle]
    for entry in entries:
        place = words("alt.podium", place=words.number(entry.place), name=entry.name, points=entry.points)
        found.append(place if entry.robot is None else f"{place}, {phrases.robot_level(words, entry.robot)}")
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


def lying_sentences(words: Words, names: list[str], picture: SeatsPicture, label: str) -> list[str]:
    """What lies on the table, and whose card is best; in place of nothing, the label."""
    if not picture.trick:
        return [label]
    found = [words("alt.lying", label=label, cards=words.both(cards_of(words, names, picture.trick)))]
    if picture.winning is not None:
        found.append(words("alt.winning", name=names[picture.trick[picture.winning].seat]))
    return found


def auction_rounds(words: Words, auction: AuctionTable) -> list[str]:
    """Who bids in which order, and a sentence a round, the latest first: what stands has been said before."""
    rounds = [
        words(
            "alt.round",
            number=words.number(number),
            said=", ".join(
                words("alt.bid", name=name, bid=_bid(words, cell))
                for name, cell in zip(auction.names, row, strict=True)
                if cell.text
            ),
        )
        for number, row in enumerate(auction.rows, start=1)
    ]
    return [words("alt.bidders", names=words.both(auction.names)), *reversed(rounds)]


def _bid(words: Words, cell: AuctionCell) -> str:
    bid = phrases.with_suit(words, cell.text, cell.suit)
    return words("alt.stands", bid=bid) if cell.standing else bid


def cards_of(words: Words, names: list[str], cards: tuple[CardOnTable, ...]) -> list[str]:
    """«the queen of hearts by Ann», each."""
    return [
        words("alt.card-of", name=names[played.seat], card=phrases.card_name(words, played.card))
        for played in cards
    ]


def plate_sentence(words: Words, plate: PlayerShown) -> str:
    """Who sits there and all that they have."""
    if plate.points:
        parts = [words("alt.plate", tricks=plate.tricks, points=plate.points, total=plate.total)]
    else:
        parts = [words("alt.plate-in-play", tricks=plate.tricks, total=plate.total)]
    if plate.bidder:
        parts.append(words("seat.bidder"))
    if isinstance(plate, Plate) and plate.cards_left:
        parts.append(words.count("alt.cards-left", plate.cards_left))
    if plate.dealer:
        parts.append(words("seat.dealer"))
    if plate.robot is not None:
        parts.append(phrases.robot_level(words, plate.robot))
    if plate.note:
        parts.append(plate.note)
    return words("alt.player", name=plate.name, facts=", ".join(parts))


def trumps_sentence(words: Words, picture: DealPicture) -> str:
    """What is trumps; or the word in their place."""
    if picture.trump is None:
        return picture.trump_word
    return words("alt.trumps", suit=phrases.suit_name(words, picture.trump))


def sheet_sentences(words: Words, picture: ScoreSheet) -> list[str]:
    """What stands now, then what each player has named, then the deals, the latest first."""
    found = [picture.caption, picture.title, picture.subtitle]
    totals = [
        words("alt.score", name=name, points=total)
        for name, total in zip(picture.names, picture.totals, strict=True)
    ]
    found.append(words("alt.totals", scores=words.both(totals)))
    if picture.places:
        found.append(
            words(
                "alt.places",
                places=words.both(
                    words("alt.place", name=name, place=place)
                    for name, place in zip(picture.names, picture.places, strict=True)
                ),
            )
        )
    if picture.ledger:
        found += _ledger(words, picture.names, picture.ledger)
    played = [row for row in picture.rows if any(row.points)]
    found += [_sheet_row(words, picture.names, row) for row in reversed(played)]  # the latest deal first
    for row in picture.rows:
        if row.in_play:
            found.insert(1, words("alt.in-play", deal=_priced(words, row)))
    if to_come := [row for row in picture.rows if not any(row.points) and not row.in_play]:
        deals = words.both(_sheet_deal(words, row) for row in to_come)
        found.append(words("alt.to-come", deals=deals))
    costs = dict.fromkeys((row.label, row.cost) for row in picture.rows if row.cost and not row.in_play)
    return found + [words("alt.cost", deal=label, cost=cost) for label, cost in costs]


def _priced(words: Words, row: SheetRow) -> str:
    deal = _sheet_deal(words, row)
    return words("alt.cost", deal=deal, cost=row.cost) if row.cost else deal


def _sheet_row(words: Words, names: tuple[str, ...], row: SheetRow) -> str:
    facts = [_sheet_deal(words, row)]
    if row.dealer is not None:
        facts.append(words("alt.dealer", name=names[row.dealer]))
    if row.bidders:
        facts.append(words("alt.played-by", names=words.both(names[seat] for seat in row.bidders)))
    return words("alt.row", deal=", ".join(facts), points=" ".join(row.points), totals=" ".join(row.totals))


def _sheet_deal(words: Words, row: SheetRow) -> str:
    deal = words("alt.deal", number=row.number, label=row.label)
    return deal if row.trump is None else f"{deal}, {phrases.suit_name(words, row.trump)}"


def _ledger(words: Words, names: tuple[str, ...], ledger: ContractLedger) -> list[str]:
    """First how much each player has named and may still name, then who named which contract."""
    rows = sorted(ledger.rows, key=lambda row: not row.owed)
    return [ledger.title, *(_ledger_row(words, names, row) for row in rows)]


def _ledger_row(words: Words, names: tuple[str, ...], row: LedgerRow) -> str:
    if row.owed:
        marks = [
            words("alt.marked-of", name=name, number=words.number(named), most=words.number(named + owed))
            for name, named, owed in zip(names, row.named, row.owed, strict=True)
        ]
    else:
        marks = [
            words("alt.marked", name=name, number=words.number(named))
            for name, named in zip(names, row.named, strict=True)
            if named
        ]
    label = words("alt.ledger-left", label=row.label, left=row.left) if row.left else row.label
    return words("alt.ledger-row", label=label, marks=words.both(marks)) if marks else label


def replay_sentences(words: Words, picture: ReplayPicture) -> list[str]:
    """What has just been done and what lies there, then the hands, then what each player has; of a hand that
    is not shown only how many cards it holds."""
    names = [seat.name for seat in picture.seats]
    found = [picture.caption, picture.title, picture.subtitle]
    if picture.result is not None:
        found += _replay_result(words, names, picture.result)
    if picture.auction is not None:
        found.append(picture.auction.standing)
    if picture.trick:
        found += lying_sentences(words, names, picture, words("trick.on-table"))
    if picture.last is not None:
        card = phrases.card_name(words, picture.last.card)
        found.append(words("replay.picture.just-played", name=names[picture.last.seat], card=card))
    if picture.legal:
        found.append(words("replay.picture.legal", cards=_replay_legal(words, picture)))
    if picture.better is not None:
        found.append(words("replay.picture.better", card=phrases.card_name(words, picture.better)))
    found += [words("replay.picture.to-move", name=seat.name) for seat in picture.seats if seat.to_move]
    found.append(trumps_sentence(words, picture))
    for seat in picture.seats:
        found += _replay_held(words, seat)
    found += [plate_sentence(words, seat) for seat in picture.seats]
    return found + (auction_rounds(words, picture.auction) if picture.auction is not None else [])


def _replay_result(words: Words, names: list[str], result: ReplayResult) -> Iterator[str]:
    if not result.points:
        yield result.title
        return
    scores = [
        words("alt.score", name=name, points=points)
        for name, points in zip(names, result.points, strict=True)
    ]
    yield words("alt.lying", label=result.title, cards=words.both(scores))


def _replay_legal(words: Words, picture: ReplayPicture) -> str:
    """In the order in which they are held; a card that is not, after them."""
    held = [card for seat in picture.seats for card in seat.cards if picture.legal >> card & 1]
    others = [card for card in members(picture.legal) if card not in held]
    return phrases.cards_by_suit(words, [*held, *others])


def _replay_held(words: Words, seat: ReplaySeat) -> Iterator[str]:
    held = [card for card in seat.cards if seat.held >> card & 1]
    if held:
        yield words("replay.picture.held", name=seat.name, cards=phrases.cards_by_suit(words, held))
    if seat.backs:
        yield words.count("replay.picture.hidden", seat.backs, name=seat.name)
