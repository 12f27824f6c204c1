"""People and servers: what is known of them, and what they have chosen for themselves. Nothing of Discord."""
