"""Facts about this package."""

# pyproject.toml reads it from here, so that it is the version of the code that runs, not of what was installed once.
VERSION = "0.3.0"
