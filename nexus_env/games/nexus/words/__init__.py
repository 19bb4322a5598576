"""NEXUS in words and pictures: what front ends tell and ask."""
