"""Signs of contracts: one for each contract there is, and no two alike."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.engine.king.course import KingPreset, course_of
from bot.engine.options import settle
from bot.engine.registry import presets
from bot.engine.whist.contracts import WhistContract
from bot.pictures.palette import IVORY, PANEL, RAIL
from bot.pictures.signs import DISC, SIGNS, Sign, SignShape, all_signs, draw_sign_of
from bot.pictures.surface import PaletteSurface


def contract_names() -> set[str]:
    """What a deal can be called, with each value of each option; a bid of whist without its level."""
    names = {str(kind) for kind in WhistContract}
    for preset in presets():
        for players in preset.players if isinstance(preset, KingPreset) else ():
            plain = settle(preset, players, {})
            every = [(option.name, value) for option in plain.options for value in plain.choices(option)]
            for values in ({}, *({name: value} for name, value in every)):
                for deal in course_of(settle(preset, players, values)).deals:
                    names |= {contract.name for contract in deal.contracts} | {deal.contract}
    return names - {""}


def drawn(contract: str, size: int) -> bytes:
    surface = PaletteSurface(48, 48, RAIL)
    draw_sign_of(surface, contract, 24, 24, size, ground=IVORY, ink=PANEL)
    return surface.image.tobytes()


def test_every_contract_of_every_game_has_a_sign_and_every_sign_a_contract():
    assert contract_names() | {"open"} == set(all_signs())


@pytest.mark.parametrize("size", [46, 36])
def test_no_two_signs_look_alike(size):
    alike = [
        (one, other)
        for one, other in combinations(all_signs(), 2)
        if sum(a != b for a, b in zip(drawn(one, size), drawn(other, size), strict=True)) < 40
    ]
    assert alike == []


def test_what_is_avoided_has_corners_and_what_is_won_is_round():
    """The pixel inside the upper left corner, where a square reaches and a disc does not."""
    for contract, sign in all_signs().items():
        surface = PaletteSurface(48, 48, RAIL)
        draw_sign_of(surface, contract, 24, 24, 46, ground=IVORY, ink=PANEL)
        rgb = surface.image.convert("RGB").getpixel((8, 6))
        assert (rgb == IVORY) == sign.avoid, contract


def test_the_level_of_a_bid_changes_no_sign_and_an_unknown_contract_has_none():
    assert drawn("pair-8", 40) == drawn("pair-13", 40)
    with pytest.raises(KeyError):
        drawn("bridge", 40)


def test_a_contract_has_one_sign_whichever_family_it_is_of():
    signs = {"tower": Sign((SignShape(DISC),)), "queens": Sign(())}
    with pytest.raises(ValueError, match="queens"):
        SIGNS.register("chess", signs)
    with pytest.raises(KeyError):
        drawn("tower", 40)
    with SIGNS.with_family("chess", {"tower": signs["tower"]}):
        assert drawn("tower", 40) == drawn("tower-3", 40) != drawn("queens", 40)
    with pytest.raises(KeyError):
        drawn("tower", 40)
