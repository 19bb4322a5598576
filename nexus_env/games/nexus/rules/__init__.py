"""The rules of NEXUS, a file a chapter."""
