"""The toy's sign: a heart, and one more behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.pictures.shapes import HEARTS, SUITS
from bot.pictures.signs import Sign, SignShape
from tests.toy.engine import CONTRACT

SIGNS: Final[Mapping[str, Sign]] = {
    CONTRACT: Sign((SignShape(SUITS[HEARTS], 0.34, size=0.4), SignShape(SUITS[HEARTS], 0.66, size=0.4)))
}
