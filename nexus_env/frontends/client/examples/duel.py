"""A duel against the service: python -m nexus_env.frontends.client.examples.duel [URL] [AGENT]."""

import random
import sys

from nexus_env.frontends.client import Http


def main(url: str = "http://127.0.0.1:8000", agent: str = "random") -> None:
    """Play at random against an agent of the service, and print what happens."""
    chance = random.Random(1)
    with Http(url) as service:
        joined = service.ask("create", seats=["person", agent], name="Example")
        for update in service.follow(joined["bout"], joined["token"]):
            for event in update["events"]:
                for happening in event.get("happened", ()):
                    if happening["text"]:
                        print(happening["text"])
            if legal := update["state"]["legal"]:
                command = chance.choice(legal)["command"]
                service.ask("play", bout=joined["bout"], token=joined["token"], at=update["cursor"], command=command)
        print(update["state"]["view"]["result"])


if __name__ == "__main__":
    main(*sys.argv[1:])
