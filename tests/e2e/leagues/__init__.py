"""Leagues, through the whole bot."""
