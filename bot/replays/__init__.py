"""Games that are over, moment by moment: found, told, drawn, and leafed through."""
