"""How strong agents are: bouts against a rival, tournaments, the benchmark and the five levels."""
