"""Speed of `export` in games per second of processor time: `python -m benchmarks.export_speed GAMES.jsonl`.

`replay` is the rules only, `rows` adds the rows of all tables; the formats are what `export` does, by the kernel where
it is installed. Each is the best of three passes. The process's peak memory comes last, after one pass and after
all of them: it must not grow.
"""

import resource
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

from codex_naturalis.data import FileFormat, Origin, TableWriters, Tabulation, rows_of
from codex_naturalis.record import Record, read_records, replay


def rate(work: Callable[[], int]) -> float:
    """Return games per second, the best of three passes."""
    best = 0.0
    for _ in range(3):
        begun = process_time()
        games = work()
        best = max(best, games / (process_time() - begun))
    return best


def each(file: str, do: Callable[[Record], object]) -> int:
    """Call a function with every record of a file and return the number of records."""
    number = 0
    for record in read_records(file):
        do(record)
        number += 1
    return number


def written(file: str, kind: FileFormat) -> int:
    """Write all tables of a file of records and return the number of games."""
    with (
        tempfile.TemporaryDirectory() as folder,
        TableWriters(Path(folder), kind) as writers,
        Tabulation(writers) as tabulation,
    ):
        return each(file, lambda record: tabulation.add(record, Origin()))


def memory() -> float:
    """Return the peak memory of this process, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Measure one file of records."""
    (file,) = sys.argv[1:]
    written(file, FileFormat.PARQUET)
    print(f"{'memory':8} {memory():>8,.0f} MB after one pass")
    print(f"{'replay':8} {rate(lambda: each(file, lambda record: sum(1 for _ in replay(record)))):>8,.0f} games/s")
    print(f"{'rows':8} {rate(lambda: each(file, rows_of)):>8,.0f} games/s")
    for kind in FileFormat:
        print(f"{kind.value:8} {rate(partial(written, file, kind)):>8,.0f} games/s")
    print(f"{'memory':8} {memory():>8,.0f} MB after all")


if __name__ == "__main__":
    main()
