"""Lessons of a minute: moments of real games at which one card or word is right, and what is said of them."""
