"""A WebSocket (RFC 6455) over the standard library: what a client of Saffron needs of it."""

import base64
import hashlib
import os
import socket
import ssl
import struct
import time

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10


class Refused(Exception):
    """The server did not upgrade the connection. `body` is its answer."""

    def __init__(self, status, body):
        super().__init__(f"status {status}: {body!r}")
        self.status, self.body = status, body


class Closed(Exception):
    """The connection has ended. `code` is that of the close frame, `None` where it broke without one."""

    def __init__(self, code=None, reason=""):
        super().__init__(f"closed with {code} {reason}" if code else "broken")
        self.code, self.reason = code, reason


class WebSocket:
    """An open connection. Pings are answered while messages are received."""

    def __init__(self, host, port, path, headers=None, tls=False, timeout=10):
        self.socket = socket.create_connection((host, port), timeout=timeout)
        if tls:
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=host)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.parts = []
        try:
            self._upgrade(host, port, path, headers or {})
        except BaseException:
            self.socket.close()
            raise

    def _upgrade(self, host, port, path, headers):
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade"]
        lines += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        while b"\r\n\r\n" not in self.buffer:
            self._fill()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        first, *fields = head.decode("latin-1").split("\r\n")
        fields = dict(field.lower().split(":", 1) for field in fields if ":" in field)
        status = int(first.split()[1])
        if status != 101:
            length = int(fields.get("content-length", "0"))
            while len(self.buffer) < length:
                self._fill()
            raise Refused(status, self.buffer[:length])
        # Looked for in the head as it came: in base64, small and capital letters differ.
        accept = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest())
        if accept not in head:
            raise Closed()

    def _fill(self):
        data = self.socket.recv(65536)
        if not data:
            raise Closed()
        self.buffer += data

    def send(self, text):
        self._frame(TEXT, text.encode())

    def _frame(self, kind, payload):
        length = len(payload)
        if length < 126:
            head = struct.pack("!BB", 0x80 | kind, 0x80 | length)
        elif length < 1 << 16:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, length)
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, length)
        # Frames of a client are masked.
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        try:
            self.socket.sendall(head + mask + masked)
        except OSError as error:
            raise Closed() from error

    def receive(self, timeout):
        """The next text message; `None` where none comes within so many seconds."""
        end = time.monotonic() + timeout
        while True:
            frame = self._parse()
            if frame is None:
                left = end - time.monotonic()
                if left <= 0:
                    return None
                self.socket.settimeout(left)
                try:
                    self._fill()
                except socket.timeout:
                    return None
                except OSError as error:
                    raise Closed() from error
                continue
            final, kind, payload = frame
            if kind == PING:
                self._frame(PONG, payload)
            elif kind == CLOSE:
                code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
                self.close()
                raise Closed(code, payload[2:].decode())
            elif kind in (TEXT, BINARY, CONTINUATION):
                self.parts.append(payload)
                if final:
                    message = b"".join(self.parts).decode()
                    self.parts = []
                    return message

    def _parse(self):
        """Takes a frame from what was read; `None` where it is not complete."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        final, kind, length, start = buffer[0] & 0x80 != 0, buffer[0] & 15, buffer[1] & 127, 2
        if length >= 126:
            size = 2 if length == 126 else 8
            if len(buffer) < 2 + size:
                return None
            length, start = int.from_bytes(buffer[2 : 2 + size], "big"), 2 + size
        if len(buffer) < start + length:
            return None
        self.buffer = buffer[start + length :]
        return final, kind, buffer[start : start + length]

    def close(self, code=1000):
        try:
            self._frame(CLOSE, struct.pack("!H", code))
        except Closed:
            pass
        self.socket.close()

    def cut(self):
        """Ends the connection without a word, as a broken network does."""
        self.socket.close()
