"""Nights a second time, from the paragraphs alone (leagues.md, N1 to N4); it knows nothing of the program."""
