"""Deals of the day on Discord."""
