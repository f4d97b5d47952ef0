"""Trains a network from samples, on the CPU or on CUDA, whichever JAX finds.

    python training/train.py SAMPLES... --out NET

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


def initial(key, inputs: int, hidden: int, buckets: int) -> dict:
    """Random numbers to start from."""
    first, output = jax.random.split(key)
    spread = 1 / np.sqrt(32)
    return {
        "first": jax.random.uniform(first, (inputs, hidden), minval=-spread, maxval=spread),
        "first_bias": jnp.zeros(hidden),
        "output": jnp.tile(jax.random.uniform(output, (1, 2 * hidden), minval=-1, maxval=1) / np.sqrt(2 * hidden), (buckets, 1)),
        "output_bias": jnp.zeros(buckets),
    }


def expected(parameters: dict, men, opposite, buckets: int):
    """The network's output, in units of `network.SCALE` centipawns."""
    inputs = parameters["first"].shape[0]
    count = men.shape[0]
    rows = jnp.arange(count)[:, None]

    def look(seen):
        # Inputs as a matrix of zeros and ones: one multiplication, fast both ways. The last column is "no man".
        ones = jnp.zeros((count, inputs + 1), jnp.float32).at[rows, seen].set(1.0)[:, :inputs]
        return jnp.clip(ones @ parameters["first"] + parameters["first_bias"], 0, 1) ** 2

    sides = jnp.concatenate([look(men), look(opposite[men])], axis=1)
    which = ((men != inputs).sum(axis=1) - 2) * buckets // (men.shape[1] - 1)
    which = which.clip(0, buckets - 1)
    all_buckets = sides @ parameters["output"].T + parameters["output_bias"]
    return jnp.take_along_axis(all_buckets, which[:, None], axis=1)[:, 0]


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
    parser.add_argument("--out", type=Path, required=True, help="the network file to write")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--buckets", type=int, default=4)
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=2e-3, help="the greatest learning rate; falls along a cosine")
    parser.add_argument("--decay", type=float, default=2, help="weight decay, of which each step takes its learning rate's part")
    parser.add_argument("--share", type=float, default=0.1, help="the game's part of the target, 0 to 1")
    parser.add_argument("--curve", type=float, default=200, help="the advantage in centipawns that is worth 73 %% of the point")
    parser.add_argument(
        "--hand-made", type=int, default=16, metavar="PART", help="16ths of the hand-made evaluation that the network is added to, 0 to 16"
    )
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    data = samples.read_all(arguments.samples)
    rng = np.random.default_rng(arguments.seed)
    kept, used = split(rng, len(data))
    steps = max(len(used) // arguments.batch, 1)
    print(f"{jax.devices()[0].platform}: {len(used)} samples to train on, {len(kept)} to check on", flush=True)

    parameters = initial(jax.random.key(arguments.seed), data.inputs, arguments.hidden, arguments.buckets)
    total = steps * arguments.epochs
    schedule = optax.warmup_cosine_decay_schedule(0, arguments.rate, min(200, total // 10), total, arguments.rate / 100)
    optimizer = optax.adamw(schedule, weight_decay=arguments.decay)
    state = optimizer.init(parameters)
    opposite = jnp.asarray(data.opposite)
    mirrored = jnp.asarray(data.mirrored)
    bounds = {"first": 1.98, "first_bias": 1.98, "output": network.LIMIT, "output_bias": 100.0}

    def loss(parameters, men, hand_made, score, result):
        value = expected(parameters, men, opposite, arguments.buckets) * network.SCALE
        return loss_of(value + hand_made * (arguments.hand_made / 16), score, result, arguments.share, arguments.curve)

    @functools.partial(jax.jit, donate_argnums=(0, 1))
    def step(parameters, state, men, flip, hand_made, score, result):
        men = jnp.where(flip[:, None], mirrored[men], men)
        value, slope = jax.value_and_grad(loss)(parameters, men, hand_made, score, result)
        change, state = optimizer.update(slope, state, parameters)
        parameters = optax.apply_updates(parameters, change)
        parameters = {name: jnp.clip(numbers, -bounds[name], bounds[name]) for name, numbers in parameters.items()}
        return parameters, state, value

    check = jax.jit(loss)

    def batch(part):
        return data.men[part], data.hand_made[part], data.score[part], data.result[part]

    def validate(parameters) -> float:
        parts = [kept[i : i + arguments.batch] for i in range(0, len(kept), arguments.batch)]
        sums = [float(check(parameters, *batch(p))) * len(p) for p in parts]
        return sum(sums) / max(len(kept), 1)

    still = {name: jnp.zeros_like(numbers) for name, numbers in parameters.items()}
    print(f"without a network: check {validate(still):.6f}", flush=True)
    begun = time.time()
    for epoch in range(arguments.epochs):
        order = rng.permutation(used)
        sum_of_losses = 0.0
        for index in range(steps):
            part = order[index * arguments.batch : (index + 1) * arguments.batch]
            men, *rest = batch(part)
            flip = data.may_mirror[part] & (rng.random(len(part)) < 0.5) & data.has_mirror
            parameters, state, value = step(parameters, state, men, flip, *rest)
            sum_of_losses += float(value)
        print(
            f"epoch {epoch + 1}/{arguments.epochs} loss {sum_of_losses / steps:.6f} check {validate(parameters):.6f} "
            f"{time.time() - begun:.0f} s",
            flush=True,
        )

    numbers = network.quantise(parameters)
    network.write(arguments.out, numbers, arguments.hand_made)
    values = network.evaluate(numbers, data.men[kept], data.opposite) + data.hand_made[kept] * arguments.hand_made / 16
    value = loss_of(jnp.asarray(values), data.score[kept], data.result[kept], arguments.share, arguments.curve)
    print(f"quantised: check {float(value):.6f}, written to {arguments.out}")


if __name__ == "__main__":
    main()
