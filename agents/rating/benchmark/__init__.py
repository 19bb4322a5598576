"""The Lanista Benchmark: a fixed panel of opponents, all barges, two to four seats, seeds nobody learns from."""
