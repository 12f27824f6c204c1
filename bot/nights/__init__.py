"""League nights: when they are, who comes, who sits with whom, and what is done when."""
