"""Worker process for par: one question per line on standard input, one reply per line on standard output (JSON lines).

It is given the whole deal, which its bots do not see: they get Views, as at any table. It ends at the end of its input.
"""

import msgspec

from codex_naturalis.play.par import solo_outcome
from codex_naturalis.rules import Deal, GameOptions

from ..scheduling.worker_main import answer_questions

__all__ = ["ParQuestion", "ParReply", "main"]


class ParQuestion(msgspec.Struct, frozen=True):
    """Question: the results of some solo games of one bot with one deal."""

    bot: str
    options: GameOptions
    deal: Deal
    seeds: tuple[str, ...]
    """Seed of the bot's chance in each game."""


class ParReply(msgspec.Struct, frozen=True):
    """Reply: the bot's points and Tybor's in each game, or what went wrong."""

    results: tuple[tuple[int, int], ...]
    fault: str | None = None


def answer(question: ParQuestion) -> ParReply:
    """Play the games; a bot that fails gives a fault as reply, and the worker lives on."""
    try:
        return ParReply(
            tuple(solo_outcome(question.bot, question.options, question.deal, seed) for seed in question.seeds)
        )
    except Exception as error:  # noqa: BLE001 - whatever a bot raises
        return ParReply((), repr(error))


def main() -> None:
    """Answer questions until the end of input."""
    decoder = msgspec.json.Decoder(ParQuestion)
    answer_questions(lambda question, tell: tell(answer(decoder.decode(question))))


if __name__ == "__main__":
    main()
