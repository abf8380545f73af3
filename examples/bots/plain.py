#!/usr/bin/env python3
"""A bot in plain Python, without the package: it lays what scores most and takes any card.

codex-naturalis arena "exec:python3 examples/bots/plain.py" random
"""

import json
import random
import sys


def best(view, rng):
    """Return the placement with most points, or any legal action when nothing is to be laid."""
    if view["phase"] != "place":
        return rng.choice(view["legal"])
    points = [preview["points"]["points"] if preview["points"] else 0 for preview in view["previews"]]
    return view["legal"][points.index(max(points))]


def send(**message):
    """Send one message."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        send(type="ready", name="Plain", version="1")
    elif message["type"] == "ask":
        action = best(message["view"], random.Random(message["chance"]))
        send(type="answer", ask=message["ask"], actions=[action])
    elif message["type"] == "quit":
        break
