"""Channel of the Codex Bot Protocol over one WebSocket."""

from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from codex_naturalis.programs.bot_protocol import BotRefused, ProgramMessage
from codex_naturalis.rules import Refusal
from codex_naturalis.wire.errors import CLOSE, Code, ProblemError
from codex_naturalis.wire.socket import decode_message

from ..sockets.channel import Channel

__all__ = ["ProgramChannel"]

_DECODER: msgspec.json.Decoder[ProgramMessage] = msgspec.json.Decoder(ProgramMessage)
_ENCODE: Final = msgspec.json.Encoder().encode


class ProgramChannel(Channel):
    """Channel to one program. It counts no messages: an account's are counted together."""

    __slots__ = ()

    async def hear(self) -> ProgramMessage:
        """Return the next message; raise a `ProblemError` if it is invalid, `DisconnectedError` after a disconnect."""
        return decode_message(await self.text(), _DECODER)

    async def send_messages(self, *messages: Struct) -> None:
        """Send messages; raise `DisconnectedError` if one is not taken in time."""
        for message in messages:
            await self.send(_ENCODE(message))

    async def deny(
        self, why: Refusal | ProblemError, ask: int | UnsetType = UNSET, table: str | UnsetType = UNSET
    ) -> None:
        """Refuse one message, about a question or a table."""
        reason = why.code.value if isinstance(why, ProblemError) else why.reason.value
        await self.send_messages(BotRefused(ask=ask, reason=reason, facts=why.facts, table=table))

    async def refuse(self, problem: ProblemError) -> None:
        """Send the reason, and close."""
        await self.deny(problem)
        await self.close(CLOSE.get(problem.code, CLOSE[Code.MESSAGE_MALFORMED]), problem.code.value)
