"""One bot in several processes, each with some of Discord's shards and a database of its own."""
