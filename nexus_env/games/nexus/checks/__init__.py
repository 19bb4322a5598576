"""What must always hold in NEXUS, bouts of every kind, and what reports count."""
