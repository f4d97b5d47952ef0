"""Trains a network from samples, on the CPU or on a device that JAX finds, such as a CUDA one.

    python training/train.py SAMPLES... --variant ID --out NET

Prints the validation loss after every epoch, and that of the quantised network at the end; `saffron network VARIANT NET
--samples FILE` computes the same by the engine's own arithmetic.
"""

import argparse
import functools
import time
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

import network
import samples
from feature_transformer import DeviceFeatureTransformer, FeatureTransformer
from resident import ResidentBatches


VALIDATION_STRETCHES = 50
"""The largest number of stretches that are not trained with."""


def initial(key, feature_count: int, l1: int, stacks: int) -> dict:
    """Random parameters to start from; all layer stacks are the same."""
    ft, l2, l3, output = jax.random.split(key, 4)
    spread = 1 / np.sqrt(32)

    def for_all_stacks(key, shape, size):
        return jnp.tile(jax.random.normal(key, shape) * size, (stacks, *[1] * len(shape)))

    return {
        "ft": jax.random.uniform(ft, (feature_count, l1), minval=-spread, maxval=spread),
        "ft_bias": jnp.zeros(l1),
        "l2": for_all_stacks(l2, (network.L2, 2 * l1), 1 / np.sqrt(2 * l1)),
        "l3": for_all_stacks(l3, (network.L2_ACTIVATIONS, network.L3), np.sqrt(2 / network.L2_ACTIVATIONS)),
        "output": for_all_stacks(output, (network.L3,), 0.3 / np.sqrt(network.L3)),
        **{name: jnp.zeros((stacks, *network.FLOATS[name])) for name in ("l2_bias", "l3_bias", "output_bias")},
    }


def predict(stacks: dict, sums, counts: tuple):
    """The network's output, in units of `network.OUTPUT_SCALE` centipawns, from the feature transformer's outputs of samples sorted
    by layer stack."""
    activations = (jnp.clip(sums, 0, 1) ** 2).reshape(len(sums), -1)
    return network.propagate(stacks, activations, counts)


def loss_of(value, score, result, share: float, curve: float):
    """The distance between the expectation of a value in centipawns and a mixture of the search's score and the game's result. Power
    2.5 as in Stockfish's trainer."""
    target = (1 - share) * jax.nn.sigmoid(score / curve) + share * result
    return jnp.mean(jnp.abs(jax.nn.sigmoid(value / curve) - target) ** 2.5)


def split(rng, count: int):
    """Indices of the stretches for validation, and of those for training. Positions of one game are so much alike that an overfitted
    network would look good on single ones that are kept back."""
    order = rng.permutation(count)
    validation = max(min(count // 20, VALIDATION_STRETCHES), min(count - 1, 1))
    return np.sort(order[:validation]), order[validation:]


class Batches:
    """Batches of an epoch. Stretches are drawn at random into a pool, whose samples are mixed. Every batch has the same number of
    samples of each layer stack, sorted by stack; what is left of a pool is part of the next one."""

    def __init__(self, data: samples.Data, stretches: np.ndarray, stacks: int, size: int, pool: int, rng):
        self.data, self.stretches, self.stacks, self.rng = data, stretches, stacks, rng
        self.pool = max(pool // samples.STRETCH, 1)
        # The shares of the stacks, from a part of the data.
        some = data.records(rng.choice(stretches, min(len(stretches), self.pool), replace=False))
        shares = np.bincount(self._stack_of(some), minlength=stacks) / len(some)
        total = sum(len(data.files[file][first : first + samples.STRETCH]) for file, first in (data.stretches[i] for i in stretches))
        self.counts = tuple(int(count) for count in np.floor(shares * min(size, total)))
        self.steps = max(total // max(sum(self.counts), 1), 1)

    def _stack_of(self, records):
        return network.layer_stack(self.data.piece_counts(records), self.data.header.max_pieces, self.stacks)

    def __iter__(self):
        order = self.rng.permutation(self.stretches)
        parts = iter([order[i : i + self.pool] for i in range(0, len(order), self.pool)])
        waiting = [np.empty(0, self.data.header.record)] * self.stacks
        for _ in range(self.steps):
            while any(len(queue) < count for queue, count in zip(waiting, self.counts)):
                part = next(parts, None)
                if part is None:
                    return
                records = self.data.records(part)
                records = records[self.rng.permutation(len(records))]
                stack_of = self._stack_of(records)
                added = [records[stack_of == stack] for stack in range(self.stacks)]
                waiting = [np.concatenate(pair) for pair in zip(waiting, added)]
            yield np.concatenate([queue[:count] for queue, count in zip(waiting, self.counts)])
            waiting = [queue[count:] for queue, count in zip(waiting, self.counts)]


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("samples", nargs="+", type=Path)
    parser.add_argument("--variant", required=True, metavar="ID", help="the network's variant; the engine refuses it for others")
    parser.add_argument("--out", type=Path, required=True, help="the network file to write")
    parser.add_argument("--start", type=Path, help="a network to continue from; default: random parameters")
    parser.add_argument("--hidden", type=int, default=256, help="outputs of the feature transformer a perspective, without --start")
    parser.add_argument("--buckets", type=int, default=4, help="layer stacks, by the number of pieces, without --start")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--pool", type=int, default=4_000_000, help="samples that are in memory and mixed at a time, on the CPU")
    parser.add_argument("--rate", type=float, default=2e-3, help="the largest learning rate; cosine decay")
    parser.add_argument("--decay", type=float, default=0.3, help="weight decay, multiplied by the learning rate in every step")
    parser.add_argument("--share", type=float, default=0.1, help="the share of the game's result in the target, 0 to 1")
    parser.add_argument("--curve", type=float, default=200, help="the advantage in centipawns that is worth 73 %% of the point")
    parser.add_argument(
        "--handcrafted", type=int, default=0, metavar="PART", help="16ths of the handcrafted evaluation that are added to the network's, 0 to 16"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--resident",
        action=argparse.BooleanOptionalAction,
        default=jax.default_backend() != "cpu",
        help="whether all samples are kept and mixed in the device's memory; default: unless it is the CPU",
    )
    return parser.parse_args()


def starting_parameters(arguments: argparse.Namespace, data: samples.Header) -> dict:
    """The parameters of `--start`, or random ones, with those that king buckets share apart."""
    if arguments.start:
        parameters = network.read(arguments.start, data.king_bucket)
    else:
        parameters = initial(jax.random.key(arguments.seed), data.feature_count, arguments.hidden, arguments.buckets)
    l1 = parameters["ft"].shape[1]
    if len(parameters["ft"]) < data.king_bucket_count * data.feature_count:
        # All king buckets start alike, so everything is shared.
        parameters["ft_shared"] = parameters["ft"]
        parameters["ft"] = jnp.zeros((data.king_bucket_count * data.feature_count, l1))
    elif data.king_bucket_count > 1:
        parameters["ft_shared"] = jnp.zeros((data.feature_count, l1))
    return parameters


def main() -> None:
    arguments = parse_arguments()
    data = samples.open_all(arguments.samples)
    header = data.header
    rng = np.random.default_rng(arguments.seed)
    parameters = starting_parameters(arguments, header)
    stacks = len(parameters["l2"])
    validation, training = split(rng, len(data.stretches))
    if arguments.resident:
        batches = ResidentBatches(data, training, stacks, arguments.batch, rng)
        transformer = DeviceFeatureTransformer(header)
    else:
        batches = Batches(data, training, stacks, arguments.batch, arguments.pool, rng)
        transformer = FeatureTransformer(header)
    validation = data.records(validation)
    print(f"{jax.default_backend()}: {len(data) - len(validation)} samples for training, {len(validation)} for validation", flush=True)

    total_steps = batches.steps * arguments.epochs
    schedule = optax.warmup_cosine_decay_schedule(0, arguments.rate, min(200, total_steps // 10), total_steps, arguments.rate / 100)
    optimizer = optax.adamw(schedule, weight_decay=arguments.decay)
    state = optimizer.init(parameters)
    stack_of = network.layer_stack(data.piece_counts(validation), header.max_pieces, stacks)
    validation = validation[np.argsort(stack_of, kind="stable")]
    stack_of = np.sort(stack_of)
    bounds = (
        dict.fromkeys(parameters, 100.0) | dict.fromkeys(("ft", "ft_shared", "ft_bias"), network.FT_BOUND) | {"l2": network.L2_BOUND}
    )

    def loss(counts, sums, stack_parameters, handcrafted, score, result):
        value = predict(stack_parameters, sums, counts) * network.OUTPUT_SCALE
        return loss_of(value + handcrafted * (arguments.handcrafted / 16), score, result, arguments.share, arguments.curve)

    compiled_loss = jax.jit(loss, static_argnums=0)
    loss_and_gradients = jax.jit(jax.value_and_grad(loss, (1, 2)), static_argnums=0)

    def update(parameters, state, gradients):
        if "ft_shared" in parameters:
            of_buckets = jnp.reshape(gradients["ft"], (header.king_bucket_count, *parameters["ft_shared"].shape))
            gradients = gradients | {"ft_shared": of_buckets.sum(axis=0)}
        change, state = optimizer.update(gradients, state, parameters)
        parameters = optax.apply_updates(parameters, change)
        return {name: jnp.clip(values, -bounds[name], bounds[name]) for name, values in parameters.items()}, state

    compiled_update = jax.jit(update, donate_argnums=(0, 1))
    rounded = jax.jit(network.rounded)

    def stacks_of(parameters):
        return {name: parameters[name] for name in ("l2", *network.FLOATS)}

    def targets(part):
        return part.handcrafted, part.score, part.result

    # In both ways to train, the loss is that of the engine's rounded parameters; its gradients are applied to the floats.

    def train(parameters, state, part):
        flip = part.may_mirror & (rng.random(len(part)) < 0.5) & header.has_mirror
        rows = transformer.rows(np.where(flip[:, None], header.mirrored[part.features], part.features))
        used = rounded(parameters)
        sums = transformer.forward(used["ft"], used["ft_bias"], rows)
        value, (by_sums, by_stacks) = loss_and_gradients(batches.counts, sums, stacks_of(used), *targets(part))
        ft, ft_bias = transformer.backward(by_sums, rows)
        return *compiled_update(parameters, state, {"ft": ft, "ft_bias": ft_bias, **by_stacks}), value

    def resident_train(parameters, state, part):
        rows = transformer.rows(part.features)

        def loss_by(used):
            sums = transformer.forward(used["ft"], used["ft_bias"], rows)
            return loss(batches.counts, sums, stacks_of(used), *targets(part))

        value, gradients = jax.value_and_grad(loss_by)(network.rounded(parameters))
        return *update(parameters, state, gradients), value

    def epoch_on_the_cpu(parameters, state):
        losses = []
        for records in batches:
            parameters, state, value = train(parameters, state, data.unpack(records))
            losses.append(float(value))
        return parameters, state, np.mean(losses or [np.nan])

    run_epoch = batches.epoch(resident_train) if arguments.resident else epoch_on_the_cpu

    def validation_parts():
        for first in range(0, len(validation), arguments.batch):
            of_part = slice(first, first + arguments.batch)
            counts = tuple(np.bincount(stack_of[of_part], minlength=stacks).tolist())
            yield data.unpack(validation[of_part]), counts

    def validate(parameters) -> float:
        used = rounded(parameters)
        total = 0.0
        for part, counts in validation_parts():
            sums = transformer.forward(used["ft"], used["ft_bias"], transformer.rows(part.features))
            total += float(compiled_loss(counts, sums, stacks_of(used), *targets(part))) * len(part)
        return total / max(len(validation), 1)

    zeros = {name: jnp.zeros_like(values) for name, values in parameters.items()}
    print(f"without a network: check {validate(zeros):.6f}, before training {validate(parameters):.6f}", flush=True)
    started = time.time()
    for epoch in range(arguments.epochs):
        parameters, state, value = run_epoch(parameters, state)
        print(
            f"epoch {epoch + 1}/{arguments.epochs} loss {value:.6f} check {validate(parameters):.6f} {time.time() - started:.0f} s",
            flush=True,
        )

    quantised = network.quantise(parameters)
    network.write(arguments.out, arguments.variant, quantised, header.king_bucket, arguments.handcrafted)
    total = 0.0
    for part, counts in validation_parts():
        rows = np.asarray(transformer.rows(part.features))
        values = network.evaluate(quantised, rows, counts) + part.handcrafted * arguments.handcrafted / 16
        value = loss_of(jnp.asarray(values), part.score, part.result, arguments.share, arguments.curve)
        total += float(value) * len(part)
    print(f"quantised: check {total / max(len(validation), 1):.6f}, written to {arguments.out}")


if __name__ == "__main__":
    main()
