"""The protocol over HTTP."""

from collections.abc import Iterator
from types import TracebackType
from typing import Any

import httpx

from nexus_env.frontends.client.proxies import is_here
from nexus_env.frontends.client.refused import Message, checked
from nexus_env.system.wording import one_line

PATIENCE = 30.0


class Http:
    """A client over HTTP; each message is independent."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        """Talk to the service at `url`, such as http://127.0.0.1:8000.

        Args:
            url: its address.
            patience: seconds to wait for an answer, beyond what a message asks for.
        """
        self._client, self._patience = httpx.Client(base_url=url, trust_env=not is_here(url)), patience

    def ask(self, kind: str, **fields: Any) -> Message:
        """Send a message of a type and return its answer.

        Raises:
            Refused: the service has refused it.
            httpx.HTTPError: no service answers, or something else does.
        """
        patience = self._patience + float(fields.get("wait") or fields.get("time") or 0)
        response = self._client.post(f"/v1/{kind}", json=fields, timeout=patience)
        try:
            answer: Message = response.json()
        except ValueError as error:  # the answer is from a proxy, not from the service
            found = f"status {response.status_code}, {response.headers.get('content-type')}"
            told = one_line(f"{response.url}: got {found}; expected a message")
            raise httpx.DecodingError(told, request=response.request) from error
        return checked(answer)

    def follow(self, bout: str, token: str | None = None, after: int = 0) -> Iterator[Message]:
        """Yield the updates of a bout as they come, from after a cursor to its end."""
        where = {"bout": bout, **({"token": token} if token else {})}
        update = self.ask("look", **where, after=after)
        yield update
        while update["state"]["phase"] != "over":
            update = self.ask("look", **where, after=update["cursor"], wait=20.0)
            if update["events"]:
                yield update

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def __enter__(self) -> "Http":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
