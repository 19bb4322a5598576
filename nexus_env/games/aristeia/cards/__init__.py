"""Cards of Aristeia!: their contents as records, and their effects."""
