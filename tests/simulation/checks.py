"""What must hold at the end of every story, over all that was sent and stored."""

from collections.abc import Iterator
from functools import cache
from typing import Final

import msgspec

from codex_naturalis.play import Clocks, Game
from codex_naturalis.rules import LATEST, Action, Deal, GameOptions, GameState, awaited
from tests.faults.histories import Stored, faults
from tests.named_cards import cards_named
from tests.strategies import hidden_cards

from .town import Request, Town

__all__ = ["check_all"]

_CLUBS, _TOURNAMENTS = 5, 3
"""How many one account may found, and may have announced or under way (`Settings`)."""

_LATE_SECONDS: Final = 10.0
"""How late a deadline may be when nothing has been in trouble for a while."""


def check_all(town: Town) -> None:
    """Note everything that is wrong."""
    for table in sorted({window.table for window in town.windows}):
        _check_table(town, table)
    everything = (_seats, _deadlines, _days, _clubs, _tournaments, _limits, _traces)
    for text in (text for check in everything for text in check(town)):
        town.fault(text)


def _check_table(town: Town, table: str) -> None:
    kept = _stored(town, table)
    histories = [window.history for window in town.windows if window.table == table]
    histories += [history for history in town.histories if history.table == table]
    for history in histories if town.world.answers_get_lost else ():
        history.refused = {name: code for name, code in history.refused.items() if code != "storage.failed"}
    for text in faults(histories, kept):
        town.fault(f"at a table: {text}")
    version = town.read("select version from tables where id = ?", table)
    if version and version[0][0] != len(kept.actions):
        town.fault(f"a table stands at version {version[0][0]}, and {len(kept.actions)} actions are stored")
    states = _states(town, table, kept)
    for text in (*_leaks(town, table, states), *_clocks(town, table, states)):
        town.fault(text)


def _stored(town: Town, table: str) -> Stored:
    played = town.read("select version, seat, action from actions where table_id = ? order by version", table)
    asked = "table_id = ? and id not like 'if-%'"  # a turn that was planned is carried out by the server
    acts = town.read(f"select seat, id, payload, version from acts where {asked}", table)  # noqa: S608 - ours
    return Stored(
        [(version, seat, msgspec.json.decode(action)) for version, seat, action in played],
        {(seat, name): (msgspec.json.decode(payload), version) for seat, name, payload, version in acts},
    )


def _leaks(town: Town, table: str, states: list[GameState]) -> Iterator[str]:
    """Say which messages name cards that their reader could not know at that version."""
    frames = [frame for frame in town.frames if frame.table == table and frame.message.get("view")]
    if not frames:
        return
    hidden = cache(lambda version, viewer: hidden_cards(states[version], viewer))
    for frame in frames:
        if frame.version >= len(states):
            yield f"a message tells of version {frame.version}, and {len(states) - 1} are stored"
        elif states and (named := cards_named(frame.message) & hidden(frame.version, frame.viewer)):
            kind = frame.message["type"]
            yield f"a message {kind!r} names {len(named)} cards that viewer {frame.viewer} does not know"


def _clocks(town: Town, table: str, states: list[GameState]) -> Iterator[str]:
    """Say which clocks do not run for those who are to act, or run for others."""
    for (stored,) in town.read("select clocks from tables where id = ? and clocks is not null", table):
        clocks = msgspec.json.decode(stored, type=Clocks)
        seats = town.read("select seat from seats where table_id = ? and kind = 'guest' and stand_in is null", table)
        asked = {seat for (seat,) in seats if clocks.clock and seat in awaited(states[-1])}
        run = {seat for seat, clock in enumerate(clocks.seats) if clock.since is not None}
        if run != asked:
            yield f"the clocks of {sorted(run)} run, where {sorted(asked)} are to act"


def _states(town: Town, table: str, kept: Stored) -> list[GameState]:
    """Return the states of a game at every version."""
    row = town.read("select options, deal from tables where id = ?", table)
    if not row or row[0][1] is None:
        return []
    options, deal = msgspec.json.decode(row[0][0], type=GameOptions), msgspec.json.decode(row[0][1], type=Deal)
    game = Game.from_deal(options, deal, rules=LATEST)
    states = [game.state]
    for _, seat, action in kept.actions:
        game = game.play(seat, [msgspec.convert(action, Action)])
        states.append(game.state)
    return states


def _seats(town: Town) -> Iterator[str]:
    if town.read("select 1 from seats where guest is not null group by table_id, guest having count(*) > 1"):
        yield "a person has two seats at one table"
    if town.read("select 1 from seats where colour is not null group by table_id, colour having count(*) > 1"):
        yield "two seats of one table have one colour"


def _deadlines(town: Town) -> Iterator[str]:
    late = "select served.seconds - deadline from tables, served where served.seconds - deadline > ?"
    for (seconds,) in town.read(late, _LATE_SECONDS):
        yield f"the deadline of a table passed {seconds:.1f} s ago, and nothing has happened"


def _days(town: Town) -> Iterator[str]:
    query = """select 1 from tables join seats on seats.table_id = tables.id
        where shared_deal like 'daily/%' and counted and guest is not null
        group by shared_deal, guest having count(*) > 1"""
    if town.read(query):
        yield "a person has two counted attempts at one day's deal"


def _clubs(town: Town) -> Iterator[str]:
    if town.read("select 1 from clubs where id not in (select club from club_members where admin)"):
        yield "a club has no admin"
    for removal, club, guest in _club_removals(town):
        name = next((person for person in town.people if person.id == guest), None)
        for request in town.requests:
            joined = request.path == "/clubs/join" and request.done and request.content["info"]["id"] == club
            if name and joined and request.who == name.name and request.at > removal.until:
                link = request.body["invite"]
                known = min((when for _, secret, when in name.invites if secret == link), default=0.0)
                if known < removal.at:
                    yield "who was removed from a club came back by the link from before"


def _club_removals(town: Town) -> Iterator[tuple[Request, str, str]]:
    for request in town.requests:
        parts = request.path.split("/")
        if request.method == "DELETE" and request.done and parts[1] == "clubs":
            yield request, parts[2], parts[4]


def _tournaments(town: Town) -> Iterator[str]:
    if town.read(
        "select 1 from tournament_players where guest is not null group by tournament, guest having count(*) > 1"
    ):
        yield "a person is entered twice in one tournament"
    removals = [one for one in town.requests if one.method == "DELETE" and "/players/" in one.path and one.done]
    for removal in removals:
        tournament = removal.path.split("/")[2]
        for name in {each["name"] for each in removal.content["removed"]}:
            back = [one for one in town.requests if one.path == f"/tournaments/{tournament}/join" and one.who == name]
            again = [one.at for one in town.requests if one.path.endswith("/readmit") and tournament in one.path]
            for join in back:
                if join.done and join.at > removal.until and not any(at > removal.at for at in again):
                    yield "who was removed from a tournament came back"
    if not town.world.set_back:
        yield from _paired_strangers(town)


def _paired_strangers(town: Town) -> Iterator[str]:
    """Say who was paired in a tournament of a club that had removed them."""
    for removal, club, guest in _club_removals(town):
        if town.read("select 1 from club_members where club = ? and guest = ?", club, guest):
            continue
        rows = town.read(
            """select rounds.began, games.players, players.id from tournaments
            join tournament_players players on players.tournament = tournaments.id and players.guest = ?
            join tournament_rounds rounds on rounds.tournament = tournaments.id
            join tournament_games games on games.tournament = tournaments.id and games.round = rounds.number
            where tournaments.club = ?""",
            guest,
            club,
        )
        who = next((person.name for person in town.people if person.id == guest), "")
        joins = [one for one in town.requests if one.path == "/clubs/join" and one.who == who]
        back = any(one.at > removal.until and (one.done or one.lost) for one in joins)
        for began, players, own in rows:
            if began > removal.wall and own in msgspec.json.decode(players) and not back:
                yield "a person was paired in a tournament of a club that had removed them"


def _limits(town: Town) -> Iterator[str]:
    handed_on = any(one.path.endswith("/leave") or one.method == "DELETE" for one in town.requests)
    if handed_on:  # then others are made admins and hosts, whatever they have
        return
    if town.read("select 1 from club_members where admin group by guest having count(*) > ?", _CLUBS):
        yield f"one account has founded more than {_CLUBS} clubs"
    query = """select 1 from tournaments where stage in ('announced', 'running')
        group by host having count(*) > ?"""
    if town.read(query, _TOURNAMENTS):
        yield f"one account has more than {_TOURNAMENTS} tournaments"


def _traces(town: Town) -> Iterator[str]:
    """Say where a secret stands in the database, or something of a deleted person."""
    wanted = list(town.secrets)
    for person in town.people:
        if person.deleted:
            wanted.append((person.name, f"the name of {person.name}, who is deleted"))
            wanted += [(text, f"what {person.name} said, who is deleted") for text in person.spoken]
    for table, columns in town.world.stored.columns().items():
        text = _all_text(town, table, columns)
        for secret, what in wanted:
            if secret in text:
                yield f"{what} stands in the table {table}"


def _all_text(town: Town, table: str, columns: list[str]) -> str:
    joined = " || ' ' || ".join(f"coalesce(cast({column} as text), '')" for column in columns)
    return "\n".join(text for (text,) in town.read(f"select {joined} from {table}"))  # noqa: S608 - the schema's
