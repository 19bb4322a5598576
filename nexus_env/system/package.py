"""Facts about the installed package."""

from importlib.metadata import PackageNotFoundError, version


def package_version() -> str:
    """Its version; a word instead where it is used from its folder, without having been installed."""
    try:
        return version("nexus-env")
    except PackageNotFoundError:
        return "uninstalled"
