"""Proxies of the environment, such as HTTP_PROXY, lead to other machines and never to this one."""

from urllib.parse import urlsplit

HERE = ("localhost", "127.0.0.1", "::1")


def is_here(url: str) -> bool:
    """Whether an address is on this machine."""
    return urlsplit(url).hostname in HERE
