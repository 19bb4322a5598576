"""Run the command line, `python -m nexus_env`: `play`, `replay`, `tournament`, `bench` and more, each with a help
page.
"""

from nexus_env.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
