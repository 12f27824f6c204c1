"""Colour Whist (rules.md, C)."""
