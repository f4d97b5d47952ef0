"""The network: its shape, its parameters as floats and as the engine's integers, and its file.

Both perspectives of the position, the side to move's first, go through one feature transformer, which has a set of weights for
every king bucket of the perspective's own king. Its outputs, clipped and squared, go through one of several layer stacks, chosen by
the number of pieces on the board. The engine computes the feature transformer and the first layer of a stack in integers, the
others in floats. crates/engine/src/evaluation/nnue/file.rs describes the file.
"""

import zlib
from pathlib import Path

import jax.numpy as jnp
import numpy as np

from samples import NO_KING_BUCKET

MAGIC = b"SAFNET05"
FT_ONE = 255
"""1.0 in the feature transformer's integers."""
WEIGHT_ONE = 512
"""1.0 in the integers of a stack's first layer."""
ACTIVATION_SHIFT = 9
"""Bits by which the engine shifts squared activations right, rounded."""
L2_BOUND = 127 / WEIGHT_ONE
"""Bound of the weights of a stack's first layer, so that they fit a byte."""
L2 = 16
"""Outputs of a stack's first layer; the last of them is added to the network's output."""
L3 = 32
"""Outputs of a stack's second layer."""
L2_ACTIVATIONS = 2 * (L2 - 1)
"""Inputs of a stack's second layer: outputs of the first one, and their squares."""
OUTPUT_SCALE = 400
"""Centipawns of an output of 1.0."""
FT_BOUND = 1.98
"""Bound of the feature transformer's parameters, so that the sum over all pieces fits 16 bits."""

ONES = {"ft": FT_ONE, "ft_bias": FT_ONE, "l2": WEIGHT_ONE}
"""1.0 in the integers of each parameter that is an integer in the engine."""

INTEGERS = {"ft": "<i2", "ft_bias": "<i2", "l2": "i1"}
"""The types of these integers."""

FLOATS = {"l2_bias": (L2,), "l3": (L2_ACTIVATIONS, L3), "l3_bias": (L3,), "output": (L3,), "output_bias": ()}
"""The shapes of the floats of one layer stack."""


def layer_stack(piece_count, max_pieces: int, stacks: int):
    """The index of the layer stack for positions with so many pieces."""
    return ((piece_count - 2) * stacks // (max_pieces - 1)).clip(0, stacks - 1)


def joined(parameters: dict) -> dict:
    """The network's own parameters. During training, `ft_shared` holds what all king buckets have in common, so that each also learns
    from the samples of the others."""
    whole = dict(parameters)
    shared = whole.pop("ft_shared", None)
    if shared is not None:
        king_buckets = len(whole["ft"]) // len(shared)
        whole["ft"] = jnp.clip(whole["ft"] + jnp.tile(shared, (king_buckets, 1)), -FT_BOUND, FT_BOUND)
    return whole


def rounded(parameters: dict) -> dict:
    """The parameters that the engine will have, as floats."""
    return {
        name: (values * ONES[name]).round() / ONES[name] if name in ONES else values for name, values in joined(parameters).items()
    }


def quantise(parameters: dict) -> dict:
    """The engine's parameters: those of `INTEGERS` and of `FLOATS`. Raises ValueError where a sum of the feature transformer might
    overflow."""
    whole = {name: np.asarray(values, np.float32) for name, values in joined(parameters).items()}
    integers = {name: np.rint(whole[name] * one) for name, one in ONES.items()}
    # The sum over all pieces must fit 16 bits.
    if np.abs(integers["ft"]).max() * 40 + np.abs(integers["ft_bias"]).max() > 32767:
        raise ValueError("a weight of the feature transformer is too large for 16 bits")
    typed = {name: integers[name].astype(kind) for name, kind in INTEGERS.items()}
    return typed | {name: whole[name].astype("<f4") for name in FLOATS}


def write(path: Path, variant: str, parameters: dict, king_bucket: np.ndarray, handcrafted: int) -> None:
    """Writes a variant's network file from the engine's parameters; the engine adds `handcrafted` 16ths of the handcrafted evaluation
    to the network's. `king_bucket` is by feature, as in samples."""
    rows, l1 = parameters["ft"].shape
    feature_count, of_kings = len(king_bucket), king_bucket[king_bucket != NO_KING_BUCKET]
    stacks = len(parameters["l2"])
    name = variant.encode()
    sizes = np.array([feature_count, l1, stacks, handcrafted, rows // feature_count], "<u4")
    parts = [bytes([len(name)]), name, sizes.tobytes(), of_kings.tobytes()]
    parts += [parameters[name].tobytes() for name in ("ft", "ft_bias")]
    parts += [parameters[name][stack].tobytes() for stack in range(stacks) for name in ("l2", *FLOATS)]
    body = b"".join(parts)
    path.write_bytes(MAGIC + zlib.crc32(body).to_bytes(4, "little") + body)


def read(path: Path, king_bucket: np.ndarray) -> dict:
    """The parameters of a network file, as floats, for the features and king buckets of `king_bucket`. A network with one king bucket
    fits any. Raises ValueError for any other file, and for a network of another shape."""
    file = path.read_bytes()
    body = file[len(MAGIC) + 4 :]
    if not file.startswith(MAGIC):
        raise ValueError(f"{path}: not a network")
    if zlib.crc32(body).to_bytes(4, "little") != file[len(MAGIC) : len(MAGIC) + 4]:
        raise ValueError(f"{path}: the network is damaged")
    body = body[1 + body[0] :]
    feature_count, l1, stacks, _, king_buckets = (int(n) for n in np.frombuffer(body, "<u4", 5))
    of_kings = king_bucket[king_bucket != NO_KING_BUCKET]
    if feature_count != len(king_bucket):
        raise ValueError(f"{path}: a network with {feature_count} features; these samples have {len(king_bucket)}")
    if not np.array_equal(np.frombuffer(body, "u1", len(of_kings), 20), of_kings if king_buckets > 1 else 0 * of_kings):
        raise ValueError(f"{path}: a network with other king buckets than these samples have")
    body = body[20 + len(of_kings) :]
    shapes = {"ft": (king_buckets * feature_count, l1), "ft_bias": (l1,), "l2": (L2, 2 * l1)}
    integers = [(name, INTEGERS[name], shape) for name, shape in shapes.items()]
    transformer = np.dtype(integers[:2])
    stack = np.dtype(integers[2:] + [(name, "<f4", shape) for name, shape in FLOATS.items()])
    if len(body) != transformer.itemsize + stacks * stack.itemsize:
        raise ValueError(f"{path}: the network is too short or too long")
    found = [np.frombuffer(body, transformer, 1)[0], np.frombuffer(body, stack, stacks, transformer.itemsize)]
    whole = {name: part[name] / np.float32(ONES.get(name, 1)) for part in found for name in part.dtype.names}
    return {name: jnp.asarray(values, jnp.float32) for name, values in whole.items()}


def propagate(stacks: dict, activations, counts: tuple):
    """The output, in units of `OUTPUT_SCALE` centipawns, from the activations of the feature transformer, of samples sorted by layer
    stack; `counts` are the numbers of samples of each."""
    values = []
    for index, part in enumerate(jnp.split(activations, np.cumsum(counts)[:-1])):
        stack = {name: numbers[index] for name, numbers in stacks.items()}
        l2 = part @ stack["l2"].T + stack["l2_bias"]
        l2_activations = l2[:, :-1]
        l2_activations = jnp.concatenate([jnp.clip(l2_activations, 0, 1), jnp.minimum(l2_activations**2, 1)], axis=1)
        l3_activations = jnp.clip(l2_activations @ stack["l3"] + stack["l3_bias"], 0, 1)
        values.append(l2[:, -1] + l3_activations @ stack["output"] + stack["output_bias"])
    return jnp.concatenate(values)


def evaluate(parameters: dict, rows: np.ndarray, counts: tuple) -> np.ndarray:
    """Centipawns by the engine's arithmetic, for checking it. `rows` are the feature transformer's, by sample, perspective and piece;
    the samples are sorted by layer stack, and `counts` are the numbers of samples of each."""
    _, l1 = parameters["ft"].shape
    weights = np.concatenate([parameters["ft"].astype(np.int32), np.zeros((1, l1), np.int32)])
    sums = [weights[rows[:, perspective]].sum(axis=1) + parameters["ft_bias"] for perspective in (0, 1)]
    squares = np.concatenate([part.clip(0, FT_ONE) for part in sums], axis=1) ** 2
    squares = (squares + (1 << (ACTIVATION_SHIFT - 1))) >> ACTIVATION_SHIFT
    stacks = {name: parameters[name] for name in FLOATS} | {"l2": parameters["l2"].astype(np.float32) / WEIGHT_ONE}
    value = propagate(stacks, squares.astype(np.float32) / (FT_ONE**2 / (1 << ACTIVATION_SHIFT)), counts)
    return np.trunc(np.asarray(value) * OUTPUT_SCALE).astype(np.int32)
