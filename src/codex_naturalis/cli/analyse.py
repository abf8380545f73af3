"""`codex-naturalis analyse`: legal actions of any position, their effects, and the teacher's advice."""

from collections.abc import Iterator

import click
from msgspec import Struct
from msgspec.json import encode

from codex_naturalis.analysis import Advice, hint, view_of_code
from codex_naturalis.catalogue import Side
from codex_naturalis.extras import has
from codex_naturalis.i18n import words
from codex_naturalis.rules import CodeError, Phase
from codex_naturalis.views import View
from codex_naturalis.words import speech
from codex_naturalis.words.codex import face_name, open_lines
from codex_naturalis.words.teacher import advice_line

from .options import refuse_code, seed_option
from .texts import language, say

__all__ = ["analyse"]


class Analysis(Struct):
    """Analysis of a position."""

    code: str
    view: View
    turns: tuple[Advice, ...] | None
    """Best turns; None if not requested, or if no seat is to act."""


@click.command(short_help="Say what can be done in a position, and what is best.")
@click.argument("code")
@click.option(
    "--seat", type=click.IntRange(0, 3), help="Whose eyes, if CODE says everything.  [default: who is to act]"
)
@click.option("--quick", is_flag=True, help="Ask the teacher nothing; without the extra `fast` he is never asked.")
@seed_option(required=False, help="Any text; the same text gives the same advice.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def analyse(code: str, seat: int | None, seed: str | None, *, quick: bool, as_json: bool) -> None:
    """Show the position that CODE says, each legal placement with what it gives, and the teacher's best turns.

    A code is one line, as pages of games show it and `state.code()` writes it. The analysis rests on what the player
    to act knows, even if CODE says everything.
    """
    try:
        view = view_of_code(code, seat)
    except CodeError as error:
        raise refuse_code(error, "CODE") from None
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="--seat") from None
    asked = not quick and has("fast") and view.viewer in view.awaited
    turns = hint(view, seed or "").turns if asked else None
    if as_json:
        click.echo(encode(Analysis(code, view, turns)))
        return
    for line in _lines(view, turns or ()):
        click.echo(line)


def _lines(view: View, turns: tuple[Advice, ...]) -> Iterator[str]:
    speak = speech(language())
    yield f"{view}"
    if view.viewer in view.awaited:
        yield f"\n{say('analyse.legal')}"
        yield from _legal_lines(view)
    if turns:
        yield f"\n{words(language())('hint.title')}"
        yield from (advice_line(speak, each, place, view) for place, each in enumerate(turns, 1))


def _legal_lines(view: View) -> Iterator[str]:
    """Yield the legal actions: placements face by face, lowest-scoring last."""
    if view.phase is not Phase.PLACE or view.viewer is None:
        yield from (f"  {action}" for action in view.legal)
        return
    speak, own = speech(language()), view.seats[view.viewer]
    for card in [held.card for held in own.hand if held.card is not None]:
        for side in Side:
            yield f"  {face_name(speak, card, side)}"
            yield from (f"    {line}" for line in open_lines(speak, view, own, card, side))
