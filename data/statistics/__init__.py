"""What was counted of people and servers, as sums brought up to date step by step; and their ratings."""
