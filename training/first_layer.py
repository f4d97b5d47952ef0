"""The first layer: sums of the weights of the men on the board, as each side sees them, and the way back.

Of some nine hundred inputs thirty are on, so what counts is to touch no others. On the CPU the loops are compiled by Numba: one
multiplication of matrices of zeros and ones takes ten times as long. On a CUDA device gathering and scattering are fast.
"""

import functools

import jax
import jax.numpy as jnp
import numba
import numpy as np

PARTS = 8
"""Into so many parts a batch is cut on the way back, each with a gradient of its own."""


@numba.njit(parallel=True, fastmath=True)
def _forward(first, bias, men, opposite):
    inputs, hidden = first.shape
    count, places = men.shape
    sums = np.empty((count, 2, hidden), np.float32)
    for i in numba.prange(count):
        for side in range(2):
            row = sums[i, side]
            row[:] = bias
            for place in range(places):
                man = men[i, place]
                if man < inputs:
                    row += first[opposite[man] if side else man]
    return sums


@numba.njit(parallel=True, fastmath=True)
def _backward(slopes, men, opposite, inputs):
    count, _, hidden = slopes.shape
    parts = np.zeros((PARTS, inputs, hidden), np.float32)
    for part in numba.prange(PARTS):
        total = parts[part]
        for i in range(part * count // PARTS, (part + 1) * count // PARTS):
            for side in range(2):
                for place in range(men.shape[1]):
                    man = men[i, place]
                    if man < inputs:
                        total[opposite[man] if side else man] += slopes[i, side]
    return parts.sum(axis=0)


def _sides(men, opposite):
    return jnp.stack([men, opposite[men]], axis=1)


@jax.jit
def _gather(first, bias, men, opposite):
    padded = jnp.concatenate([first, jnp.zeros((1, first.shape[1]), first.dtype)])
    return padded[_sides(men, opposite)].sum(axis=2) + bias


@functools.partial(jax.jit, static_argnums=3)
def _scatter(slopes, men, opposite, inputs):
    places = men.shape[1]
    rows = jnp.broadcast_to(slopes[:, :, None, :], (*slopes.shape[:2], places, slopes.shape[2]))
    return jnp.zeros((inputs + 1, slopes.shape[2]), slopes.dtype).at[_sides(men, opposite)].add(rows)[:inputs]


class FirstLayer:
    """The layer for one variant's inputs. `opposite` gives by input, and one more for "no man", the same man as the other
    side sees it."""

    def __init__(self, opposite: np.ndarray, compiled: bool):
        self.compiled = compiled
        self.inputs = len(opposite) - 1
        self.opposite = opposite if compiled else jnp.asarray(opposite)

    def forward(self, first, bias, men):
        """The sums before clipping, by sample, side and hidden unit; the side to move's come first."""
        if self.compiled:
            return _forward(np.asarray(first), np.asarray(bias), men, self.opposite)
        return _gather(first, bias, men, self.opposite)

    def backward(self, slopes, men):
        """The loss's gradient by the weights and biases, from the one by the sums."""
        if self.compiled:
            weights = _backward(np.asarray(slopes), men, self.opposite, self.inputs)
        else:
            weights = _scatter(slopes, men, self.opposite, self.inputs)
        return weights, slopes.sum(axis=(0, 1))
