"""Nights: series, evenings, who comes, and what is done."""
