"""Statistics: counted, rated and asked for."""
