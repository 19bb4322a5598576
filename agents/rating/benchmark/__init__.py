"""The benchmark of a game: a fixed panel of opponents, fixed rules, seeds nobody learns from."""
