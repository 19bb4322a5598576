"""What holds in every bout of Aristeia!, which bouts that is tried over, and what reports count."""
