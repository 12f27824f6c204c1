"""Pictures of statistics, on paper: a module each."""
