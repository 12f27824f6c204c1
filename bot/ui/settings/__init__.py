"""What a person chooses for themselves, and what is chosen for a server."""
