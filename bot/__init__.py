"""Hartenheer: a Discord bot on which communities play King and Colour Whist."""

__version__ = "0.1.0"
