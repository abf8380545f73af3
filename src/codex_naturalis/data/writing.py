"""Writers of tables: Parquet in row groups, CSV, JSON lines. Memory does not grow with the number of games."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Protocol

from msgspec.json import Encoder

from codex_naturalis.extras import require

from .columns import Columns, Named, Picked, Values, plain_values
from .rows import GameRows, Row
from .schema import SCHEMA_VERSION, TABLES

__all__ = ["FileFormat", "TableWriters"]

_GROUP: Final = 20_000
"""Rows of a row group."""


class FileFormat(StrEnum):
    """Format of the files."""

    PARQUET = "parquet"
    CSV = "csv"
    JSONL = "jsonl"


class _Writer(Protocol):
    def write(self, columns: Columns) -> None:
        """Append columns of equal length."""

    def close(self) -> None:
        """Finish the file."""


class TableWriters:
    """One file for each table in a folder: `games.parquet` and so on."""

    def __init__(self, folder: Path, kind: FileFormat, tables: Iterable[str] = TABLES) -> None:
        """Begin the files; raise `MissingExtraError` for Parquet without pyarrow."""
        if kind is FileFormat.PARQUET:
            require("data")
        folder.mkdir(parents=True, exist_ok=True)
        self._writers = {name: _WRITERS[kind](folder / f"{name}.{kind}", name) for name in tables}
        self._waiting: dict[str, list[Row]] = {name: [] for name in self._writers}

    def add(self, rows: GameRows) -> None:
        """Add a game."""
        for name, waiting in self._waiting.items():
            waiting.extend(rows.of(name))
            if len(waiting) >= _GROUP:
                self._flush(name)

    def extend(self, columns: Mapping[str, Columns]) -> None:
        """Add games by the columns of their tables, all of those that are written."""
        for name in self._writers:
            self._flush(name)
            self._writers[name].write(columns[name])

    def _flush(self, name: str) -> None:
        rows, self._waiting[name] = self._waiting[name], []
        if rows:
            values = zip(*rows, strict=True)
            self._writers[name].write({column.name: each for column, each in zip(TABLES[name], values, strict=True)})

    def close(self) -> None:
        """Write what is left and finish the files."""
        for name, writer in self._writers.items():
            self._flush(name)
            writer.close()

    def __enter__(self) -> "TableWriters":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _ParquetWriter:
    """Parquet, compressed with Zstandard; the schema's metadata has `schema_version`."""

    def __init__(self, file: Path, table: str) -> None:
        import pyarrow as pa  # noqa: PLC0415  # an extra
        from pyarrow import parquet  # noqa: PLC0415  # an extra

        kinds = {
            "text": pa.string(),
            "bool": pa.bool_(),
            "[uint8]": pa.list_(pa.uint8()),
            "[uint16]": pa.list_(pa.uint16()),
        }
        kinds |= {"uint8": pa.uint8(), "uint16": pa.uint16(), "int16": pa.int16()}
        fields = [
            pa.field(column.name, kinds[column.kind], metadata={"about": column.about}) for column in TABLES[table]
        ]
        self._arrow = pa
        self._schema = pa.schema(fields, metadata={"schema_version": str(SCHEMA_VERSION), "table": table})
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._waiting: list[Any] = []

    def write(self, columns: Columns) -> None:
        arrays = [self._array(columns[field.name], field.type) for field in self._schema]
        self._waiting.append(self._arrow.table(arrays, schema=self._schema))
        if sum(table.num_rows for table in self._waiting) >= _GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            table = self._arrow.concat_tables(self._waiting)
            self._writer.write_table(table, row_group_size=max(_GROUP, table.num_rows))
        self._waiting = []

    def _array(self, values: Values, kind: Any) -> Any:  # noqa: ANN401  # pyarrow has no types
        pa = self._arrow
        if isinstance(values, Picked):
            return pa.array(values.values, kind).take(pa.array(values.indices))
        if not isinstance(values, Named):
            return pa.array(values, kind)
        empty = values.numbers < 0
        if not values.names:
            return pa.array(values.numbers, mask=empty).cast(kind)
        return pa.array(values.names, kind).take(pa.array(values.numbers, mask=empty))

    def close(self) -> None:
        self._flush()
        self._writer.close()


class _CsvWriter:
    """CSV with a header; lists are numbers with spaces between them, and nothing is an empty field."""

    def __init__(self, file: Path, table: str) -> None:
        self._file = file.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow([column.name for column in TABLES[table]])

    def write(self, columns: Columns) -> None:
        self._writer.writerows(zip(*map(_shown_values, columns.values()), strict=True))

    def close(self) -> None:
        self._file.close()


def _shown_values(values: Values) -> Sequence[Any]:
    plain = plain_values(values)
    numbers = isinstance(values, Named) and not values.names
    return plain if numbers else [_plain(value) for value in plain]


def _plain(value: Any) -> Any:  # noqa: ANN401  # whatever a column holds
    if isinstance(value, list):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else value


class _JsonWriter:
    """JSON lines: an object for each row."""

    def __init__(self, file: Path, table: str) -> None:
        self._file = file.open("wb")
        self._names = [column.name for column in TABLES[table]]
        self._encoder = Encoder()

    def write(self, columns: Columns) -> None:
        rows = zip(*map(plain_values, columns.values()), strict=True)
        self._file.write(self._encoder.encode_lines(dict(zip(self._names, row, strict=True)) for row in rows))

    def close(self) -> None:
        self._file.close()


_WRITERS: Final[dict[FileFormat, type[_ParquetWriter] | type[_CsvWriter] | type[_JsonWriter]]] = {
    FileFormat.PARQUET: _ParquetWriter,
    FileFormat.CSV: _CsvWriter,
    FileFormat.JSONL: _JsonWriter,
}
