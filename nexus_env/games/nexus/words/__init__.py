"""NEXUS in words and pictures: what front ends tell and ask; `words.py` gathers it for the contract."""
