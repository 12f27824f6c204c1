"""League nights: when they are, who sits with whom, how an evening goes (docs/rules/leagues.md, N1 to N4)."""
