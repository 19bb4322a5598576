"""Turn annotated Python into machine code: the only package that knows Numba."""

import numba

TRIED = ((0, 68),)  # the versions of Numba that all tests have run with; `pyproject.toml` allows these


def refuse_another_numba(version: str = numba.__version__) -> None:
    """Raise an `ImportError` unless the tests have run with this version of Numba.

    This package replaces some of Numba's internals; with an untested version the machine code could be wrong.
    """
    if tuple(int(part) for part in version.split(".")[:2]) not in TRIED:
        tried = " or ".join(".".join(map(str, one)) for one in TRIED)
        raise ImportError(f"nexus_env: got Numba {version}; expected {tried}: pip install 'numba=={tried}.*'.")


refuse_another_numba()
