"""Sets of cards as 64-bit numbers, in one instruction each; and how what is called for every card is compiled
into its callers."""

from __future__ import annotations

from typing import Any

from numba import njit, types
from numba.extending import intrinsic


def _instruction(name: str, *flags: bool) -> Any:
    """An instruction of the processor by its name in LLVM."""

    @intrinsic
    def found(typingctx: Any, cards: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            constants = [context.get_constant(types.boolean, flag) for flag in flags]
            return getattr(builder, name)(arguments[0], *constants)

        return types.int64(types.int64), generate

    return found


_count = _instruction("ctpop")
_trailing = _instruction("cttz", True)
_leading = _instruction("ctlz", True)


@njit(inline="always")
def count(cards: int) -> int:
    """How many cards a set has."""
    return _count(cards)


@njit(inline="always")
def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty, by the pack's order."""
    return _trailing(cards)


@njit(inline="always")
def highest(cards: int) -> int:
    """The highest one."""
    return 63 - _leading(cards)


inlined = njit(forceinline=True)
