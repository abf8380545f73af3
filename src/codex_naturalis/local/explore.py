"""Counts of many games in wire format: rates and intervals follow from them."""

from collections.abc import Iterable
from functools import cache

import msgspec

from codex_naturalis.data import TallyGroup, load_packaged
from codex_naturalis.wire.explore import GroupResponse

__all__ = ["load_counts_of_bots", "pack_groups"]


def pack_groups(groups: Iterable[TallyGroup]) -> tuple[GroupResponse, ...]:
    """Return counts in wire format."""
    return msgspec.convert(msgspec.to_builtins(tuple(groups)), tuple[GroupResponse, ...])


@cache
def load_counts_of_bots() -> tuple[GroupResponse, ...]:
    """Return the packaged counts of games among bots."""
    return pack_groups(load_packaged().groups)
