"""The kernel writes the same rows as the rules, and games it cannot take are left to the rules."""

from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest

from codex_naturalis.catalogue import catalogue
from codex_naturalis.data import FileFormat, Origin, TableWriters, Tabulation, rows_of
from codex_naturalis.data.batch import Batch
from codex_naturalis.data.columns import plain_values
from codex_naturalis.data.schema import TABLES
from codex_naturalis.data.selfplay import PARTS, Shard, made_shards, make_set, set_digest, shards_of
from codex_naturalis.data.selfplay.making import play_part
from codex_naturalis.record import Record
from codex_naturalis.rules import (
    Exhaustion,
    GameOptions,
    Refill,
    RulesVersion,
    SeededShuffler,
    SoloLevel,
    TieBreak,
    apply,
    awaited,
    begin,
    draw_deal,
    legal_actions,
    options_of,
)
from tests.strategies import EVERY_ANSWER, STYLES

HOUSES = [
    *EVERY_ANSWER,
    options_of(2, end_by_exhaustion=Exhaustion.TABLE, tie_break=TieBreak.OBJECTIVE_CARDS, refill=Refill.OTHER_DECK),
    *(options_of(1, solo=level) for level in SoloLevel if level is not SoloLevel.HARD),
]


def played(options: GameOptions, style: str, seed: str, rules: RulesVersion) -> Record:
    """Return a game that is played in one of the styles."""
    rng, deal = Random(seed), draw_deal(catalogue(), options, SeededShuffler(seed))
    state, actions = begin(options, deal, rules), []
    while waiting := awaited(state):
        seat = rng.choice(waiting)
        action = STYLES[style](state, seat, legal_actions(state, seat), rng)
        actions.append((seat, action))
        state = apply(state, seat, action).state
    return Record.of(options, deal, actions, rules=rules)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("options", HOUSES, ids=str)
def test_the_kernel_writes_the_rows_of_the_rules(options: GameOptions, style: str) -> None:
    """Every row of every table, under every house rule and both versions of the rules, in every style of play."""
    versions = [RulesVersion.BY_THE_BOOK, *([RulesVersion.FIRST] if options.solo else [])]
    records = [played(options, style, f"{style} {n}", version) for version in versions for n in range(6)]
    origin = Origin("test", tuple("abcd"[: options.seats]))
    batch = Batch()
    for record in records:
        batch.add(record, origin)
    assert all(batch.replay())
    columns = batch.columns(0, len(records))
    expected = [rows_of(record, origin) for record in records]
    for table in TABLES:
        rows = list(zip(*map(plain_values, columns[table].values()), strict=True))
        assert rows == [row for game in expected if game for row in game.of(table)]


def test_what_the_kernel_cannot_take_keeps_its_place(tmp_path: Path) -> None:
    """Unfinished and illegal games among others: the same files as by the rules alone, and as many left out."""
    whole = [played(options, "at random", f"order {n}", RulesVersion.BY_THE_BOOK) for n, options in enumerate(HOUSES)]
    short = [Record(record.options, deal=record.deal, actions=record.actions[:-1]) for record in whole[:2]]
    wrong = Record(whole[2].options, deal=whole[2].deal, actions=(*whole[2].actions[:-1], whole[2].actions[0]))
    records = [short[0], *whole[:3], wrong, short[1], *whole[3:]] * 20
    texts = []
    for compiled in (True, False):
        folder = tmp_path / str(compiled)
        with TableWriters(folder, FileFormat.CSV) as writers, Tabulation(writers, compiled=compiled) as tabulation:
            for record in records:
                tabulation.add(record, Origin())
        assert (tabulation.written, tabulation.left_out) == (20 * len(whole), 60)
        texts.append([file.read_text() for file in sorted(folder.iterdir())])
    assert texts[0] == texts[1]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_part_is_played_by_the_rules_and_again_the_same(part: object) -> None:
    """Each game is whole and legal, and depends on its own number alone."""
    assert isinstance(part, type(PARTS[0]))
    first, second = play_part(part, [3, 4]), play_part(part, [4])
    games = list(first)
    assert [rows_of(game) is not None for game in games] == [True, True]
    assert games[1:] == list(second)
    assert games[0].seed == f"{part.name} 3"


def test_a_set_is_gone_on_with_and_grows_as_a_whole(tmp_path: Path) -> None:
    """What is there is not made again, all parts grow alike, and the digest is that of the games in their order."""
    parts = [part for part in PARTS if part.name in {"planner-2", "solo-hard"}]
    shards = [Shard("planner-2", 0, 30), Shard("solo-hard", 0, 3)]
    assert list(make_set(tmp_path, shards)) == shards
    digest = set_digest(tmp_path, "planner-2")
    assert list(make_set(tmp_path, shards)) == []
    assert made_shards(tmp_path) == shards
    assert digest[0] == 30
    assert [len({shard.part for shard in shards_of(share, parts)}) for share in (0.001, 1.0)] == [2, 2]
    halves = shards_of(1.0, parts)[:30]
    assert 24 <= sum(shard.part == "planner-2" for shard in halves) <= 28


def test_a_set_is_broken_off_at_once(tmp_path: Path) -> None:
    """Closing the iterator leaves what is whole, and no process that goes on with the rest."""
    before = set(active_children())
    shards = [Shard("planner-2", 0, 5), Shard("planner-3", 0, 250_000), Shard("planner-4", 0, 250_000)]
    making = make_set(tmp_path, shards)
    assert next(iter(making)) == shards[0]
    making.close()
    assert made_shards(tmp_path) == shards[:1]
    assert set(active_children()) <= before
