"""Thin Python clients of the protocol; `client.js` beside this file is the JavaScript one.

    from nexus_env.frontends.client import Http

    service = Http("http://127.0.0.1:8000")
    best = service.ask("go", position="…", agent="search", time=2.0)

All three send messages by type and fields and return the answer as a dict; docs/protocol.md lists them.
"""

from nexus_env.frontends.client.http import Http
from nexus_env.frontends.client.process import Process
from nexus_env.frontends.client.refused import Refused
from nexus_env.frontends.client.socket import Socket

__all__ = ["Http", "Process", "Refused", "Socket"]
