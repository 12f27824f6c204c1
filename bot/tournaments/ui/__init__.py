"""Panels of tournaments, and what is pressed on them."""
