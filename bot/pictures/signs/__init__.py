"""A small drawn sign for each contract, our own: the same in titles, on score sheets, in every language.

A contract in which something is to be avoided has an eight-cornered sign, one in which it is to be won a
round one; what is to be avoided or won is drawn in it. So the sign reads without its colours.
"""
