"""The rules of Aristeia!, a file a chapter."""
