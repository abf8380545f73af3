"""`codex-naturalis verify`: check that the deal of a finished game is the one sealed before play."""

from enum import StrEnum

import click
from msgspec import Struct
from msgspec.json import Encoder

from codex_naturalis.record import Record, deal_of, opens, replay
from codex_naturalis.rules import IllegalAction

from .files import records_in
from .texts import say

__all__ = ["SealVerdict", "Verified", "verify", "verify_record"]


class SealVerdict(StrEnum):
    """Verdict on the seal of a record."""

    GENUINE = "genuine"
    FOREIGN = "foreign"
    """The seal fits the deal, but is not the one shown."""

    BROKEN = "broken"
    """Another deal was sealed, or the actions are impossible with it."""

    NONE = "none"


class Verified(Struct):
    """Result for one record."""

    verdict: SealVerdict
    commitment: str | None


def verify_record(record: Record, shown: str | None = None) -> Verified:
    """Return whether the deal of `record` matches its commitment, and that matches the one `shown`."""
    if record.seal is None:
        return Verified(SealVerdict.NONE, None)
    commitment = record.seal.commitment
    if not opens(record.seal, deal_of(record)) or not _playable(record):
        return Verified(SealVerdict.BROKEN, commitment)
    if shown is not None and not commitment.startswith(shown):
        return Verified(SealVerdict.FOREIGN, commitment)
    return Verified(SealVerdict.GENUINE, commitment)


def _playable(record: Record) -> bool:
    """Return whether the actions fit the deal; if not, another deal was played."""
    try:
        for _ in replay(record, events=False):
            pass
    except IllegalAction:
        return False
    return True


_SENTENCES = {
    SealVerdict.GENUINE: "the deal is the one that was sealed: {}",
    SealVerdict.FOREIGN: "the deal was sealed, but not with the seal that was shown: {}",
    SealVerdict.BROKEN: "the deal is NOT the one that was sealed, or not the one that was played: {}",
    SealVerdict.NONE: "there is no seal, so nothing can be said",
}
_SHORTEST = 8
"""Minimum length of a commitment to compare by eye, in characters."""


@click.command(short_help="Check that the deal of a game was sealed before play.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option(
    "--commitment", metavar="HEX", help="The seal that the table showed, or its first eight or more characters."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record and line.")
def verify(files: tuple[str, ...], *, commitment: str | None, as_json: bool) -> None:
    """Check that the deal of each record in FILE is the one that was sealed before anyone sat down.

    The exit code is 1 unless every deal is genuine. With --commitment, the seal must also be the one that was shown.
    """
    if commitment is not None and len(commitment) < _SHORTEST:
        raise click.BadParameter(say("options.characters", count=_SHORTEST), param_hint="--commitment")
    encoder, genuine = Encoder(), True
    for name in files:
        for line, record in records_in(name):
            found = verify_record(record, commitment.lower() if commitment else None)
            genuine = genuine and found.verdict is SealVerdict.GENUINE
            text = f"{name}:{line}  {_SENTENCES[found.verdict].format(found.commitment)}"
            click.echo(encoder.encode(found) if as_json else text)
    if not genuine:
        raise click.exceptions.Exit(1)
