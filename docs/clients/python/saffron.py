"""A client of Saffron, written from docs/protocol.md: requests, one socket, games that are followed, commands that are carried out
once whatever happens to the connection. Needs nothing but Python 3.8."""

import http.client
import json
import random
import string
import time
from urllib.parse import urlsplit

from websocket import Closed, Refused, WebSocket

VERSION = 1
# Codes that say nothing about what was sent: the same may be sent again later.
PASSING = {"busy", "internal", "rate_limited", "shutting_down", "too_many_requests", "request_timeout"}
# Pauses before a connection or `watch` is tried again, in seconds.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15
# Silence after which a ping is sent, and after which the connection is broken, in seconds.
SILENCE, ANSWER = 10, 8


class Refusal(Exception):
    """What the server refused, by its code."""

    def __init__(self, error):
        super().__init__(f"{error['code']} {error.get('params', '')}".strip())
        self.code, self.params = error["code"], error.get("params") or {}


def pause(attempts, error=None):
    """Seconds until the next attempt: what the server asks for, otherwise growing, with some chance in it."""
    longest = min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempts)
    asked = ((error or {}).get("params") or {}).get("retryAfter", 0)
    return max(asked, longest * random.uniform(0.5, 1))


class Game:
    """A game that is followed, as the server has shown it."""

    def __init__(self):
        self.view, self.state, self.moves, self.events = None, None, [], {}
        # The number of the event that is needed next.
        self.next = None

    def take_view(self, view):
        self.view, self.state, self.moves = view, view["state"], list(view["moves"])
        self.next = self.state["seq"]

    def take_events(self, recorded, state):
        """Takes events that are new, and returns them."""
        new = [one for one in recorded if self.next is None or one["seq"] >= self.next]
        for one in new:
            self.events[one["seq"]] = one
            event = one["event"]
            if event["kind"] == "moved":
                self.moves.append(event["uci"])
            elif event["kind"] == "takenBack":
                del self.moves[-event["plies"] :]
        self.state, self.next = state, state["seq"]
        return new

    @property
    def outcome(self):
        return self.state and self.state["outcome"]


class Client:
    """A visitor: a guest, an account, or a spectator without a session."""

    def __init__(self, url, say=lambda text: None):
        parts = urlsplit(url)
        self.tls = parts.scheme == "https"
        self.host, self.port = parts.hostname, parts.port or (443 if self.tls else 80)
        self.say = say
        self.cookie, self.account = None, None
        self.socket, self.heard, self.pinged = None, 0, None
        self.games, self.started, self.lobby, self.errors, self.closes = {}, {}, {}, [], []
        letters = string.ascii_letters + string.digits
        self.name, self.commands = "".join(random.choices(letters, k=16)), 0
        # Commands that are not settled, and how the others were, by their numbers.
        self.pending, self.settled = {}, {}
        # What is to be done later: (when, what).
        self.later = []
        self.retries, self.after_closing = {}, 0

    # Over HTTP.

    def request(self, method, path, body=None):
        """The answer to a request. One that is refused for now is sent again when the server says so."""
        while True:
            kind = http.client.HTTPSConnection if self.tls else http.client.HTTPConnection
            connection = kind(self.host, self.port, timeout=20)
            headers = {"Cookie": self.cookie} if self.cookie else {}
            if body is not None:
                headers["Content-Type"] = "application/json"
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            text = response.read()
            for name, value in response.getheaders():
                if name.lower() == "set-cookie" and value.startswith("saffron="):
                    self.cookie = value.split(";")[0]
            connection.close()
            if response.status < 400:
                return json.loads(text) if text else None
            error = json.loads(text)["error"]
            seconds = response.getheader("Retry-After")
            if seconds is None or error["code"] == "too_many":
                raise Refusal(error)
            self.say(f"{method} {path}: {error['code']}, waiting for {seconds} s")
            time.sleep(float(seconds))

    # The socket.

    def connect(self):
        """Opens the socket, follows what was followed, and sends what was not settled."""
        attempts = 0
        while True:
            error = None
            try:
                headers = {"Cookie": self.cookie} if self.cookie else {}
                socket = WebSocket(self.host, self.port, f"/api/socket?v={VERSION}", headers, self.tls)
                welcome = socket.receive(ANSWER)
                if welcome is not None:
                    break
                socket.cut()
            except Refused as refused:
                error = json.loads(refused.body)["error"]
                if error["code"] not in PASSING | {"too_many"}:
                    raise Refusal(error) from refused
            except (Closed, OSError):
                pass
            time.sleep(pause(attempts, error))
            attempts += 1
        self.socket, self.heard, self.pinged = socket, time.monotonic(), None
        welcome = json.loads(welcome)
        if welcome["version"] != VERSION:
            raise Refusal({"code": "unsupported_version", "params": {"version": welcome["version"]}})
        self.account = welcome["account"]
        for game in self.games:
            self.watch(game)
        for number in sorted(self.pending):
            self._send_command(number)

    def send(self, message):
        """Sends a message; where the connection is broken, that shows at the next step."""
        try:
            self.socket.send(json.dumps(message))
        except Closed:
            pass

    def cut(self):
        self.socket.cut()

    def leave(self):
        """Closes the connection on purpose."""
        self.send({"t": "leave"})
        self.socket.close()

    def step(self, timeout):
        """Takes the next message, or connects again; returns after so many seconds where nothing comes."""
        now = time.monotonic()
        for entry in [entry for entry in self.later if entry[0] <= now]:
            self.later.remove(entry)
            entry[1]()
        if self.pinged is None and now - self.heard > SILENCE:
            self.pinged = now
            self.send({"t": "ping", "n": 0})
        try:
            if self.pinged is not None and now - self.pinged > ANSWER:
                self.cut()
                raise Closed()
            text = self.socket.receive(min(timeout, 0.25))
        except (Closed, OSError) as closed:
            code = getattr(closed, "code", None)
            self.closes.append(code)
            self.say(f"the connection is {closed}: connecting again")
            # 1012 comes after `closing`; after 1013 another session is valid, and there is nothing to wait for.
            time.sleep({1012: self.after_closing, 1013: 0, 1008: 60}.get(code, pause(0)))
            self.after_closing = 0
            self.connect()
            return
        if text is not None:
            self.heard, self.pinged = time.monotonic(), None
            self._take(json.loads(text))

    def wait(self, what, until, timeout=60):
        """Takes messages until a condition is fulfilled, and returns what it gives."""
        end = time.monotonic() + timeout
        while not (found := until()):
            if time.monotonic() > end:
                raise TimeoutError(what)
            self.step(end - time.monotonic())
        return found

    # Games.

    def watch(self, game, whole=False):
        followed = self.games.setdefault(game, Game())
        message = {"t": "watch", "game": game}
        if followed.next is not None and not whole:
            message["from"] = followed.next
        self.send(message)

    def command(self, game, command):
        """Sends a command; returns its number. It is sent again through every new connection until it is settled."""
        self.commands += 1
        self.pending[self.commands] = (game, command)
        self._send_command(self.commands)
        return self.commands

    def do(self, game, command):
        """Sends a command and waits until it is settled; returns the number of its event."""
        number = self.command(game, command)
        settled = self.wait(f"an answer to {command}", lambda: self.settled.get(number))
        if isinstance(settled, dict):
            raise Refusal(settled)
        return settled

    def move(self, game, uci):
        return self.do(game, {"kind": "move", "uci": uci, "ply": self.games[game].state["ply"]})

    def _send_command(self, number):
        if number in self.pending:
            game, command = self.pending[number]
            self.send({"t": "do", "game": game, "id": self.id(number), "command": command})

    def id(self, number):
        return {"client": self.name, "n": number}

    def _settle(self, command, how):
        if command["client"] == self.name:
            self.pending.pop(command["n"], None)
            self.settled[command["n"]] = how

    # Messages.

    def _take(self, message):
        kind = message["t"]
        if kind == "game":
            view = message["view"]
            self.games.setdefault(view["info"]["id"], Game()).take_view(view)
            self.retries.pop(view["info"]["id"], None)
        elif kind == "events":
            self.retries.pop(message["game"], None)
            for one in self.games[message["game"]].take_events(message["events"], message["state"]):
                if "command" in one:
                    self._settle(one["command"], one["seq"])
        elif kind == "ack":
            self._settle(message["id"], message["seq"])
        elif kind == "refused":
            self._refused(message["id"], message["error"])
        elif kind == "resync":
            self.watch(message["game"])
        elif kind == "changed":
            self.watch(message["game"], whole=True)
        elif kind == "presence":
            if self.games[message["game"]].view:
                self.games[message["game"]].view["presence"] = message["presence"]
        elif kind == "started":
            self.started[message["of"]] = message["game"]
        elif kind == "lobby":
            self.lobby = {seek["id"]: seek for seek in message["seeks"]}
        elif kind == "seekAdded":
            self.lobby[message["seek"]["id"]] = message["seek"]
        elif kind == "seekRemoved":
            self.lobby.pop(message["id"], None)
        elif kind == "closing":
            self.after_closing = message["retryAfter"] / 1000
        elif kind == "error":
            self._error(message["error"], message["game"])
        # What is not known is left alone: a newer server may send it.

    def _refused(self, command, error):
        if error["code"] in PASSING:
            number = command["n"]
            self._after(number, error, lambda: self._send_command(number))
        else:
            self._settle(command, error)

    def _error(self, error, game):
        self.errors.append(error)
        if game in self.games and error["code"] in PASSING:
            self._after(game, error, lambda: self.watch(game))

    def _after(self, key, error, what):
        """Does something later, each time later for the same key."""
        attempts = self.retries.get(key, 0)
        self.retries[key] = attempts + 1
        self.later.append((time.monotonic() + pause(attempts + 1, error), what))
