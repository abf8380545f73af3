"""The figures of our code count what they say."""

from tools.code_figures import figures, spread

MODULE = '''"""A module."""


def weigh(one: int, other: int) -> int:
    """Return the heavier."""
    if one > other and other > 0:
        return one
    return other


class Scales:
    def _hidden(self) -> None:
        pass
'''


def test_lines_branches_and_docstrings_are_counted() -> None:
    """A docstring is no line of its function; what is private needs none."""
    found = figures([MODULE])
    assert (found.files, found.functions, found.branching, found.documented) == ([13], [2, 4], 3, 0.5)


def test_a_spread_is_of_numbers_in_order() -> None:
    """Median, ninth tenth and maximum; one number is all three."""
    assert spread(list(range(1, 11))) == "6 / 10 / 10"
    assert spread([7]) == "7 / 7 / 7"
