"""What a game supplies: its contract, options, notation and rulebook, and the facts that reports count."""
