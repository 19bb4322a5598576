"""The rules of NEXUS, one file per chapter."""
