"""Nights: plans of seats and the calendar."""
