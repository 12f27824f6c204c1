"""What cards cost who played them, judged by what they saw then: of games that are over."""
