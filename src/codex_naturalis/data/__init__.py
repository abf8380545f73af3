"""Games as tables: games, seats, turns and cards, for statistics and for training.

`rows_of`, CSV and JSON lines need only the engine; Parquet needs the extra `data`.
"""

from .explored import Explored, TallyGroup, load_packaged
from .rows import GameRows, Origin, rows_of
from .schema import SCHEMA_VERSION, TABLES, DataColumn
from .source import record_from
from .tabulation import Tabulation
from .tally import GameTally
from .tallying import tally_rows
from .writing import FileFormat, TableWriters

__all__ = [
    "SCHEMA_VERSION",
    "TABLES",
    "DataColumn",
    "Explored",
    "FileFormat",
    "GameRows",
    "GameTally",
    "Origin",
    "TableWriters",
    "Tabulation",
    "TallyGroup",
    "load_packaged",
    "record_from",
    "rows_of",
    "tally_rows",
]
