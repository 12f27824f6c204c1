"""Sets of cards as 64-bit numbers, in one instruction each."""

from __future__ import annotations

from typing import Any

from numba import njit, types
from numba.extending import intrinsic


@intrinsic
def count(typingctx: Any, cards: Any) -> Any:
    """How many cards a set has."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing(typingctx: Any, cards: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@intrinsic
def _leading(typingctx: Any, cards: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, True))

    return types.int64(types.int64), generate


@njit(inline="always")
def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty, by the pack's order."""
    return _trailing(cards)


@njit(inline="always")
def highest(cards: int) -> int:
    """The highest one."""
    return 63 - _leading(cards)
