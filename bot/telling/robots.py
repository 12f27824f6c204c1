"""Robots in words: of which level they are, and what each is like."""

from __future__ import annotations

from bot.robots.kinds import ROBOT_KINDS
from bot.words.catalogue import Words


def level(words: Words, kind: str) -> str:
    """«steady robot»; of a kind that this program does not know just «robot»."""
    return words(f"robot.{kind}") if kind in ROBOT_KINDS else words("seat.robot")


def described(words: Words, kind: str) -> str:
    """«steady robot, counts the cards»."""
    return words(f"robot.{kind}.described") if kind in ROBOT_KINDS else words("seat.robot")


def named(words: Words, name: str, kind: str) -> str:
    """«Bruno (steady robot)»; ``name`` as it is to be shown."""
    return words("robot.named", name=name, robot=level(words, kind))


def alone(words: Words, kind: str) -> str:
    """«Steady robot», where a name would stand."""
    text = level(words, kind)
    return text[0].upper() + text[1:]
