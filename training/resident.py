"""Training with all samples in the memory of a device: batches are drawn and mirrored there, and an epoch is one computation.

A sample takes 2 bytes for each piece of the variant's start and 6 more: 100 million of them about 8 GB.
"""

import dataclasses
import functools

import jax
import jax.numpy as jnp
import numpy as np

import network
import samples

PART = 1_000_000
"""Samples that are unpacked and copied at a time."""

FIELDS = [field.name for field in dataclasses.fields(samples.Samples)]
jax.tree_util.register_dataclass(samples.Samples, FIELDS, [])


def copy(data: samples.Data, stretches: np.ndarray) -> tuple[samples.Samples, np.ndarray]:
    """The samples of these stretches, on the device, and their numbers of pieces."""
    parts, piece_counts = [], []
    step = max(PART // samples.STRETCH, 1)
    for first in range(0, len(stretches), step):
        records = data.records(stretches[first : first + step])
        piece_counts.append(data.piece_counts(records))
        part = data.unpack(records)
        parts.append(
            samples.Samples(
                features=jnp.asarray(part.features),
                score=jnp.asarray(part.score, jnp.int16),
                handcrafted=jnp.asarray(part.handcrafted, jnp.int16),
                result=jnp.asarray(part.result * 4, jnp.uint8),
                may_mirror=jnp.asarray(part.may_mirror),
            )
        )
    joined = samples.Samples(**{name: jnp.concatenate([getattr(part, name) for part in parts]) for name in FIELDS})
    return joined, np.concatenate(piece_counts)


class ResidentBatches:
    """Batches of an epoch, as those of `train.Batches`: each has the same number of samples of each layer stack, sorted by stack. What
    does not fill a batch is left out of the epoch."""

    def __init__(self, data: samples.Data, stretches: np.ndarray, stacks: int, size: int, rng):
        self.rng, self.header = rng, data.header
        self.samples, piece_counts = copy(data, stretches)
        stack_of = network.layer_stack(piece_counts, self.header.max_pieces, stacks)
        self.of_stack = [np.flatnonzero(stack_of == stack).astype(np.int32) for stack in range(stacks)]
        share = min(size / len(stack_of), 1)
        self.counts = tuple(int(len(indices) * share) for indices in self.of_stack)
        self.steps = min(len(indices) // count for indices, count in zip(self.of_stack, self.counts) if count)
        self.mirrored = jnp.asarray(self.header.mirrored)

    def _indices(self) -> np.ndarray:
        """By batch: its samples."""
        drawn = [self.rng.permutation(indices)[: self.steps * count] for indices, count in zip(self.of_stack, self.counts)]
        return np.concatenate([part.reshape(self.steps, count) for part, count in zip(drawn, self.counts)], axis=1)

    def _batch(self, every: samples.Samples, indices, key) -> samples.Samples:
        features, may_mirror = every.features[indices], every.may_mirror[indices]
        if self.header.has_mirror:
            flip = may_mirror & jax.random.bernoulli(key, 0.5, may_mirror.shape)
            features = jnp.where(flip[:, None], self.mirrored[features], features)
        score, handcrafted, result = (
            getattr(every, name)[indices].astype(jnp.float32) for name in ("score", "handcrafted", "result")
        )
        return samples.Samples(features, score, handcrafted, result / 4, may_mirror)

    def epoch(self, step):
        """A function that trains one epoch: from parameters and the optimizer's state to both, and the mean loss. `step` gives
        both, and the loss, from both and a batch."""

        @functools.partial(jax.jit, donate_argnums=(0, 1))
        def all_steps(parameters, state, every, indices, keys):
            def one(carry, drawn):
                *carry, value = step(*carry, self._batch(every, *drawn))
                return tuple(carry), value

            (parameters, state), values = jax.lax.scan(one, (parameters, state), (indices, keys))
            return parameters, state, values.mean()

        def run(parameters, state):
            keys = jax.random.split(jax.random.key(self.rng.integers(1 << 31)), self.steps)
            return all_steps(parameters, state, self.samples, jnp.asarray(self._indices()), keys)

        return run
