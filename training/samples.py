"""Samples as `saffron samples` writes them; crates/selfplay/src/samples.rs describes the file.

Files are mapped into memory, not read: they may be larger than the memory. A stretch is `STRETCH` samples that follow each other in
a file; it is what is drawn at random, since single samples of a large file would be as many disk accesses.
"""

from dataclasses import dataclass, field
from pathlib import Path

import numba
import numpy as np

MAGIC = b"SAFSAMP4"
NO_KING_BUCKET = 255
PIECES = 12
"""Kinds of pieces: six roles of two sides."""
STRETCH = 1000
MIRRORED = 8
"""Bit of the result's byte."""


@dataclass
class Header:
    """What a file says of all its samples."""

    feature_count: int
    """How many features there are."""
    max_pieces: int
    """The largest number of pieces of a sample."""
    has_mirror: bool
    """Whether the mirrored board is equivalent where no side can castle."""
    opposite: np.ndarray
    """By feature, and one more for "no piece": the feature of the same piece in the other perspective."""
    mirrored: np.ndarray
    """By feature, and one more: the feature of the same piece on the mirrored board."""
    king_bucket: np.ndarray
    """By feature of an own king: its king bucket; `NO_KING_BUCKET` for other pieces."""

    @property
    def king_bucket_count(self) -> int:
        """How many king buckets there are."""
        return int(self.king_bucket[self.king_bucket != NO_KING_BUCKET].max()) + 1

    @property
    def record(self) -> np.dtype:
        """A sample as it is in the file."""
        cells = self.feature_count // PIECES
        return np.dtype(
            [
                ("score", "<i2"),
                ("handcrafted", "<i2"),
                ("result", "u1"),
                ("cells", "u1", -(-cells // 8)),
                ("pieces", "u1", -(-self.max_pieces // 2)),
            ]
        )


@dataclass
class Samples:
    """Unpacked samples."""

    features: np.ndarray
    """By sample: the active features in the side to move's perspective; `feature_count` where there is no piece."""
    score: np.ndarray
    """By sample: centipawns for the side to move."""
    handcrafted: np.ndarray
    """By sample: the handcrafted evaluation in centipawns, for the side to move."""
    result: np.ndarray
    """By sample: the side to move's share of the point, 0 to 1."""
    may_mirror: np.ndarray
    """By sample: whether no side can castle."""

    def __len__(self) -> int:
        return len(self.score)


@numba.njit(parallel=True)
def _unpack(cells, pieces, cell_count, max_pieces):
    none = PIECES * cell_count
    features = np.full((len(cells), max_pieces), none, np.int16)
    for i in numba.prange(len(cells)):
        found = 0
        for cell in range(cell_count):
            if cells[i, cell >> 3] >> (cell & 7) & 1 and found < max_pieces:
                piece = pieces[i, found >> 1] >> (4 * (found & 1)) & 15
                features[i, found] = piece * cell_count + cell
                found += 1
    return features


@numba.njit(parallel=True)
def _piece_counts(cells):
    counts = np.zeros(len(cells), np.int32)
    for i in numba.prange(len(cells)):
        for byte in cells[i]:
            while byte:
                byte &= byte - 1
                counts[i] += 1
    return counts


def _widened(records: np.ndarray, record: np.dtype) -> np.ndarray:
    """Samples with room for as many pieces as `record` has."""
    if records.dtype == record:
        return records
    wide = np.zeros(len(records), record)
    for name in ("score", "handcrafted", "result", "cells"):
        wide[name] = records[name]
    wide["pieces"][:, : records["pieces"].shape[1]] = records["pieces"]
    return wide


@dataclass
class Data:
    """The files of a training, all with the same features."""

    header: Header
    files: list[np.ndarray]
    """The samples of each file, mapped into memory."""
    stretches: list[tuple[int, int]] = field(init=False)
    """File and first sample of every stretch."""

    def __post_init__(self):
        self.stretches = [
            (file, first) for file, records in enumerate(self.files) for first in range(0, max(len(records) - STRETCH // 2, 1), STRETCH)
        ]

    def __len__(self) -> int:
        return sum(len(records) for records in self.files)

    def records(self, stretches) -> np.ndarray:
        """The packed samples of these stretches, read into memory. The last stretch of a file may be half as long again."""
        parts = []
        for index in stretches:
            file, first = self.stretches[index]
            is_last = index + 1 == len(self.stretches) or self.stretches[index + 1][0] != file
            parts.append(_widened(self.files[file][first : None if is_last else first + STRETCH], self.header.record))
        return np.concatenate(parts)

    def piece_counts(self, records: np.ndarray) -> np.ndarray:
        """By sample: the number of pieces."""
        return _piece_counts(records["cells"])

    def unpack(self, records: np.ndarray) -> Samples:
        """The samples of these records."""
        header = self.header
        return Samples(
            features=_unpack(records["cells"], records["pieces"], header.feature_count // PIECES, header.max_pieces),
            score=records["score"].astype(np.float32),
            handcrafted=records["handcrafted"].astype(np.float32),
            result=(records["result"] & (MIRRORED - 1)).astype(np.float32) / 4,
            may_mirror=(records["result"] & MIRRORED) > 0,
        )


def open_file(path: Path) -> tuple[Header, np.ndarray]:
    """Maps a file of samples into memory; raises ValueError for any other file, and for one that is cut off."""
    with open(path, "rb") as file:
        if file.read(8) != MAGIC:
            raise ValueError(f"{path}: not a file of samples")
        feature_count, max_pieces, has_mirror = (int(n) for n in np.fromfile(file, "<u4", 3))
        no_piece = np.array([feature_count], np.int16)
        opposite = np.concatenate([np.fromfile(file, "<u2", feature_count).astype(np.int16), no_piece])
        mirrored = np.concatenate([np.fromfile(file, "<u2", feature_count).astype(np.int16), no_piece])
        king_bucket = np.fromfile(file, "u1", feature_count)
        start = file.tell()
    header = Header(feature_count, max_pieces, bool(has_mirror), opposite, mirrored, king_bucket)
    size = path.stat().st_size - start
    if size % header.record.itemsize:
        raise ValueError(f"{path}: the last sample is cut off")
    if not size:
        return header, np.empty(0, header.record)
    return header, np.memmap(path, header.record, "r", offset=start)


def open_all(paths: list[Path]) -> Data:
    """Opens several files of variants with the same features, such as Gliński's and McCooey's; usually of one variant. Raises
    ValueError where the features differ, and where there are no samples."""
    opened = [open_file(path) for path in paths]
    first = opened[0][0]
    for path, (header, _) in zip(paths, opened):
        if header.feature_count != first.feature_count or not np.array_equal(header.opposite, first.opposite):
            raise ValueError(f"{path}: samples with other features than {paths[0]}")
    first = max((header for header, _ in opened), key=lambda header: header.max_pieces)
    data = Data(first, [records for _, records in opened])
    if not len(data):
        raise ValueError(f"{paths[0]}: no samples")
    return data
