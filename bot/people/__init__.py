"""People and servers: what they have chosen, and what is kept of them."""
