"""Programs for tests: each a Python script that speaks the Codex Bot Protocol, well or badly."""

import sys
from pathlib import Path

_HEAD = """
import json, os, random, sys, time

def send(**message):
    print(json.dumps(message), flush=True)

def lines():
    for line in sys.stdin:
        yield json.loads(line)
"""

_LOOP = """
asked = 0
for message in lines():
    if message["type"] == "hello":
        send(type="ready", name="Test", wants={"previews": False})
    elif message["type"] == "ask":
        asked += 1
        legal, ask = message["view"]["legal"], message["ask"]
        action = random.Random(message["chance"]).choice(legal)
        BODY
    elif message["type"] == "quit":
        break
    else:
        other(message) if "other" in globals() else None
"""

GOOD = "send(type='answer', ask=ask, actions=[action])"


def program(folder: Path, body: str, before: str = "") -> str:
    """Write a program that answers each question by `body`, and return the name of the bot that it is."""
    path = folder / f"program_{abs(hash((body, before)))}.py"
    loop = _LOOP.replace("BODY", "\n        ".join(body.splitlines()))
    path.write_text(_HEAD + before + loop, encoding="utf-8")
    return f"exec:{sys.executable} {path}"
