"""Games that are over, moment by moment: found, put into words, drawn, and leafed through."""
