"""Pictures of leagues and of statistics, on paper: each is sections below each other."""
