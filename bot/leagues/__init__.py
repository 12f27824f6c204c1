"""Leagues: results, standings, corrections, settlement and ratings (docs/rules/leagues.md). Pure: values go
in and values come out.
"""
