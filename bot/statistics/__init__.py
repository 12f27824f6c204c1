"""What is counted and rated of people who play (leagues.md, L20 and S)."""
