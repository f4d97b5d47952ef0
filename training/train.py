"""Trains a network from samples, on the CPU or on CUDA, whichever JAX finds.

    python training/train.py SAMPLES... --variant ID --out NET

Prints the loss on samples that are kept out of the training after every epoch, and for the quantised network at the end;
`saffron network NET --samples FILE` shows the same for the engine's own arithmetic.
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
from first_layer import FirstLayer


def initial(key, inputs: int, hidden: int, buckets: int) -> dict:
    """Random numbers to start from."""
    first, second, third, last = jax.random.split(key, 4)
    spread = 1 / np.sqrt(32)

    def for_all_buckets(key, shape, size):
        return jnp.tile(jax.random.normal(key, shape) * size, (buckets, *[1] * len(shape)))

    return {
        "first": jax.random.uniform(first, (inputs, hidden), minval=-spread, maxval=spread),
        "first_bias": jnp.zeros(hidden),
        "second": for_all_buckets(second, (network.SECOND, 2 * hidden), 1 / np.sqrt(2 * hidden)),
        "third": for_all_buckets(third, (network.SEEN, network.THIRD), np.sqrt(2 / network.SEEN)),
        "last": for_all_buckets(last, (network.THIRD,), 0.3 / np.sqrt(network.THIRD)),
        **{name: jnp.zeros((buckets, *network.LAYERS[name])) for name in ("second_bias", "third_bias", "last_bias")},
    }


def expected(layers: dict, sums, counts: tuple):
    """The network's output, in units of `network.SCALE` centipawns, from the first layer's sums of samples sorted by bucket."""
    squares = (jnp.clip(sums, 0, 1) ** 2).reshape(len(sums), -1)
    return network.later_layers(layers, squares, counts)


def loss_of(value, score, result, share: float, curve: float):
    """How far the point that a value in centipawns promises is from a mixture of the search's and the game's. Power 2.5 as
    in Stockfish's trainer."""
    target = (1 - share) * jax.nn.sigmoid(score / curve) + share * result
    return jnp.mean(jnp.abs(jax.nn.sigmoid(value / curve) - target) ** 2.5)


def split(rng, count: int):
    """Samples to check on, and samples to train on. Whole stretches of games are kept out: positions of one game are so much
    alike that a network that knows some of them by heart would look good on the others."""
    stretches = np.array_split(np.arange(count), max(count // 1000, 2))
    order = rng.permutation(len(stretches))
    kept = max(min(len(stretches) // 20, 50), 1)
    return tuple(np.concatenate([stretches[i] for i in part]) for part in (order[:kept], order[kept:]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("samples", nargs="+", type=Path)
    parser.add_argument("--variant", required=True, metavar="ID", help="the variant that the network is for; it is refused for others")
    parser.add_argument("--out", type=Path, required=True, help="the network file to write")
    parser.add_argument("--start", type=Path, help="a network to go on from; without it, from random numbers")
    parser.add_argument("--hidden", type=int, default=256, help="the layer's size a side, where there is nothing to go on from")
    parser.add_argument("--buckets", type=int, default=4, help="sets of the later layers by the number of men, likewise")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3, help="the greatest learning rate; falls along a cosine")
    parser.add_argument("--decay", type=float, default=0.3, help="weight decay, of which each step takes its learning rate's part")
    parser.add_argument("--share", type=float, default=0.1, help="the game's part of the target, 0 to 1")
    parser.add_argument("--curve", type=float, default=200, help="the advantage in centipawns that is worth 73 %% of the point")
    parser.add_argument(
        "--hand-made", type=int, default=0, metavar="PART", help="16ths of the hand-made evaluation that the network is added to, 0 to 16"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    data = samples.read_all(arguments.samples)
    rng = np.random.default_rng(arguments.seed)
    kept, used = split(rng, len(data))
    steps = max(len(used) // arguments.batch, 1)
    print(f"{jax.devices()[0].platform}: {len(used)} samples to train on, {len(kept)} to check on", flush=True)

    if arguments.start:
        parameters = network.read(arguments.start, data.zone)
    else:
        parameters = initial(jax.random.key(arguments.seed), data.inputs, arguments.hidden, arguments.buckets)
    if len(parameters["first"]) < data.zones * data.inputs:
        # The zones begin alike: what they have in common is all there is.
        parameters["shared"] = parameters["first"]
        parameters["first"] = jnp.zeros((data.zones * data.inputs, parameters["first"].shape[1]))
    elif data.zones > 1:
        parameters["shared"] = jnp.zeros((data.inputs, parameters["first"].shape[1]))
    total = steps * arguments.epochs
    schedule = optax.warmup_cosine_decay_schedule(0, arguments.rate, min(200, total // 10), total, arguments.rate / 100)
    optimizer = optax.adamw(schedule, weight_decay=arguments.decay)
    state = optimizer.init(parameters)
    layer = FirstLayer(data, compiled=jax.devices()[0].platform == "cpu")
    # Every batch has as many samples of each bucket as every other one, one bucket after the other.
    buckets = network.bucket((data.men != data.inputs).sum(axis=1), data.men.shape[1], len(parameters["second"]))
    kept = kept[np.argsort(buckets[kept], kind="stable")]
    of_bucket = [used[buckets[used] == which] for which in range(len(parameters["second"]))]
    counts = tuple(len(those) // steps for those in of_bucket)
    bounds = dict.fromkeys(parameters, 100.0) | dict.fromkeys(("first", "shared", "first_bias"), network.BOUND) | {"second": network.LIMIT}

    def loss(counts, sums, layers, hand_made, score, result):
        value = expected(layers, sums, counts) * network.SCALE
        return loss_of(value + hand_made * (arguments.hand_made / 16), score, result, arguments.share, arguments.curve)

    judge = jax.jit(loss, static_argnums=0)
    slopes_of = jax.jit(jax.value_and_grad(loss, (1, 2)), static_argnums=0)

    @functools.partial(jax.jit, donate_argnums=(0, 1))
    def update(parameters, state, slopes):
        change, state = optimizer.update(slopes, state, parameters)
        parameters = optax.apply_updates(parameters, change)
        return {name: jnp.clip(numbers, -bounds[name], bounds[name]) for name, numbers in parameters.items()}, state

    rounded = jax.jit(network.rounded)

    def layers_of(parameters):
        return {name: parameters[name] for name in ("second", *network.LAYERS)}

    def targets(part):
        return data.hand_made[part], data.score[part], data.result[part]

    def train(parameters, state, part, counts):
        flip = data.may_mirror[part] & (rng.random(len(part)) < 0.5) & data.has_mirror
        rows = layer.rows(np.where(flip[:, None], data.mirrored[data.men[part]], data.men[part]))
        # The loss is that of the numbers that the engine will have; what it says of them moves the floats behind them.
        used = rounded(parameters)
        sums = layer.forward(used["first"], used["first_bias"], rows)
        value, (by_sums, by_layers) = slopes_of(counts, sums, layers_of(used), *targets(part))
        first, first_bias = layer.backward(by_sums, rows)
        slopes = {"first": first, "first_bias": first_bias, **by_layers}
        if "shared" in parameters:
            slopes["shared"] = jnp.reshape(first, (data.zones, *parameters["shared"].shape)).sum(axis=0)
        return *update(parameters, state, slopes), value

    def counts_of(part):
        return tuple(np.bincount(buckets[part], minlength=len(parameters["second"])).tolist())

    def validate(parameters) -> float:
        total = 0.0
        for part in (kept[i : i + arguments.batch] for i in range(0, len(kept), arguments.batch)):
            used = rounded(parameters)
            sums = layer.forward(used["first"], used["first_bias"], layer.rows(data.men[part]))
            total += float(judge(counts_of(part), sums, layers_of(used), *targets(part))) * len(part)
        return total / max(len(kept), 1)

    still = {name: jnp.zeros_like(numbers) for name, numbers in parameters.items()}
    print(f"without a network: check {validate(still):.6f}", flush=True)
    begun = time.time()
    for epoch in range(arguments.epochs):
        orders = [rng.permutation(those) for those in of_bucket]
        sum_of_losses = 0.0
        for index in range(steps):
            part = np.concatenate([order[index * count : (index + 1) * count] for order, count in zip(orders, counts)])
            parameters, state, value = train(parameters, state, part, counts)
            sum_of_losses += float(value)
        print(
            f"epoch {epoch + 1}/{arguments.epochs} loss {sum_of_losses / steps:.6f} check {validate(parameters):.6f} "
            f"{time.time() - begun:.0f} s",
            flush=True,
        )

    numbers = network.quantise(parameters)
    network.write(arguments.out, arguments.variant, numbers, data.zone, arguments.hand_made)
    values = network.evaluate(numbers, layer.rows(data.men[kept]), counts_of(kept)) + data.hand_made[kept] * arguments.hand_made / 16
    value = loss_of(jnp.asarray(values), data.score[kept], data.result[kept], arguments.share, arguments.curve)
    print(f"quantised: check {float(value):.6f}, written to {arguments.out}")


if __name__ == "__main__":
    main()
