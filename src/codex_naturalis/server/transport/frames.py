"""WebSocket frames: parsed by `websockets`, and assembled to messages of a bounded number of frames."""

from typing import Final

from codex_naturalis.extras import inner_parts, require_parts

with inner_parts("websockets"):
    from websockets.frames import Frame, Opcode
    from websockets.protocol import Protocol
    from websockets.typing import BytesLike

_READ: Final = ("close_rcvd", "data_to_send", "events_received", "parser_exc", "receive_data")
_WRITTEN: Final = ("close_sent", "fail", "send_close", "send_ping")
require_parts("websockets", Protocol, *_READ, *_WRITTEN)

__all__ = ["Fragments", "Frames", "head"]

_PARTS: Final = 64
"""Frames that one message may be split into."""

_SHORT: Final = 126
_MEDIUM: Final = 1 << 16
_TEXT: Final = 0x81
"""First byte of an unfragmented text frame."""


def head(length: int) -> bytes:
    """Return the header of an unmasked text frame with a payload of `length` bytes."""
    if length < _SHORT:
        return bytes((_TEXT, length))
    if length < _MEDIUM:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")


class Frames(Protocol):
    """Frames in both directions, by `websockets`; but a close frame may come between the fragments of a message."""

    def recv_frame(self, frame: Frame) -> None:
        """Accept a frame (RFC 6455, section 5.4)."""
        if frame.opcode is Opcode.CLOSE:
            self.current_size = None
        super().recv_frame(frame)


class Fragments:
    """Fragmented message, received so far."""

    __slots__ = ("count", "data", "kind")

    def __init__(self, kind: Opcode) -> None:
        """Begin a message of `kind`, text or binary."""
        self.kind = kind
        self.data = bytearray()
        self.count = 0

    def add(self, data: BytesLike) -> bool:
        """Append a fragment; return False if there are too many."""
        self.data += data
        self.count += 1
        return self.count <= _PARTS
