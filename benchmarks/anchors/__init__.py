"""Anchors: small programs that do the same work as ours, and nothing else, so that our figures mean something.

`bare` and `bare.cpp` are the rules of the game a second and a third time, which nothing outside of the benchmarks may
use: the one exception to "one idea, one place". Each is what a good programmer would write for speed alone: default
options, several seats, no solo, no reasons, no events, no copies of the state. They are frozen: `test_anchors.py`
compares them with the rules after every action, and a change of one makes its figures a new series.
The facts of the cards are the catalogue's.
"""
