"""Hartenheer: a Discord bot on which communities play King and Colour Whist."""

__version__ = "0.2.0"
