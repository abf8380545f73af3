"""WebSocket frames: parsed by `websockets`, and assembled to messages of a bounded number of frames."""

from typing import Final

from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol
from websockets.typing import BytesLike

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
