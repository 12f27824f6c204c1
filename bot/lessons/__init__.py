"""Lessons of a minute: prepared deals, their steps, what is said of them."""
