"""The server: a socket, uvicorn, and the application."""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

import uvicorn

from tengen.errors import UsageError
from tengen.store.seated import SeatedFile
from tengen.web.app import create_app
from tengen.web.connections import CountedHttp, CountedWebSocket
from tengen.web.limits import Places
from tengen.web.settings import IN_ALL, MOST_MESSAGE, Settings

_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_WAITING = 2048  # connections that nobody has looked at yet
_UNREAD = 128 * 1024  # bytes that the system keeps for somebody who does not read them
_GOODBYE_SECONDS = 5
_SWITCH_SECONDS = 0.0005  # that a busy thread keeps the interpreter, while the one that talks to people waits


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; connections wait until they are served."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=_WAITING)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UsageError(f"cannot listen at {host} port {port}: {reason}") from None
    # Connections have these from here. A move goes out at once, and does not wait until the last one is acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
    return listening


def address(listening: socket.socket) -> str:
    """What to type into a browser."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def shared_address(listening: socket.socket) -> str | None:
    """Where others in the network find this server; None if they do not."""
    host, port = listening.getsockname()[:2]
    if ip_address(host).is_unspecified:
        # What this machine would send from, to an address that is nobody's: nothing is sent.
        family, far = (socket.AF_INET6, "2001:db8::1") if ":" in host else (socket.AF_INET, "192.0.2.1")
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asked:
                asked.connect((far, 9))
                host = asked.getsockname()[0]
        except OSError:
            return None  # there is no network
    if is_loopback(host):
        return None
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def usual_hosts(host: str) -> Sequence[str]:
    """The names that a server at this address may be called by.

    One that only this machine can reach is called by no other name: else any site could have its own name lead here,
    and its page would be taken for ours.
    """
    return (*_LOOPBACK, host) if is_loopback(host) else ("*",)


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def serve(
    listening: socket.socket,
    file: SeatedFile,
    settings: Settings,
    hosts: Sequence[str],
    proxy: str | None = None,
    match: Path | None = None,
) -> None:
    """Serves until a signal ends it. `proxy`: the address of a proxy whose word is taken for who is behind it; `match`:
    the file of a match to look at."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    in_all = settings.most_connections * IN_ALL
    _allow_files(in_all)
    places = Places(in_all if proxy else settings.most_connections, in_all, "connections")
    http = type("Http", (CountedHttp,), {"places": places, "silence": settings.most_silence})
    websocket = type("WebSocket", (CountedWebSocket,), {"silence": settings.most_silence})
    config = uvicorn.Config(
        create_app(file, settings, hosts, shared_address(listening), match),
        http=http,
        ws=websocket,
        loop="asyncio",
        lifespan="on",
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,
        proxy_headers=proxy is not None,
        forwarded_allow_ips=proxy,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="critical",
        timeout_graceful_shutdown=_GOODBYE_SECONDS,
    )
    uvicorn.Server(config).run([listening])


def _allow_files(most: int) -> None:
    """Each connection is an open file, and systems are mean with those until they are asked."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = most + 256
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
