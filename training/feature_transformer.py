"""The feature transformer: sums of the weights of the active features in both perspectives, and its gradient.

A perspective uses the weights of its own king's bucket. Of some thousands of rows of weights about thirty are used by a
perspective, so what counts on the CPU is to touch no others: there the loops are compiled by Numba, and a matrix multiplication with
a matrix of zeros and ones takes ten times as long.
"""

import jax
import jax.numpy as jnp
import numba
import numpy as np

from samples import NO_KING_BUCKET, Header

PARTS = numba.get_num_threads()
"""The number of parts of a batch in the backward pass, each with its own gradient."""


@numba.njit(parallel=True)
def _rows(features, opposite, king_bucket, none):
    feature_count = len(king_bucket)
    count, max_pieces = features.shape
    rows = np.full((count, 2, max_pieces), none, np.int32)
    for i in numba.prange(count):
        for perspective in range(2):
            bucket = 0
            for piece in range(max_pieces):
                feature = opposite[features[i, piece]] if perspective else features[i, piece]
                if feature < feature_count and king_bucket[feature] != NO_KING_BUCKET:
                    bucket = king_bucket[feature]
            for piece in range(max_pieces):
                feature = opposite[features[i, piece]] if perspective else features[i, piece]
                if feature < feature_count:
                    rows[i, perspective, piece] = bucket * feature_count + feature
    return rows


@numba.njit(parallel=True, fastmath=True)
def _forward(weights, biases, rows):
    none, l1 = weights.shape
    count, _, max_pieces = rows.shape
    sums = np.empty((count, 2, l1), np.float32)
    for i in numba.prange(count):
        for perspective in range(2):
            total = sums[i, perspective]
            total[:] = biases
            for piece in range(max_pieces):
                if rows[i, perspective, piece] < none:
                    total += weights[rows[i, perspective, piece]]
    return sums


@numba.njit(parallel=True, fastmath=True)
def _backward(gradient, rows, none):
    count, _, l1 = gradient.shape
    parts = np.zeros((PARTS, none, l1), np.float32)
    for part in numba.prange(PARTS):
        total = parts[part]
        for i in range(part * count // PARTS, (part + 1) * count // PARTS):
            for perspective in range(2):
                for piece in range(rows.shape[2]):
                    if rows[i, perspective, piece] < none:
                        total[rows[i, perspective, piece]] += gradient[i, perspective]
    return parts.sum(axis=0)


class FeatureTransformer:
    """The layer for the features of one variant's samples, on the CPU."""

    def __init__(self, header: Header):
        self.opposite, self.king_bucket = header.opposite, header.king_bucket
        self.count = header.king_bucket_count * header.feature_count
        """How many rows of weights there are: one for each king bucket and feature."""

    def rows(self, features):
        """By sample, perspective and piece: the row of weights, or `count` for no piece. The side to move's perspective comes first."""
        return _rows(features, self.opposite, self.king_bucket, self.count)

    def forward(self, weights, biases, rows):
        """The outputs before clipping, by sample, perspective and output."""
        return _forward(np.asarray(weights), np.asarray(biases), rows)

    def backward(self, gradient, rows):
        """The loss's gradients with respect to the weights and biases, from the one with respect to the outputs."""
        return _backward(np.asarray(gradient), rows, self.count), gradient.sum(axis=(0, 1))


class DeviceFeatureTransformer:
    """The same layer on another device, for JAX to compile and to differentiate. There a multiplication with a matrix of zeros and
    ones is faster than the additions that collide in the gradient of a gather."""

    def __init__(self, header: Header):
        self.opposite = jnp.asarray(header.opposite)
        # 0 for all pieces but own kings, so that the largest of a position is its king's.
        self.king_bucket = jnp.asarray(np.append(np.where(header.king_bucket == NO_KING_BUCKET, 0, header.king_bucket), 0))
        self.feature_count = header.feature_count
        self.count = header.king_bucket_count * header.feature_count

    def rows(self, features):
        """As those of `FeatureTransformer`."""
        sides = jnp.stack([features, self.opposite[features]], axis=1).astype(jnp.int32)
        bucket = self.king_bucket[sides].max(axis=2, keepdims=True).astype(jnp.int32)
        return jnp.where(sides < self.feature_count, bucket * self.feature_count + sides, self.count)

    def forward(self, weights, biases, rows):
        """As those of `FeatureTransformer`."""
        flat = rows.reshape(-1, rows.shape[2])
        active = jnp.zeros((len(flat), self.count + 1), weights.dtype).at[jnp.arange(len(flat))[:, None], flat].set(1)
        sums = jnp.matmul(active[:, : self.count], weights, precision=jax.lax.Precision.HIGHEST)
        return sums.reshape(*rows.shape[:2], -1) + biases
