"""Cards of NEXUS: the format of stock files, and the effect of each card."""
