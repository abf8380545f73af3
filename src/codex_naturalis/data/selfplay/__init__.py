"""First data set: games that bots play against themselves, made from their seeds."""

from .making import Shard, made_shards, make_set, set_digest, shards_of
from .parts import PARTS, SetPart

__all__ = ["PARTS", "SetPart", "Shard", "made_shards", "make_set", "set_digest", "shards_of"]
