"""Rating agents: bouts against a rival, tournaments, the benchmark and the five levels."""
