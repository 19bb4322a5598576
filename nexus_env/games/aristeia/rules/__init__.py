"""The rules of Aristeia!, one file per chapter."""
