"""The first layer: sums of the weights of the men on the board, as each side sees them, and the way back.

A side sees the men through the weights of the zone that its king stands in. Of some thousands of weights' rows thirty are
asked for, so what counts is to touch no others. On the CPU the loops are compiled by Numba: one multiplication of matrices of
zeros and ones takes ten times as long. On a CUDA device gathering and scattering are fast.
"""

import functools

import jax
import jax.numpy as jnp
import numba
import numpy as np

from samples import NO_ZONE, Samples

PARTS = numba.get_num_threads()
"""Into so many parts a batch is cut on the way back, each with a gradient of its own."""


@numba.njit(parallel=True)
def _rows(men, opposite, zone, none):
    inputs = len(zone)
    count, places = men.shape
    found = np.full((count, 2, places), none, np.int32)
    for i in numba.prange(count):
        for side in range(2):
            of_king = 0
            for place in range(places):
                man = opposite[men[i, place]] if side else men[i, place]
                if man < inputs and zone[man] != NO_ZONE:
                    of_king = zone[man]
            for place in range(places):
                man = opposite[men[i, place]] if side else men[i, place]
                if man < inputs:
                    found[i, side, place] = of_king * inputs + man
    return found


@numba.njit(parallel=True, fastmath=True)
def _forward(first, bias, rows):
    none, hidden = first.shape
    count, _, places = rows.shape
    sums = np.empty((count, 2, hidden), np.float32)
    for i in numba.prange(count):
        for side in range(2):
            row = sums[i, side]
            row[:] = bias
            for place in range(places):
                if rows[i, side, place] < none:
                    row += first[rows[i, side, place]]
    return sums


@numba.njit(parallel=True, fastmath=True)
def _backward(slopes, rows, none):
    count, _, hidden = slopes.shape
    parts = np.zeros((PARTS, none, hidden), np.float32)
    for part in numba.prange(PARTS):
        total = parts[part]
        for i in range(part * count // PARTS, (part + 1) * count // PARTS):
            for side in range(2):
                for place in range(rows.shape[2]):
                    if rows[i, side, place] < none:
                        total[rows[i, side, place]] += slopes[i, side]
    return parts.sum(axis=0)


@jax.jit
def _gather(first, bias, rows):
    padded = jnp.concatenate([first, jnp.zeros((1, first.shape[1]), first.dtype)])
    return padded[rows].sum(axis=2) + bias


@functools.partial(jax.jit, static_argnums=2)
def _scatter(slopes, rows, none):
    every = jnp.broadcast_to(slopes[:, :, None, :], (*rows.shape, slopes.shape[2]))
    return jnp.zeros((none + 1, slopes.shape[2]), slopes.dtype).at[rows].add(every)[:none]


class FirstLayer:
    """The layer for the inputs of one variant's samples."""

    def __init__(self, data: Samples, compiled: bool):
        self.compiled = compiled
        self.opposite, self.zone = data.opposite, data.zone
        self.count = data.zones * data.inputs
        """How many rows of weights there are: for each zone one for each input."""

    def rows(self, men):
        """By sample, side and place: the row of the man there, or `count` for none. The side to move comes first."""
        return _rows(men, self.opposite, self.zone, self.count)

    def forward(self, first, bias, rows):
        """The sums before clipping, by sample, side and hidden unit."""
        if self.compiled:
            return _forward(np.asarray(first), np.asarray(bias), rows)
        return _gather(first, bias, rows)

    def backward(self, slopes, rows):
        """The loss's gradient by the weights and biases, from the one by the sums."""
        if self.compiled:
            weights = _backward(np.asarray(slopes), rows, self.count)
        else:
            weights = _scatter(slopes, rows, self.count)
        return weights, slopes.sum(axis=(0, 1))
