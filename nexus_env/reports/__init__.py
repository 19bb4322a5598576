"""What reports are made of: pages of HTML, plots, intervals."""
