"""Tournaments: stages, rankings, and who gets through."""
