"""Sends requests as fast as they are answered, in a process of its own.

    python -m benchmarks.load PORT CLIENTS < requests

stdin holds one request after another, each after its length in four bytes. Each client keeps one
connection and sends the next request when the last one is answered. Prints the seconds and how many
answers had which status, as JSON.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time
from collections import Counter
from collections.abc import Sequence


def main(port: int, clients: int) -> None:
    """Send what stdin holds."""
    requests = _requests(sys.stdin.buffer.read())
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    seconds, statuses = send(port, requests, clients)
    sys.stdout.write(json.dumps({"seconds": seconds, "statuses": statuses}) + "\n")


def _requests(data: bytes) -> list[bytes]:
    found = []
    at = 0
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        found.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    return found


def send(port: int, requests: Sequence[bytes], clients: int) -> tuple[float, dict[str, int]]:
    """Return the seconds until all is answered, and the answers by status.

    One thread and one selector for all clients, so that the client costs as little as it can: what
    it takes of the machine is taken from both sides of a comparison.
    """
    waiting = list(reversed(requests))
    statuses: Counter[str] = Counter()
    with selectors.DefaultSelector() as selector:
        open_ = []
        for _ in range(min(clients, len(requests))):
            one = socket.create_connection(("127.0.0.1", port), timeout=60)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            selector.register(one, selectors.EVENT_READ, bytearray())
            open_.append(one)
        began = time.perf_counter()
        for one in open_:
            one.sendall(waiting.pop())
        left = len(requests)
        while left:
            for key, _ in selector.select(60):
                one, answer = key.fileobj, key.data
                assert isinstance(one, socket.socket), "nothing else was registered"
                piece = one.recv(1 << 16)
                assert piece, "the server closed the connection"
                answer += piece
                if not _is_whole(answer):
                    continue
                statuses[answer[9:12].decode()] += 1
                answer.clear()
                left -= 1
                if waiting:
                    one.sendall(waiting.pop())
        seconds = time.perf_counter() - began
        for one in open_:
            one.close()
    return seconds, dict(statuses)


def _is_whole(answer: bytearray) -> bool:
    end = answer.find(b"\r\n\r\n")
    if end < 0:
        return False
    head = bytes(answer[:end]).lower()
    at = head.find(b"content-length:")
    if at < 0:
        return answer.endswith(b"0\r\n\r\n")  # chunked
    size = int(head[at + 15 :].split(b"\r\n", 1)[0])
    return len(answer) >= end + 4 + size


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
