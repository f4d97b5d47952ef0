"""The network: its shape, its numbers as floats and as the engine's, and its file.

Two looks at the position, one a side, go through the same first layer; the side to move's comes first. The layer has a set of
weights for every zone of the board that the king of the side that looks may stand in. The squares of its clipped sums go through
one of several sets of further layers, chosen by the number of men on the board. The engine's first two layers are of
integers, the others of floats.

    file: "SAFNET05", the CRC-32 of all that follows; the variant's id, its length in a byte before it; little-endian u32 inputs, hidden, buckets, the hand-made evaluation's part in 16ths, zones;
    by cell a byte, the zone of an own king there; the first layer's numbers; by bucket those of the second, and the floats of
    `LAYERS`
"""

import zlib
from pathlib import Path

import jax.numpy as jnp
import numpy as np

from samples import NO_ZONE

MAGIC = b"SAFNET05"
HIDDEN_ONE = 255
"""What 1.0 is in the first layer's integers."""
SECOND_ONE = 512
"""What 1.0 is in the second layer's integers."""
SQUARE_SHIFT = 9
"""Bits that the engine's squares lose, rounded."""
LIMIT = 127 / SECOND_ONE
"""Bound of the second layer's weights, so that they fit a byte."""
SECOND = 16
"""Size of the second layer; the last of its numbers goes straight to the output."""
THIRD = 32
"""Size of the third layer."""
SEEN = 2 * (SECOND - 1)
"""What the third layer sees of the second: numbers and squares."""
SCALE = 400
"""Centipawns that the network's output 1.0 stands for."""


def bucket(men_count, places: int, buckets: int):
    """Which set of later layers a position with so many men uses."""
    return ((men_count - 2) * buckets // (places - 1)).clip(0, buckets - 1)


BOUND = 1.98
"""Bound of the first layer's numbers, so that the sum over all men fits 16 bits."""

ONES = {"first": HIDDEN_ONE, "first_bias": HIDDEN_ONE, "second": SECOND_ONE}
"""What 1.0 is in the integers of each part that has integers."""

KINDS = {"first": "<i2", "first_bias": "<i2", "second": "i1"}
"""How these are stored."""

LAYERS = {"second_bias": (SECOND,), "third": (SEEN, THIRD), "third_bias": (THIRD,), "last": (THIRD,), "last_bias": ()}
"""The shapes of the floats of one bucket."""


def joined(parameters: dict) -> dict:
    """The network's own numbers. While it is trained, what all zones have in common is apart in `shared`, so that every zone
    learns from the samples of the others, too."""
    whole = dict(parameters)
    shared = whole.pop("shared", None)
    if shared is not None:
        zones = len(whole["first"]) // len(shared)
        whole["first"] = jnp.clip(whole["first"] + jnp.tile(shared, (zones, 1)), -BOUND, BOUND)
    return whole


def rounded(parameters: dict) -> dict:
    """The numbers that the engine will have, as floats."""
    return {
        name: (numbers * ONES[name]).round() / ONES[name] if name in ONES else numbers for name, numbers in joined(parameters).items()
    }


def quantise(parameters: dict) -> dict:
    """The engine's numbers: integers of `KINDS`, floats of `LAYERS`. Raises ValueError where a sum of the first layer might not fit."""
    whole = {name: np.asarray(numbers, np.float32) for name, numbers in joined(parameters).items()}
    numbers = {name: np.rint(whole[name] * one) for name, one in ONES.items()}
    # The sum over all men must fit 16 bits.
    if np.abs(numbers["first"]).max() * 40 + np.abs(numbers["first_bias"]).max() > 32767:
        raise ValueError("a weight of the first layer is too large for 16 bits")
    integers = {name: numbers[name].astype(kind) for name, kind in KINDS.items()}
    return integers | {name: whole[name].astype("<f4") for name in LAYERS}


def write(path: Path, variant: str, numbers: dict, zone: np.ndarray, hand_made: int) -> None:
    """Writes a variant's network file from the engine's numbers; `hand_made` 16ths of the hand-made evaluation are added to it. `zone`
    is by input, as in samples."""
    rows, hidden = numbers["first"].shape
    inputs, of_kings = len(zone), zone[zone != NO_ZONE]
    buckets = len(numbers["second"])
    name = variant.encode()
    parts = [bytes([len(name)]), name, np.array([inputs, hidden, buckets, hand_made, rows // inputs], "<u4").tobytes(), of_kings.tobytes()]
    parts += [numbers[name].tobytes() for name in ("first", "first_bias")]
    parts += [numbers[name][which].tobytes() for which in range(buckets) for name in ("second", *LAYERS)]
    body = b"".join(parts)
    path.write_bytes(MAGIC + zlib.crc32(body).to_bytes(4, "little") + body)


def read(path: Path, zone: np.ndarray) -> dict:
    """The floats of a network file for the inputs and zones of `zone`. A network without zones is taken for all of them. Raises
    ValueError for a file that is no network, or one of another kind."""
    file = path.read_bytes()
    body = file[len(MAGIC) + 4 :]
    if not file.startswith(MAGIC):
        raise ValueError(f"{path}: not a network")
    if zlib.crc32(body).to_bytes(4, "little") != file[len(MAGIC) : len(MAGIC) + 4]:
        raise ValueError(f"{path}: the network is damaged")
    body = body[1 + body[0] :]
    inputs, hidden, buckets, _, zones = (int(n) for n in np.frombuffer(body, "<u4", 5))
    of_kings = zone[zone != NO_ZONE]
    if inputs != len(zone):
        raise ValueError(f"{path}: a network for {inputs} inputs; these samples have {len(zone)}")
    if not np.array_equal(np.frombuffer(body, "u1", len(of_kings), 20), of_kings if zones > 1 else 0 * of_kings):
        raise ValueError(f"{path}: a network with other zones than these samples have")
    body = body[20 + len(of_kings) :]
    integers = {"first": (zones * inputs, hidden), "first_bias": (hidden,), "second": (SECOND, 2 * hidden)}
    kinds = [(name, KINDS[name], shape) for name, shape in integers.items()]
    first = np.dtype(kinds[:2])
    later = np.dtype(kinds[2:] + [(name, "<f4", shape) for name, shape in LAYERS.items()])
    if len(body) != first.itemsize + buckets * later.itemsize:
        raise ValueError(f"{path}: the network ends too early, or too late")
    found = [np.frombuffer(body, first, 1)[0], np.frombuffer(body, later, buckets, first.itemsize)]
    whole = {name: part[name] / np.float32(ONES.get(name, 1)) for part in found for name in part.dtype.names}
    return {name: jnp.asarray(numbers, jnp.float32) for name, numbers in whole.items()}


def later_layers(layers: dict, squares, counts: tuple):
    """The output, in units of `SCALE` centipawns, from the clipped sums' squares of samples that are sorted by bucket; `counts` says
    how many there are of each."""
    values = []
    for which, part in enumerate(jnp.split(squares, np.cumsum(counts)[:-1])):
        one = {name: numbers[which] for name, numbers in layers.items()}
        second = part @ one["second"].T + one["second_bias"]
        seen = second[:, :-1]
        seen = jnp.concatenate([jnp.clip(seen, 0, 1), jnp.minimum(seen**2, 1)], axis=1)
        third = jnp.clip(seen @ one["third"] + one["third_bias"], 0, 1)
        values.append(second[:, -1] + third @ one["last"] + one["last_bias"])
    return jnp.concatenate(values)


def evaluate(numbers: dict, rows: np.ndarray, counts: tuple) -> np.ndarray:
    """Centipawns by the engine's arithmetic, for checking it. `rows` are the first layer's, by sample, side and place; the samples
    are sorted by bucket, and `counts` says how many there are of each."""
    none, hidden = numbers["first"].shape
    first = np.concatenate([numbers["first"].astype(np.int32), np.zeros((1, hidden), np.int32)])
    sides = [first[rows[:, side]].sum(axis=1) + numbers["first_bias"] for side in (0, 1)]
    squares = np.concatenate([side.clip(0, HIDDEN_ONE) for side in sides], axis=1) ** 2
    squares = (squares + (1 << (SQUARE_SHIFT - 1))) >> SQUARE_SHIFT
    layers = {name: numbers[name] for name in LAYERS} | {"second": numbers["second"].astype(np.float32) / SECOND_ONE}
    value = later_layers(layers, squares.astype(np.float32) / (HIDDEN_ONE**2 / (1 << SQUARE_SHIFT)), counts)
    return np.trunc(np.asarray(value) * SCALE).astype(np.int32)
