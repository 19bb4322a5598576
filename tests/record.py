"""Write the recorded playthroughs and perft counts anew: `make record`. Read the diff before it is committed."""

import perft
import playthroughs
from recordings import RECORDED


def main() -> None:
    """Write whatever has changed."""
    for game, recorded in RECORDED.items():
        texts = {perft.path_of(game): perft.recorded_anew(game)} | playthroughs.transcripts(game)
        texts |= {playthroughs.path_of(game, name): playthroughs.playthrough(game, name) for name in recorded.BOUTS}
        for path, text in texts.items():
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
                print(path)


if __name__ == "__main__":
    main()
