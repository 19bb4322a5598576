"""Cards of NEXUS: how stock files are written, and what each card does."""
