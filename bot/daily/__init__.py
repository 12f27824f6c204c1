"""Deals of the day: which there are, who played them how, and what is pressed for them."""
