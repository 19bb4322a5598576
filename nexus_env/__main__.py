"""The command line: `python -m nexus_env play`, `replay`, `tournament`, `bench` and so on; each has a page of help."""

from nexus_env.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
