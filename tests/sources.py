"""The Python sources of this project, each once: `agents` and `configs` are linked into the package."""

from pathlib import Path


def sources(root: Path) -> list[Path]:
    """All of them below a root, but the tests."""
    linked = {path.name for path in (root / "nexus_env").iterdir() if path.is_symlink()}
    package = [path for path in root.glob("nexus_env/**/*.py") if path.relative_to(root).parts[1] not in linked]
    return sorted([*package, *root.glob("agents/**/*.py"), root / "train.py"])


def name_of(path: Path) -> str:
    """What a source is imported as."""
    parts = path.relative_to(Path(__file__).parent.parent).with_suffix("").parts
    within = ("nexus_env", *parts) if parts[0] == "agents" else parts
    return ".".join(within).removesuffix(".__init__")
