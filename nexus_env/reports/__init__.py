"""Building blocks of reports: HTML pages, plots, intervals."""
