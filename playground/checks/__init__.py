"""What Discord accepts: limits as data, and the checks that read them."""
