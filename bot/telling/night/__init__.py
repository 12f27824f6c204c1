"""Nights told in words."""
