"""The network: its shape, its numbers as floats and as the engine's integers, and its file.

Two looks at the position, one a side, go through the same layer; the side to move's comes first. The layer has a set of weights
for every zone of the board that the king of the side that looks may stand in. The squares of the clipped sums are weighed by
one of several sets of output weights, chosen by the number of men on the board.

    file: "SAFNET03", then little-endian u32 inputs, hidden, buckets, the hand-made evaluation's part in 16ths, zones;
    by cell a byte, the zone of an own king there; then the numbers in the order of `parts`
"""

from pathlib import Path

import jax.numpy as jnp
import numpy as np

from samples import NO_ZONE

MAGIC = b"SAFNET03"
HIDDEN_ONE = 255
"""What 1.0 is in the first layer's integers."""
OUTPUT_ONE = 64
"""What 1.0 is in the output weights' integers."""
SCALE = 400
"""Centipawns that the network's output 1.0 stands for."""
LIMIT = 127 / OUTPUT_ONE
"""Bound of the output weights, so that a product with a clipped sum fits 16 bits."""


def bucket(men_count, places: int, buckets: int):
    """Which set of output weights a position with so many men uses."""
    return ((men_count - 2) * buckets // (places - 1)).clip(0, buckets - 1)


BOUND = 1.98
"""Bound of the first layer's numbers, so that the sum over all men fits 16 bits."""

ONES = {"first": HIDDEN_ONE, "first_bias": HIDDEN_ONE, "output": OUTPUT_ONE, "output_bias": HIDDEN_ONE * OUTPUT_ONE}
"""What 1.0 is in the integers of each part."""


def parts(inputs: int, hidden: int, buckets: int, zones: int) -> dict:
    """The kind and the shape of the numbers in a file, in their order there."""
    return {
        "first": ("<i2", (zones * inputs, hidden)),
        "first_bias": ("<i2", (hidden,)),
        "output": ("<i2", (buckets, 2 * hidden)),
        "output_bias": ("<i4", (buckets,)),
    }


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
    """The floats that the engine's integers stand for."""
    return {name: (numbers * ONES[name]).round() / ONES[name] for name, numbers in joined(parameters).items()}


def quantise(parameters: dict) -> dict:
    """The engine's integers."""
    whole = {name: np.rint(np.asarray(numbers) * ONES[name]) for name, numbers in joined(parameters).items()}
    # The sum over all men must fit 16 bits.
    if np.abs(whole["first"]).max() * 40 + np.abs(whole["first_bias"]).max() > 32767:
        raise ValueError("a weight of the first layer is too large for 16 bits")
    return {name: numbers.astype("<i4" if name == "output_bias" else "<i2") for name, numbers in whole.items()}


def write(path: Path, numbers: dict, zone: np.ndarray, hand_made: int) -> None:
    """Writes a network file from the engine's integers; `hand_made` 16ths of the hand-made evaluation are added to it. `zone`
    is by input, as in samples."""
    rows, hidden = numbers["first"].shape
    inputs, of_kings = len(zone), zone[zone != NO_ZONE]
    buckets = len(numbers["output"])
    with open(path, "wb") as file:
        file.write(MAGIC)
        file.write(np.array([inputs, hidden, buckets, hand_made, rows // inputs], "<u4").tobytes())
        file.write(of_kings.tobytes())
        for name, (kind, _) in parts(inputs, hidden, buckets, rows // inputs).items():
            file.write(numbers[name].astype(kind).tobytes())


def read(path: Path, zone: np.ndarray) -> dict:
    """The floats of a network file for the inputs and zones of `zone`. A network without zones is taken for all of them. Raises
    ValueError for a file that is no network, or one of another kind."""
    with open(path, "rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise ValueError(f"{path}: not a network")
        head = np.fromfile(file, "<u4", 5)
        if len(head) < 5:
            raise ValueError(f"{path}: the network ends too early")
        inputs, hidden, buckets, _, zones = (int(n) for n in head)
        of_kings = zone[zone != NO_ZONE]
        if inputs != len(zone):
            raise ValueError(f"{path}: a network for {inputs} inputs; these samples have {len(zone)}")
        if not np.array_equal(np.fromfile(file, "u1", len(of_kings)), of_kings if zones > 1 else 0 * of_kings):
            raise ValueError(f"{path}: a network with other zones than these samples have")
        shapes = parts(inputs, hidden, buckets, zones)
        whole = {name: np.fromfile(file, kind, int(np.prod(shape))) for name, (kind, shape) in shapes.items()}
    if any(whole[name].size != np.prod(shape) for name, (_, shape) in shapes.items()):
        raise ValueError(f"{path}: the network ends too early")
    return {name: jnp.asarray(whole[name].reshape(shape) / ONES[name], jnp.float32) for name, (_, shape) in shapes.items()}


def evaluate(numbers: dict, rows: np.ndarray) -> np.ndarray:
    """Centipawns by the engine's integer arithmetic, for checking it. `rows` are the first layer's, by sample, side and place."""
    none, hidden = numbers["first"].shape
    first = np.concatenate([numbers["first"].astype(np.int32), np.zeros((1, hidden), np.int32)])
    which = bucket((rows[:, 0] != none).sum(axis=1), rows.shape[2], len(numbers["output"]))
    sides = [first[rows[:, side]].sum(axis=1) + numbers["first_bias"] for side in (0, 1)]
    squares = np.concatenate([side.clip(0, HIDDEN_ONE) for side in sides], axis=1).astype(np.int64) ** 2
    total = (squares * numbers["output"][which]).sum(axis=1)
    total = np.trunc(total / HIDDEN_ONE).astype(np.int64) + numbers["output_bias"][which]
    return np.trunc(total * SCALE / (HIDDEN_ONE * OUTPUT_ONE)).astype(np.int32)
