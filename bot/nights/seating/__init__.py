"""Who sits with whom (N2 to N4)."""

from bot.nights.seating.errors import NoPlan
from bot.nights.seating.model import Mode, Plan, PlannedRound, Remainder, Request

__all__ = ["Mode", "NoPlan", "Plan", "PlannedRound", "Remainder", "Request", "seat"]


def seat(request: Request) -> Plan:
    """A plan."""
    raise NotImplementedError
