"""The error that a refused request raises."""

from typing import Any

from nexus_env.system.wording import one_line

Message = dict[str, Any]


class Refused(Exception):
    """The service has answered with an error; `code`, `place` and `message` are its own."""

    def __init__(self, message: Message) -> None:
        said = f"{message['code']}: {message['place']}: got {message['found']}; expected {message['expected']}."
        super().__init__(one_line(f"{said} {message.get('advice', '')}".rstrip()))
        self.code, self.place, self.message = message["code"], message["place"], message


def checked(answer: Message) -> Message:
    """Return the answer.

    Raises:
        Refused: it is an error.
    """
    if answer["type"] == "error":
        raise Refused(answer)
    return answer
