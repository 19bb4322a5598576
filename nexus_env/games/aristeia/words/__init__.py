"""The words of Aristeia!: what it shows, says and asks."""
