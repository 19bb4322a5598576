"""Where a command of this machine listens."""

import socket


def listen(command: str, host: str, port: int) -> socket.socket:
    """A socket that listens, so that whoever asks now is answered later.

    Args:
        command: who wants it; an error begins with it.
        host: the address.
        port: the port; 0 is a free one.

    Raises:
        ValueError: the address is taken, or none of this machine's.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise ValueError(
            f"{command}: got {host}, port {port} ({reason}); expected a free port of this machine, as --port 8001."
        ) from error
