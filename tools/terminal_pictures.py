"""Renew the pictures of the drawn table: `python -m tools.terminal_pictures` writes docs/images/terminal*.svg.

They are Textual's own export of a terminal's content, without the font that it would fetch from elsewhere.
"""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

from codex_naturalis.bots import PlannerBot
from codex_naturalis.i18n import Locale
from codex_naturalis.programs import shown_to
from codex_naturalis.rules import GameOptions, Phase, SoloLevel, awaited, options_of
from codex_naturalis.terminal import LocalDesk
from codex_naturalis.terminal.drawn import TableApp
from codex_naturalis.words import speech

OUT = Path(__file__).resolve().parents[1] / "docs" / "images"


def desk_at(options: GameOptions, bots: Sequence[str], seed: str, turn: int) -> LocalDesk:
    """Return a desk with the reader to place in round `turn`, after planners have played all seats."""
    desk, bot = LocalDesk(options, bots, seed=seed, name="Ada"), PlannerBot()
    rng = Random(1)  # noqa: S311 - a bot's chance
    state = desk.game.state
    while not (state.round == turn and state.phase is Phase.PLACE and desk.viewer in awaited(state)):
        [seat, *_] = awaited(state)
        desk.follow(seat, (bot.choose(shown_to(bot, state, seat), rng),))
        state = desk.game.state
    return desk


async def picture(name: str, desk: LocalDesk, size: tuple[int, int], skin: str, locale: Locale, *keys: str) -> None:
    """Press keys, and write one picture."""
    app = TableApp(desk, speech(locale), skin)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()
        svg = re.sub(r"@font-face \{.*?\}", "", app.export_screenshot(), flags=re.DOTALL)
    path = OUT / f"{name}.svg"
    path.write_text(re.sub(r"Fira Code(?=,)", "DejaVu Sans Mono", svg), encoding="utf-8")
    print("wrote", path)


async def main() -> None:
    """Take them all."""
    three = options_of(3)
    solo = options_of(1, solo=SoloLevel.EASY)
    await picture(
        "terminal", desk_at(three, ("planner", "greedy"), "leaf 16", 10), (120, 40), "lamp", "en", "right", "enter"
    )
    await picture("terminal-day", desk_at(solo, (), "look2", 9), (80, 24), "day", "fr", "enter")
    await picture("terminal-contrast", desk_at(solo, (), "look2", 9), (80, 24), "contrast", "it", "enter", "enter")


if __name__ == "__main__":
    asyncio.run(main())
