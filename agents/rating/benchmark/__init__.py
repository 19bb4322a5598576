"""The benchmark of a game: a fixed panel of opponents, fixed rules, reserved seeds."""
