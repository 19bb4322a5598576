"""The listening socket of a command."""

import socket

from nexus_env.system.wording import InputError


def listen(command: str, host: str, port: int) -> socket.socket:
    """A listening socket: connections made from now on wait until they are accepted.

    Args:
        command: the name of the command; errors begin with it.
        host: the address.
        port: the port; 0 picks a free one.

    Raises:
        ValueError: the address is taken, or does not belong to this machine.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, UnicodeError) as error:  # UnicodeError: no name of a host
        reason = (getattr(error, "strerror", None) or str(error)).partition(" (while")[0]
        raise InputError(
            f"{command}: got {host}, port {port} ({reason}); expected a free port of this machine, such as --port 8001."
        ) from error
