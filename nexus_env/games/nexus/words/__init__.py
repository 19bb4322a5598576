"""NEXUS in words and pictures for front ends; `words.py` collects them for the contract."""
