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
        raise ValueError(
            f"{command}: {host}, port {port}: {error.strerror or error}; choose another with --port."
        ) from error
