"""Whose turn it is: clients share alike, however much one of them asks for."""

from collections import Counter
from random import Random

import pytest

from codex_naturalis.server.scheduling.fair_queue import Client, FairQueue


def served(queue: FairQueue[str], count: int) -> list[str]:
    """Return the next items, `count` of them."""
    return [queue.take().item for _ in range(count)]


def fill(queue: FairQueue[str], who: str, count: int, cost: float = 1.0, origin: str | None = None) -> None:
    """Let `count` items of a guest wait."""
    for _ in range(count):
        queue.put(who, Client(origin or who, who), cost)


def test_whoever_comes_waits_for_one_item_of_each_other() -> None:
    """A hundred items of one guest stand behind the first of another, and between its others."""
    queue: FairQueue[str] = FairQueue()
    fill(queue, "ada", 100)
    assert served(queue, 5) == ["ada"] * 5
    fill(queue, "bea", 2)
    assert served(queue, 4) in (["bea", "ada", "bea", "ada"], ["ada", "bea", "ada", "bea"])


def test_a_network_counts_once_however_many_guests_it_has() -> None:
    """Thirty guests of one address get half of the turns, and share them alike."""
    queue: FairQueue[str] = FairQueue()
    for guest in range(30):
        fill(queue, f"guest {guest}", 3, origin="one address")
    fill(queue, "bea", 60)
    turns = Counter(served(queue, 60))
    assert turns["bea"] in (29, 30, 31)
    assert {turns[f"guest {guest}"] for guest in range(30)} <= {1, 2}


def test_turns_go_by_time_and_not_by_number() -> None:
    """A client whose jobs take ten times as long gets a tenth of the turns."""
    queue: FairQueue[str] = FairQueue()
    fill(queue, "slow", 50, cost=1.0)
    fill(queue, "quick", 50, cost=0.1)
    assert 4 <= Counter(served(queue, 50))["slow"] <= 6


def test_what_took_longer_than_was_thought_is_charged() -> None:
    """It goes by what was used, not by what was said: an item that took four times as long costs three turns more."""
    queue: FairQueue[str] = FairQueue()
    fill(queue, "liar", 20)
    fill(queue, "bea", 20)
    turns: Counter[str] = Counter()
    for _ in range(20):
        (who,) = served(queue, 1)
        turns[who] += 1
        if who == "liar":
            queue.correct(Client(who, who), 3.0)
    assert 3 <= turns["liar"] <= 5


def test_nobody_saves_turns_up() -> None:
    """Who was away while another used many begins beside it, and does not come first for as long."""
    queue: FairQueue[str] = FairQueue()
    fill(queue, "bea", 1)
    fill(queue, "ada", 60)
    served(queue, 31)
    fill(queue, "bea", 30)
    assert Counter(served(queue, 20))["ada"] >= 9


def test_of_one_guest_the_quick_goes_before_the_slow_but_not_for_ever() -> None:
    """What takes a second longer lets pass what comes within the five seconds after it."""
    queue: FairQueue[str] = FairQueue()
    ada = Client("ada", "ada")
    queue.put("slow", ada, 1.0, since=100.0)
    queue.put("quick", ada, 0.01, since=104.0)
    queue.put("late", ada, 0.01, since=106.0)
    assert served(queue, 3) == ["quick", "slow", "late"]


def test_what_is_removed_is_not_served() -> None:
    """Nor counted, wherever it stood."""
    queue: FairQueue[str] = FairQueue()
    waiting = [queue.put(str(number), Client("ada", "ada"), 1.0, since=number) for number in range(4)]
    queue.remove(waiting[2])
    queue.remove(waiting[0])
    assert (len(queue), queue.of(Client("ada", "ada"))) == (2, (2, 2))
    assert served(queue, 2) == ["1", "3"]
    assert len(queue) == 0


def test_the_longest_queue_is_found() -> None:
    """That of a network counts, and of its guests the busiest one's last item."""
    queue: FairQueue[str] = FairQueue()
    assert queue.longest() is None
    fill(queue, "bea", 3)
    fill(queue, "ada", 1, origin="one")
    fill(queue, "eve", 2, origin="one")
    fill(queue, "dan", 1, origin="one")
    found = queue.longest()
    assert found
    assert (found[0], found[1].item) == (4, "eve")


@pytest.mark.parametrize("seed", range(20))
def test_those_who_always_ask_get_alike(seed: int) -> None:
    """Whatever each asks for, at no time has one that waits got more than the dearest item more than another."""
    rng, queue = Random(seed), FairQueue[str]()
    used = dict.fromkeys("abcd", 0.0)
    for who in used:
        fill(queue, who, 1, cost=rng.uniform(0.1, 2.0))
    for _ in range(200):
        waiting = queue.take()
        used[waiting.item] += waiting.cost
        fill(queue, waiting.item, 1, cost=rng.uniform(0.1, 2.0))
        assert max(used.values()) - min(used.values()) <= 2.0 * 2
