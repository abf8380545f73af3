"""Frames of a WebSocket: `websockets` takes them apart, and messages are made of a bounded number of them."""

from typing import Final

from websockets.frames import Frame, Opcode
from websockets.protocol import Protocol
from websockets.typing import BytesLike

__all__ = ["Fragments", "Frames", "head"]

_PARTS: Final = 64
"""Frames that one message may come in."""

_SHORT: Final = 126
_MEDIUM: Final = 1 << 16
_TEXT: Final = 0x81
"""The first byte of a whole message of text."""


def head(length: int) -> bytes:
    """Return what stands before a message of text of so many bytes."""
    if length < _SHORT:
        return bytes((_TEXT, length))
    if length < _MEDIUM:
        return bytes((_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_TEXT, 127)) + length.to_bytes(8, "big")


class Frames(Protocol):
    """Frames in both directions, as `websockets` has them; but a goodbye may come between the parts of a message."""

    def recv_frame(self, frame: Frame) -> None:
        """Take in a frame (RFC 6455, section 5.4)."""
        if frame.opcode is Opcode.CLOSE:
            self.current_size = None
        super().recv_frame(frame)


class Fragments:
    """The beginning of a message that comes in parts."""

    __slots__ = ("count", "data", "kind")

    def __init__(self, kind: Opcode) -> None:
        """Begin a message of a kind."""
        self.kind = kind
        self.data = bytearray()
        self.count = 0

    def add(self, data: BytesLike) -> bool:
        """Take in one more; return whether a message may come in so many."""
        self.data += data
        self.count += 1
        return self.count <= _PARTS
