"""Agents of NEXUS: scripted lanistas, what the search knows of it, and how its small networks learn."""
