"""Results that were not played here: on paper, in spreadsheets, in season files. Pure."""
