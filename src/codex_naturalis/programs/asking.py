"""Question to a bot that may fail: its answer is legal and in time, or raises `BotFaultError`."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import perf_counter
from types import FrameType

from codex_naturalis.bots import Bot
from codex_naturalis.record import action_text
from codex_naturalis.rules import Action, GameState, Seat
from codex_naturalis.views import View, ViewCache, view_of

from .faults import BotFaultError, FaultKind, describe_error, format_error
from .program import ProgramBot, refusal_of

__all__ = ["ask", "ask_in_time", "shown_to"]


class _Late(BaseException):
    """Time is up: not an `Exception`, so that a bot's own `except Exception` does not swallow it."""


def shown_to(bot: Bot, state: GameState, seat: Seat, cache: ViewCache | None = None) -> View:
    """Return the view of `seat` that `bot` is asked with: detailed for a program, with previews if it wants them.

    A bot of our own, which says nothing of previews, works such things out by the rules. `cache` is the one used for
    its earlier views in the same game, if any.
    """
    wanted = getattr(bot, "previews", None)
    return view_of(state, seat, detailed=wanted is not None, ahead=bool(wanted), cache=cache)


def ask(bot: Bot, view: View, chance: Random | str) -> Action:
    """Return the legal action that `bot` answers; raise `BotFaultError` if it answers with none.

    `chance` is for its random choices, or their seed: a program gets a seed as it is.
    """
    try:
        if isinstance(chance, Random):
            answer = bot.choose(view, chance)
        elif isinstance(bot, ProgramBot):
            answer = bot.choose_by(view, chance)
        else:
            answer = bot.choose(view, Random(chance))
    except BotFaultError:
        raise
    except (Exception, SystemExit) as error:
        raise BotFaultError(FaultKind.ERROR, describe_error(error), format_error(error)) from error
    if isinstance(answer, Action):
        if answer in view.legal:
            return answer
        reason = refusal_of(view, [answer]).reason
        raise BotFaultError(FaultKind.ILLEGAL, f"{reason}: {action_text(view.viewer or 0, answer)}")
    raise BotFaultError(FaultKind.MALFORMED, f"the answer is {str(answer)[:80]!r}, no action")


def ask_in_time(bot: Bot, view: View, chance: Random | str, seconds: float | None) -> Action:
    """Ask within `seconds`. Python code is interrupted on time, compiled code is late once it returns."""
    if isinstance(bot, ProgramBot):
        bot.seconds = seconds
        return ask(bot, view, chance)
    begun = perf_counter()
    try:
        with _time_limit(seconds):
            answer = ask(bot, view, chance)
    except _Late:
        raise BotFaultError(FaultKind.LATE, f"no answer within {seconds:g} s") from None
    if seconds is not None and (took := perf_counter() - begun) > seconds:
        raise BotFaultError(FaultKind.LATE, f"answered after {took:.2f} s, the limit is {seconds:g} s")
    return answer


@contextmanager
def _time_limit(seconds: float | None) -> Iterator[None]:
    """Raise `_Late` in the main thread after `seconds`, where the platform has interval timers."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-6))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_: int, __: FrameType | None) -> None:
    raise _Late
