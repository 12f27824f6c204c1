"""League standings a second time, from the paragraphs alone (leagues.md, L1 to L20 and the season file).

Slow and literal: everything is worked out from scratch, with dictionaries and fractions. The tests compare
the program with it. It knows JSON and openskill, and nothing of the program.
"""
