"""Who sits with whom on a night (docs/rules/leagues.md, N2 to N4). Pure: a request goes in, a plan comes out,
and all chance in it follows from the request's seed.
"""
