"""Computer players. They see a seat's view and nothing else, and always answer the same view alike."""
