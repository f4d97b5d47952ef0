"""Two visitors play a short game of Shafran's chess on a server, through connections that break.

    python3 play.py [URL]              by default http://127.0.0.1:8070
    python3 play.py URL --restart      waits in the middle of the game until the server was restarted

Every step is checked; the exit status is 0 if all went as docs/protocol.md says."""

import random
import string
import sys
import time

from saffron import Client, Refusal

MOVES = ["b1c4", "c8d6", "d1e3", "b6b5", "c4d7"]
OUTCOME = {"reason": "Checkmate", "white_quarters": 4}


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def speaker(name):
    return lambda text: print(f"{name}: {text}", flush=True)


def begin(white, black):
    """A seek of one guest, which the other finds in the lobby; returns the game."""
    for client in (white, black):
        client.request("POST", "/api/guest")
        # A seek with a clock stands while its owner has an open socket.
        client.connect()
    control = {"kind": "clock", "initial": 600, "increment": 5}
    offer = {"variant": "shafran", "control": control, "rated": False, "side": "white"}
    answer = white.request("POST", "/api/seeks", {"offer": offer})
    check(answer["kind"] == "waiting", f"somebody else has accepted the seek: {answer}")
    seek = answer["seek"]["id"]
    black.send({"t": "watchLobby"})
    black.wait("the seek", lambda: seek in black.lobby)
    accepted = black.request("POST", f"/api/seeks/{seek}/accept")["game"]
    game = white.wait("the start", lambda: white.started.get(seek))
    check(game == accepted, "both have another game")
    for client, side in ((white, "w"), (black, "b")):
        client.watch(game)
        client.wait("the game", lambda: client.games[game].view)
        check(client.games[game].view["you"] == side, f"not {side}")
    return game


def lose_connection_with_a_command(client, game, uci):
    """Sends a move, loses the connection before the answer, and sees that the move is made once."""
    move = {"kind": "move", "uci": uci, "ply": client.games[game].state["ply"]}
    number = client.command(game, move)
    client.cut()
    client.wait("the move", lambda: number in client.settled)
    client.wait("the events", lambda: uci in client.games[game].moves)
    seq = client.settled[number]
    # The same command again is acknowledged; another one under its id is refused.
    del client.settled[number]
    client.send({"t": "do", "game": game, "id": client.id(number), "command": move})
    client.wait("an answer", lambda: number in client.settled)
    check(client.settled.pop(number) == seq, "it was carried out again")
    client.send({"t": "do", "game": game, "id": client.id(number), "command": {"kind": "resign"}})
    # The answer to the first repetition may still come.
    client.wait("a refusal", lambda: isinstance(client.settled.get(number), dict))
    check(client.settled[number]["code"] == "command_id_used", f"another command was taken: {client.settled[number]}")
    events = client.request("GET", f"/api/games/{game}/events")["events"]
    check([one["seq"] for one in events if one.get("command") == client.id(number)] == [seq], "not carried out once")
    client.say(f"{uci} was sent three times and carried out once")


def register(client, game):
    """Registers in the middle of the game: the socket is closed with 1013, and comes back with the new session."""
    account = client.account
    letters = string.ascii_lowercase
    name = "P" + "".join(random.choices(letters, k=11))
    client.request("POST", "/api/account/register", {"name": name, "password": "".join(random.choices(letters, k=24))})
    client.wait("the close", lambda: 1013 in client.closes)
    client.wait("the name", lambda: client.games[game].view["info"]["black"]["name"] == name)
    check(client.account == account, "a guest keeps its account")


def be_too_fast(client):
    """Sends more messages than a connection may, waits as long as the server says, and is answered again."""
    for number in range(1, 71):
        client.send({"t": "ping", "n": number})
    error = client.wait("a refusal", lambda: next((e for e in client.errors if e["code"] == "rate_limited"), None))
    seconds = error["params"]["retryAfter"]
    client.say(f"rate_limited, waiting for {seconds} s")
    time.sleep(seconds)
    # What was refused before is read first.
    client.wait("silence", lambda: client.step(0.2) or time.monotonic() - client.heard > 0.2)
    heard = client.heard
    client.send({"t": "ping", "n": 71})
    client.wait("the pong", lambda: client.heard > heard)
    check(client.closes == [], "the connection was closed")


def survive_restart(clients):
    """Waits until the server has said that it stops, and was started again."""
    print("restart the server now", flush=True)
    for client in clients:
        client.wait("the restart", lambda: 1012 in client.closes)
        check(client.socket is not None, "not connected again")


def main(url, restart=False):
    white, black, spectator = (Client(url, speaker(name)) for name in ("White", "Black", "Spectator"))
    game = begin(white, black)
    spectator.connect()
    spectator.watch(game)
    spectator.wait("the game", lambda: spectator.games[game].view)
    check(spectator.account is None and spectator.games[game].view["you"] is None, "a spectator has a side")

    try:
        black.do(game, {"kind": "move", "uci": MOVES[1], "ply": 0})
        check(False, "a move in the other side's turn was taken")
    except Refusal as refusal:
        check(refusal.code == "not_your_turn", refusal)

    lose_connection_with_a_command(white, game, MOVES[0])
    black.wait("White's move", lambda: black.games[game].moves == MOVES[:1])
    # Black moves while White has no connection: White gets the event that it has missed.
    white.cut()
    black.move(game, MOVES[1])
    white.wait("the move that was missed", lambda: white.games[game].moves == MOVES[:2])
    check(white.games[game].view["you"] == "w", "White has lost its seat")
    register(black, game)
    white.move(game, MOVES[2])
    black.wait("White's move", lambda: black.games[game].moves == MOVES[:3])
    be_too_fast(spectator)
    if restart:
        survive_restart((white, black, spectator))
    black.move(game, MOVES[3])
    white.wait("Black's move", lambda: white.games[game].moves == MOVES[:4])
    white.move(game, MOVES[4])

    for client in (white, black, spectator):
        client.wait("the end", lambda: client.games[game].outcome)
        check(client.games[game].outcome == OUTCOME, f"another outcome: {client.games[game].outcome}")
        check(client.games[game].moves == MOVES, f"other moves: {client.games[game].moves}")
    check(white.request("GET", f"/api/games/{game}")["info"]["outcome"] == OUTCOME, "over HTTP it has not ended")
    for client in (white, black, spectator):
        client.leave()
    print(f"{len(MOVES)} plies, {OUTCOME['reason']}: all as the page says")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8070", "--restart" in sys.argv[2:])
