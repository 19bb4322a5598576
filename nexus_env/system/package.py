"""Facts about this package."""

# pyproject.toml reads it from here, so it is the version of the running code, not that of an earlier installation.
VERSION = "0.3.0"
ID_VERSION = "v1"
"""The version in the ids of environments and in `metadata["name"]`. It rises when the same call makes an environment
with another meaning, such as another reward. `Game.version`, which counts changes of the rules, is independent of it.
"""


def install(extras: str) -> str:
    """The command that installs extras of this package, such as "video", as part of a sentence: it is on no index."""
    return f"pip install -e '.[{extras}]' in a clone of the repository"
