"""Samples as `saffron samples` writes them; crates/selfplay/src/samples.rs describes the file."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC = b"SAFSAMP3"
NO_FEATURE = 65535
NO_KING_BUCKET = 255


@dataclass
class Samples:
    """Positions for training, all of one variant."""

    feature_count: int
    """How many features there are."""
    has_mirror: bool
    """Whether the mirrored board is equivalent where nobody can castle."""
    opposite: np.ndarray
    """By feature, and one more for "no piece": the feature of the same piece in the other perspective."""
    mirrored: np.ndarray
    """By feature, and one more: the feature of the same piece on the mirrored board."""
    king_bucket: np.ndarray
    """By feature of an own king: its king bucket; `NO_KING_BUCKET` for other pieces."""
    features: np.ndarray
    """By sample: the active features in the side to move's perspective; `feature_count` where there is no piece."""
    score: np.ndarray
    """By sample: centipawns for the side to move."""
    handcrafted: np.ndarray
    """By sample: the handcrafted evaluation in centipawns, for the side to move."""
    result: np.ndarray
    """By sample: the side to move's share of the point, 0 to 1."""
    may_mirror: np.ndarray
    """By sample: whether nobody can castle."""

    @property
    def king_bucket_count(self) -> int:
        """How many king buckets there are."""
        return int(self.king_bucket[self.king_bucket != NO_KING_BUCKET].max()) + 1

    def __len__(self) -> int:
        return len(self.score)


def read(path: Path) -> Samples:
    """Reads a file of samples; raises ValueError for any other file."""
    with open(path, "rb") as file:
        if file.read(8) != MAGIC:
            raise ValueError(f"{path}: not a file of samples")
        feature_count, max_pieces, has_mirror = (int(n) for n in np.fromfile(file, "<u4", 3))
        opposite = np.fromfile(file, "<u2", feature_count)
        mirrored = np.fromfile(file, "<u2", feature_count)
        king_bucket = np.fromfile(file, "u1", feature_count)
        record = np.dtype(
            [("score", "<i2"), ("quarters", "u1"), ("flags", "u1"), ("handcrafted", "<i2"), ("features", "<u2", max_pieces)]
        )
        body = file.read()
    records = np.frombuffer(body[: len(body) // record.itemsize * record.itemsize], record)
    features = np.where(records["features"] == NO_FEATURE, feature_count, records["features"]).astype(np.int16)
    no_piece = np.array([feature_count], np.int16)
    return Samples(
        feature_count=feature_count,
        has_mirror=bool(has_mirror),
        opposite=np.concatenate([opposite.astype(np.int16), no_piece]),
        mirrored=np.concatenate([mirrored.astype(np.int16), no_piece]),
        king_bucket=king_bucket,
        features=features,
        score=records["score"].astype(np.float32),
        handcrafted=records["handcrafted"].astype(np.float32),
        result=records["quarters"].astype(np.float32) / 4,
        may_mirror=(records["flags"] & 1).astype(bool),
    )


def read_all(paths: list[Path]) -> Samples:
    """Reads several files of variants with the same features, such as Gliński's and McCooey's; usually of one variant. Raises
    ValueError where the features differ."""
    parts = [read(path) for path in paths]
    first = parts[0]
    for path, part in zip(paths, parts):
        if part.feature_count != first.feature_count or not np.array_equal(part.opposite, first.opposite):
            raise ValueError(f"{path}: samples with other features than {paths[0]}")
    max_pieces = max(part.features.shape[1] for part in parts)
    for part in parts:
        padding = ((0, 0), (0, max_pieces - part.features.shape[1]))
        part.features = np.pad(part.features, padding, constant_values=np.int16(part.feature_count))
    names = ("features", "score", "handcrafted", "result", "may_mirror")
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
    return Samples(first.feature_count, first.has_mirror, first.opposite, first.mirrored, first.king_bucket, **joined)
