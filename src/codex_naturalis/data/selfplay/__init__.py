"""First data set: games that bots play against themselves, made from their seeds."""

from .making import Shard, made_shards, make_set, set_digest, shards_of
from .parts import PARTS, Part

__all__ = ["PARTS", "Part", "Shard", "made_shards", "make_set", "set_digest", "shards_of"]
