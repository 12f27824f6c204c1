"""What servers keep of their leagues: who belongs to them, their seasons, results and standings."""
