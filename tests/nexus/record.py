"""Write the recorded playthroughs and perft counts anew: `make record`. Read the diff before it is committed."""

import perft
import playthroughs


def main() -> None:
    """Write whatever has changed."""
    texts = {perft.FILE: perft.recorded_anew()}
    for barge in playthroughs.BARGES:
        for seats in playthroughs.SEATS:
            texts[playthroughs.path_of(barge, seats)] = playthroughs.playthrough(barge, seats)
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(path.name)


if __name__ == "__main__":
    main()
