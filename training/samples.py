"""Samples as `saffron samples` writes them; crates/selfplay/src/samples.rs describes the file."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC = b"SAFSAMP3"
NO_INPUT = 65535
NO_ZONE = 255


@dataclass
class Samples:
    """Positions for training, all of one variant."""

    inputs: int
    """How many inputs there are."""
    has_mirror: bool
    """Whether the mirrored board is as good, where nobody can castle."""
    opposite: np.ndarray
    """By input, and one more for "no man": the same man as the other side sees it."""
    mirrored: np.ndarray
    """By input, and one more: the same man on the mirrored board."""
    zone: np.ndarray
    """By input of an own king: its zone of the board; `NO_ZONE` for other men."""
    men: np.ndarray
    """By sample: the inputs that are on, as the side to move sees them; `inputs` where there is no man."""
    score: np.ndarray
    """By sample: centipawns for the side to move."""
    hand_made: np.ndarray
    """By sample: the hand-made evaluation in centipawns, for the side to move."""
    result: np.ndarray
    """By sample: the side to move's share of the point, 0 to 1."""
    may_mirror: np.ndarray
    """By sample: whether nobody can castle."""

    @property
    def zones(self) -> int:
        """How many zones there are."""
        return int(self.zone[self.zone != NO_ZONE].max()) + 1

    def __len__(self) -> int:
        return len(self.score)


def read(path: Path) -> Samples:
    """Reads a file of samples; raises ValueError for a file that is none."""
    with open(path, "rb") as file:
        if file.read(8) != MAGIC:
            raise ValueError(f"{path}: not a file of samples")
        inputs, places, has_mirror = (int(n) for n in np.fromfile(file, "<u4", 3))
        opposite = np.fromfile(file, "<u2", inputs)
        mirrored = np.fromfile(file, "<u2", inputs)
        zone = np.fromfile(file, "u1", inputs)
        record = np.dtype([("score", "<i2"), ("quarters", "u1"), ("flags", "u1"), ("hand_made", "<i2"), ("men", "<u2", places)])
        body = file.read()
    records = np.frombuffer(body[: len(body) // record.itemsize * record.itemsize], record)
    men = np.where(records["men"] == NO_INPUT, inputs, records["men"]).astype(np.int16)
    more = np.array([inputs], np.int16)
    return Samples(
        inputs=inputs,
        has_mirror=bool(has_mirror),
        opposite=np.concatenate([opposite.astype(np.int16), more]),
        mirrored=np.concatenate([mirrored.astype(np.int16), more]),
        zone=zone,
        men=men,
        score=records["score"].astype(np.float32),
        hand_made=records["hand_made"].astype(np.float32),
        result=records["quarters"].astype(np.float32) / 4,
        may_mirror=(records["flags"] & 1).astype(bool),
    )


def read_all(paths: list[Path]) -> Samples:
    """Reads several files of variants with the same inputs, such as Gliński's and McCooey's; of one variant as a rule."""
    parts = [read(path) for path in paths]
    first = parts[0]
    for path, part in zip(paths, parts):
        if part.inputs != first.inputs or not np.array_equal(part.opposite, first.opposite):
            raise ValueError(f"{path}: samples with other inputs than {paths[0]}")
    places = max(part.men.shape[1] for part in parts)
    for part in parts:
        room = ((0, 0), (0, places - part.men.shape[1]))
        part.men = np.pad(part.men, room, constant_values=np.int16(part.inputs))
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in ("men", "score", "hand_made", "result", "may_mirror")}
    return Samples(first.inputs, first.has_mirror, first.opposite, first.mirrored, first.zone, **joined)
