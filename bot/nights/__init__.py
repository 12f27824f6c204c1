"""League nights: when they are, who sits with whom, and how an evening goes (N1 to N4)."""
