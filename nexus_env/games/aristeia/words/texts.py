"""The texts of Aristeia! for front ends: the tables of `texts.toml`."""

from nexus_env.kit.texts import read_texts

TEXTS = read_texts(__file__)
