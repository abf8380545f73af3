"""Matching of least cost in a graph (Edmonds, "Paths, trees, and flowers", 1965), by rustworkx."""

from collections.abc import Sequence

from codex_naturalis.extras import require

__all__ = ["min_cost_matching"]


def min_cost_matching(nodes: int, edges: Sequence[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Return the matching of as many pairs of `nodes` as `edges` allow, at the least cost; each pair in order.

    An edge is two nodes, counted from 0, and its cost, at least 0. Needs the extra `tournaments`.
    """
    require("tournaments")
    from rustworkx import PyGraph, max_weight_matching  # noqa: PLC0415  # an extra

    graph: PyGraph[int, int] = PyGraph()
    graph.add_nodes_from(range(nodes))
    most = max((cost for _, _, cost in edges), default=0) + 1
    graph.add_edges_from([(one, other, most - cost) for one, other, cost in edges])
    matched = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in matched)
