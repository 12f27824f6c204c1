"""Leagues in sentences."""
