"""Worker process for par (`scheduling.worker_main`).

It receives the whole deal, which its bots do not see: they get Views, as at any table.
"""

import msgspec

from codex_naturalis.play.par import solo_outcome
from codex_naturalis.rules import Deal, GameOptions

from ..scheduling.worker_main import answer_questions

__all__ = ["ParQuestion", "Results", "main"]

Results = tuple[tuple[int, int], ...]
"""Answer: the bot's points and Tybor's in each game."""


class ParQuestion(msgspec.Struct, frozen=True):
    """Question: the results of some solo games of one bot with one deal."""

    bot: str
    options: GameOptions
    deal: Deal
    seeds: tuple[str, ...]
    """Seed of the bot's chance in each game."""


def answer(question: ParQuestion) -> Results:
    """Play the games; raise whatever the bot raises."""
    return tuple(solo_outcome(question.bot, question.options, question.deal, seed) for seed in question.seeds)


def main() -> None:
    """Answer questions until the end of input."""
    answer_questions(ParQuestion, lambda question, _: answer(question))


if __name__ == "__main__":
    main()
