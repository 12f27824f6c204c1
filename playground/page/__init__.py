"""The web page on which people are people."""
