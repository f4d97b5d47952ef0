"""Writes games.tsv and periods.tsv: vectors for the tests of the ratings.

    python3 vectors.py

This computes with 50 digits and shares nothing with the Rust code but the paper: the new volatility is found by
walking from the old one to the nearest change of sign and halving there, not by the paper's iteration. It needs mpmath.
"""

import random
from pathlib import Path

from mpmath import exp, findroot, log, mp, mpf, nstr, pi, sqrt

mp.dps = 50
SCALE = mpf("173.7178")
PERIODS_PER_DAY = mpf("0.21436")
TAU = mpf("0.75")


def new_volatility(sigma, phi, v, delta, tau):
    def f(x):
        y = exp(x)
        return y * (delta**2 - phi**2 - v - y) / (2 * (phi**2 + v + y) ** 2) - (x - 2 * log(sigma)) / tau**2

    left = 2 * log(sigma)
    sign = 1 if f(left) > 0 else -1
    while sign * f(left + sign * mpf("0.002")) > 0:
        left += sign * mpf("0.002")
    root = findroot(f, (left, left + sign * mpf("0.002")), solver="anderson", tol=mpf(10) ** -80, maxsteps=500)
    return exp(root / 2)


def update(player, games, tau, periods):
    """A rating after games, each an opponent's rating and a score in quarters. No bounds."""
    value, deviation, sigma = player
    if not games:
        return value, sqrt(deviation**2 + periods * (SCALE * sigma) ** 2), sigma
    phi = deviation / SCALE
    information = mpf(0)
    surplus = mpf(0)
    for (other, other_deviation, _), quarters in games:
        g = 1 / sqrt(1 + 3 * (other_deviation / SCALE) ** 2 / pi**2)
        e = 1 / (1 + exp(-g * (value - other) / SCALE))
        information += g**2 * e * (1 - e)
        surplus += g * (mpf(quarters) / 4 - e)
    v = 1 / information
    sigma = new_volatility(sigma, phi, v, v * surplus, tau)
    phi = 1 / sqrt(1 / (phi**2 + periods * sigma**2) + information)
    return value + SCALE * phi**2 * surplus, SCALE * phi, sigma


def idle(rating, days):
    value, deviation, sigma = rating
    return value, min(mpf(500), sqrt(deviation**2 + days * PERIODS_PER_DAY * (SCALE * sigma) ** 2)), sigma


def bounded(before, after):
    value = max(before[0] - 700, min(before[0] + 700, after[0]))
    return max(mpf(400), min(mpf(4000), value)), max(mpf(45), min(mpf(500), after[1])), min(mpf("0.1"), after[2])


def rate(white, black, quarters, white_days, black_days):
    white, black = idle(white, white_days), idle(black, black_days)
    return (
        bounded(white, update(white, [(black, quarters)], TAU, 0)),
        bounded(black, update(black, [(white, 4 - quarters)], TAU, 0)),
    )


def numbers(rating):
    return tuple(mpf(field) for field in rating)


def written(rating):
    return [nstr(field, 17, strip_zeros=True) for field in rating]


def row(fields):
    return "\t".join(str(field) for field in fields) + "\n"


def games_file(generator):
    new = (1500.0, 500.0, 0.09)
    settled = (1800.0, 45.0, 0.06)
    cases = [(white, black, q, 0.0, 0.0) for white, black in [(new, new), (new, settled), (settled, settled)] for q in range(5)]
    cases += [(settled, new, q, 365.0, 30.5) for q in range(5)]
    cases += [((400.0, 500.0, 0.1), (4000.0, 45.0, 0.1), q, 0.0, 0.0) for q in range(5)]
    cases += [((4000.0, 45.0, 0.01), (4000.0, 500.0, 0.01), q, 10000.0, 0.0) for q in range(5)]

    def drawn(low, high):
        return (
            round(generator.uniform(low, high), 2),
            round(generator.choice([45.0, generator.uniform(45, 110), generator.uniform(45, 500)]), 2),
            round(generator.uniform(0.03, 0.1), 6),
        )

    for index in range(150):
        low, high = [(400, 4000), (1200, 2200), (1450, 1550)][index % 3]
        days = [round(generator.choice([0.0, generator.uniform(0, 1), generator.uniform(0, 800)]), 4) for _ in range(2)]
        cases.append((drawn(low, high), drawn(low, high), generator.randrange(5), *days))

    text = "# White's value, deviation, volatility; Black's; White's quarters; idle days of both; the same six afterwards.\n"
    for white, black, quarters, white_days, black_days in cases:
        after = rate(numbers(white), numbers(black), quarters, mpf(white_days), mpf(black_days))
        text += row([*white, *black, quarters, white_days, black_days, *written(after[0]), *written(after[1])])
    return text


def periods_file(generator):
    text = "# Tau; the player's value, deviation, volatility; the same afterwards; of each game: the opponent's three, quarters.\n"

    def drawn():
        return (
            round(generator.uniform(600, 2800), 2),
            round(generator.uniform(25, 400), 2),
            round(generator.uniform(0.03, 0.12), 6),
        )

    opponents = [(1400.0, 30.0, 0.06), (1550.0, 100.0, 0.06), (1700.0, 300.0, 0.06)]
    cases = [(0.5, (1500.0, 200.0, 0.06), list(zip(opponents, [4, 0, 0])))]
    for index in range(40):
        games = [(drawn(), generator.randrange(5)) for _ in range(index % 9)]
        cases.append((generator.choice([0.3, 0.5, 0.75, 1.2]), drawn(), games))
    for tau, player, games in cases:
        after = update(numbers(player), [(numbers(other), quarters) for other, quarters in games], mpf(tau), 1)
        of_games = [field for other, quarters in games for field in (*other, quarters)]
        text += row([tau, *player, *written(after), *of_games])
    return text


if __name__ == "__main__":
    folder = Path(__file__).parent
    generator = random.Random(2)
    (folder / "games.tsv").write_text(games_file(generator))
    (folder / "periods.tsv").write_text(periods_file(generator))
