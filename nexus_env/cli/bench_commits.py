"""`make bench-compare`: the speed of this working tree against another commit (`nexus_env/tools/bench/commits.py`).

python -m nexus_env.cli.bench_commits --base main
"""

import sys

from nexus_env.cli.arguments import SECONDS
from nexus_env.system.argument_parser import Parser
from nexus_env.system.wording import one_line
from nexus_env.tools.bench import commits

EXAMPLES = """examples:
  python -m nexus_env.cli.bench_commits
  python -m nexus_env.cli.bench_commits --base HEAD~5 --seconds 4
"""


def main() -> int:
    """Print the ratios; returns 0 even if there is nothing to compare with, since this is not a test."""
    parser = Parser(
        prog="python -m nexus_env.cli.bench_commits",
        description="Compare the speed of this working tree with that of another commit.",
        epilog=EXAMPLES,
    )
    parser.add_argument("--base", default="", help="a commit (default: main; on main itself, the previous commit)")
    parser.add_argument(
        "--seconds",
        type=SECONDS,
        default=2.0,
        help=f"seconds per measurement; each side is measured {commits.ROUNDS} times (default 2)",
    )
    arguments = parser.parse_args()

    # Measure both; what is missing is told in one line.
    try:
        base = arguments.base or commits.usual_base()
        if not base:
            print("bench: there is no other commit to compare with.")
            return 0
        print(commits.compare(base, arguments.seconds))
    except FileNotFoundError as error:
        print(f"bench: got no {error.filename}; expected it on the PATH.", file=sys.stderr)
        return 2
    except ValueError as error:
        print(one_line(error), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
