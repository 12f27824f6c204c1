"""Running tables: one actor a table, the registry of them all, clocks and recovery."""
