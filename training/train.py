"""Trains a network from samples, on the CPU or on CUDA, whichever JAX finds.

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
from feature_transformer import FeatureTransformer


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
    """Indices of the validation samples and of the training samples. Validation samples are whole stretches of games: positions of
    one game are so much alike that an overfitted network would look good on the others."""
    stretches = np.array_split(np.arange(count), max(count // 1000, 2))
    order = rng.permutation(len(stretches))
    validation = max(min(len(stretches) // 20, 50), 1)
    return tuple(np.concatenate([stretches[i] for i in part]) for part in (order[:validation], order[validation:]))


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
    parser.add_argument("--rate", type=float, default=2e-3, help="the largest learning rate; cosine decay")
    parser.add_argument("--decay", type=float, default=0.3, help="weight decay, multiplied by the learning rate in every step")
    parser.add_argument("--share", type=float, default=0.1, help="the share of the game's result in the target, 0 to 1")
    parser.add_argument("--curve", type=float, default=200, help="the advantage in centipawns that is worth 73 %% of the point")
    parser.add_argument(
        "--handcrafted", type=int, default=0, metavar="PART", help="16ths of the handcrafted evaluation that are added to the network's, 0 to 16"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def starting_parameters(arguments: argparse.Namespace, data: samples.Samples) -> dict:
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
    data = samples.read_all(arguments.samples)
    rng = np.random.default_rng(arguments.seed)
    validation, training = split(rng, len(data))
    steps = max(len(training) // arguments.batch, 1)
    print(f"{jax.devices()[0].platform}: {len(training)} samples for training, {len(validation)} for validation", flush=True)

    parameters = starting_parameters(arguments, data)
    stacks = len(parameters["l2"])
    total_steps = steps * arguments.epochs
    schedule = optax.warmup_cosine_decay_schedule(0, arguments.rate, min(200, total_steps // 10), total_steps, arguments.rate / 100)
    optimizer = optax.adamw(schedule, weight_decay=arguments.decay)
    state = optimizer.init(parameters)
    transformer = FeatureTransformer(data, compiled=jax.devices()[0].platform == "cpu")
    # Every batch has the same number of samples of each layer stack, sorted by stack.
    piece_counts = (data.features != data.feature_count).sum(axis=1)
    stack_of = network.layer_stack(piece_counts, data.features.shape[1], stacks)
    validation = validation[np.argsort(stack_of[validation], kind="stable")]
    by_stack = [training[stack_of[training] == stack] for stack in range(stacks)]
    counts = tuple(len(part) // steps for part in by_stack)
    bounds = (
        dict.fromkeys(parameters, 100.0) | dict.fromkeys(("ft", "ft_shared", "ft_bias"), network.FT_BOUND) | {"l2": network.L2_BOUND}
    )

    def loss(counts, sums, stack_parameters, handcrafted, score, result):
        value = predict(stack_parameters, sums, counts) * network.OUTPUT_SCALE
        return loss_of(value + handcrafted * (arguments.handcrafted / 16), score, result, arguments.share, arguments.curve)

    compiled_loss = jax.jit(loss, static_argnums=0)
    loss_and_gradients = jax.jit(jax.value_and_grad(loss, (1, 2)), static_argnums=0)

    @functools.partial(jax.jit, donate_argnums=(0, 1))
    def update(parameters, state, gradients):
        change, state = optimizer.update(gradients, state, parameters)
        parameters = optax.apply_updates(parameters, change)
        return {name: jnp.clip(values, -bounds[name], bounds[name]) for name, values in parameters.items()}, state

    rounded = jax.jit(network.rounded)

    def stacks_of(parameters):
        return {name: parameters[name] for name in ("l2", *network.FLOATS)}

    def targets(part):
        return data.handcrafted[part], data.score[part], data.result[part]

    def train(parameters, state, part, counts):
        flip = data.may_mirror[part] & (rng.random(len(part)) < 0.5) & data.has_mirror
        features = np.where(flip[:, None], data.mirrored[data.features[part]], data.features[part])
        rows = transformer.rows(features)
        # The loss is that of the engine's rounded parameters; its gradients are applied to the floats.
        used = rounded(parameters)
        sums = transformer.forward(used["ft"], used["ft_bias"], rows)
        value, (by_sums, by_stacks) = loss_and_gradients(counts, sums, stacks_of(used), *targets(part))
        ft, ft_bias = transformer.backward(by_sums, rows)
        gradients = {"ft": ft, "ft_bias": ft_bias, **by_stacks}
        if "ft_shared" in parameters:
            gradients["ft_shared"] = jnp.reshape(ft, (data.king_bucket_count, *parameters["ft_shared"].shape)).sum(axis=0)
        return *update(parameters, state, gradients), value

    def counts_of(part):
        return tuple(np.bincount(stack_of[part], minlength=stacks).tolist())

    def validate(parameters) -> float:
        total = 0.0
        for part in (validation[i : i + arguments.batch] for i in range(0, len(validation), arguments.batch)):
            used = rounded(parameters)
            sums = transformer.forward(used["ft"], used["ft_bias"], transformer.rows(data.features[part]))
            total += float(compiled_loss(counts_of(part), sums, stacks_of(used), *targets(part))) * len(part)
        return total / max(len(validation), 1)

    zeros = {name: jnp.zeros_like(values) for name, values in parameters.items()}
    print(f"without a network: check {validate(zeros):.6f}", flush=True)
    started = time.time()
    for epoch in range(arguments.epochs):
        orders = [rng.permutation(part) for part in by_stack]
        sum_of_losses = 0.0
        for index in range(steps):
            part = np.concatenate([order[index * count : (index + 1) * count] for order, count in zip(orders, counts)])
            parameters, state, value = train(parameters, state, part, counts)
            sum_of_losses += float(value)
        print(
            f"epoch {epoch + 1}/{arguments.epochs} loss {sum_of_losses / steps:.6f} check {validate(parameters):.6f} "
            f"{time.time() - started:.0f} s",
            flush=True,
        )

    quantised = network.quantise(parameters)
    network.write(arguments.out, arguments.variant, quantised, data.king_bucket, arguments.handcrafted)
    values = network.evaluate(quantised, transformer.rows(data.features[validation]), counts_of(validation))
    values = values + data.handcrafted[validation] * arguments.handcrafted / 16
    value = loss_of(jnp.asarray(values), data.score[validation], data.result[validation], arguments.share, arguments.curve)
    print(f"quantised: check {float(value):.6f}, written to {arguments.out}")


if __name__ == "__main__":
    main()
