"""What a season is taken away in: tables for a spreadsheet, and a page to print."""
