"""Reader of a command's record files, with a one-line error for other content."""

from collections.abc import Iterator

import click

from codex_naturalis.record import Record, RecordError
from codex_naturalis.record.files import numbered_records

__all__ = ["NotARecord", "records_in"]


class NotARecord(click.ClickException):
    """Error of a file that cannot be read as records: one line on standard error, and exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:  # noqa: ARG002 - click's signature
        """Print it in one line."""
        click.echo(self.message, err=True)


def records_in(name: str) -> Iterator[tuple[int, Record]]:
    """Yield the records in the file `name`, or in standard input for `-`, with their line numbers."""
    try:
        with click.open_file(name, "rb") as file:
            yield from numbered_records(file)
    except RecordError as error:
        raise NotARecord(f"{name}: {error}") from None
    except BrokenPipeError:
        raise
    except OSError as error:
        raise NotARecord(f"{name}: {error.strerror}") from None
