"""Leagues: who belongs to them, what their seasons come to, results from outside, and what is seen of it."""
