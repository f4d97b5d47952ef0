"""The network: its shape, its numbers as floats and as the engine's integers, and its file.

Two looks at the position, one a side, go through the same layer; the side to move's comes first. The squares of the
clipped sums are weighed by one of several sets of output weights, chosen by the number of men on the board.

    file: "SAFNET02", then little-endian u32 inputs, hidden, buckets, the hand-made evaluation's part in 16ths;
    i16 weights [inputs][hidden], i16 biases [hidden], i16 output weights [buckets][2 * hidden], i32 output biases [buckets]
"""

from pathlib import Path

import numpy as np

MAGIC = b"SAFNET02"
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


ONES = {"first": HIDDEN_ONE, "first_bias": HIDDEN_ONE, "output": OUTPUT_ONE, "output_bias": HIDDEN_ONE * OUTPUT_ONE}
"""What 1.0 is in the integers of each part."""


def rounded(parameters: dict) -> dict:
    """The floats that the engine's integers stand for."""
    return {name: (numbers * ONES[name]).round() / ONES[name] for name, numbers in parameters.items()}


def quantise(parameters: dict) -> dict:
    """The engine's integers."""
    whole = {name: np.rint(np.asarray(numbers) * ONES[name]) for name, numbers in parameters.items()}
    first, bias, output, output_bias = (whole[name] for name in ("first", "first_bias", "output", "output_bias"))
    # The sum over all men must fit 16 bits.
    if np.abs(first).max() * 40 + np.abs(bias).max() > 32767:
        raise ValueError("a weight of the first layer is too large for 16 bits")
    return {
        "first": first.astype("<i2"),
        "first_bias": bias.astype("<i2"),
        "output": output.astype("<i2"),
        "output_bias": output_bias.astype("<i4"),
    }


def write(path: Path, numbers: dict, hand_made: int) -> None:
    """Writes a network file from the engine's integers; `hand_made` 16ths of the hand-made evaluation are added to it."""
    inputs, hidden = numbers["first"].shape
    buckets = numbers["output"].shape[0]
    with open(path, "wb") as file:
        file.write(MAGIC)
        file.write(np.array([inputs, hidden, buckets, hand_made], "<u4").tobytes())
        for name in ("first", "first_bias", "output", "output_bias"):
            file.write(numbers[name].tobytes())


def read(path: Path) -> dict:
    """The floats of a network file; raises ValueError for a file that is none."""
    with open(path, "rb") as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise ValueError(f"{path}: not a network")
        inputs, hidden, buckets, _ = (int(n) for n in np.fromfile(file, "<u4", 4))
        shapes = {
            "first": ("<i2", (inputs, hidden)),
            "first_bias": ("<i2", (hidden,)),
            "output": ("<i2", (buckets, 2 * hidden)),
            "output_bias": ("<i4", (buckets,)),
        }
        whole = {name: np.fromfile(file, kind, int(np.prod(shape))) for name, (kind, shape) in shapes.items()}
    if any(whole[name].size != np.prod(shape) for name, (_, shape) in shapes.items()):
        raise ValueError(f"{path}: the network ends too early")
    return {name: (whole[name].reshape(shape) / ONES[name]).astype(np.float32) for name, (_, shape) in shapes.items()}


def evaluate(numbers: dict, men: np.ndarray, opposite: np.ndarray) -> np.ndarray:
    """Centipawns by the engine's integer arithmetic, for checking it."""
    inputs = numbers["first"].shape[0]
    first = np.concatenate([numbers["first"].astype(np.int32), np.zeros((1, numbers["first"].shape[1]), np.int32)])
    buckets = numbers["output"].shape[0]
    which = bucket((men != inputs).sum(axis=1), men.shape[1], buckets)
    sides = [first[seen].sum(axis=1) + numbers["first_bias"] for seen in (men, opposite[men])]
    squares = np.concatenate([side.clip(0, HIDDEN_ONE) for side in sides], axis=1).astype(np.int64) ** 2
    total = (squares * numbers["output"][which]).sum(axis=1)
    total = np.trunc(total / HIDDEN_ONE).astype(np.int64) + numbers["output_bias"][which]
    return np.trunc(total * SCALE / (HIDDEN_ONE * OUTPUT_ONE)).astype(np.int32)
