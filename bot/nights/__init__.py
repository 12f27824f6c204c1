"""Nights of leagues: when they are, who comes, who sits with whom, what is done when, what is seen of it."""
