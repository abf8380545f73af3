"""Write the TypeScript types and the OpenAPI page of all messages, from the Python Structs."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from codex_naturalis.analysis import puzzles
from codex_naturalis.data import Explored
from codex_naturalis.server.app import describe
from codex_naturalis.server.clubs import wire as clubs_wire
from codex_naturalis.server.correspondence import wire as slow_wire
from codex_naturalis.server.daily import wire as daily_wire
from codex_naturalis.server.http.schemas import always_written, structs_by_name
from codex_naturalis.server.matches import wire as deals_wire
from codex_naturalis.server.moderation import wire as moderation_wire
from codex_naturalis.server.notifications import wire as notify_wire
from codex_naturalis.server.play_now import wire as play_now_wire
from codex_naturalis.server.previews import wire as previews_wire
from codex_naturalis.server.tournaments import wire as tournaments_wire
from codex_naturalis.server.tournaments.season import SeasonTable
from codex_naturalis.wire import analysis as analysis_wire
from codex_naturalis.wire import people as people_wire
from codex_naturalis.wire import programs as programs_wire
from codex_naturalis.wire import puzzles as puzzles_wire
from codex_naturalis.wire import replays as replay_wire
from codex_naturalis.wire import socket as socket_wire
from codex_naturalis.wire import table as wire
from codex_naturalis.wire import teacher as teacher_wire
from tools import client
from tools.generate import ROOT, settle

TYPES = ROOT / "frontend/src/net/wire.gen.ts"
INTERFACE = ROOT / "docs/reference/openapi.json"


def schemas() -> dict[str, object]:
    """Return the JSON schema of every Struct the protocol uses, by name."""
    responses = [socket_wire.ClientMessage, socket_wire.ServerMessage, wire.ProblemResponse]
    asked = [wire.NewTable, wire.NewGuest, wire.GuestInfo, wire.NewBot, wire.SeatToken, wire.TableAnswer]
    responses += [replay_wire.Replay, wire.NewWhatIf, wire.SoloHistory, wire.Opponents, previews_wire.InvitationCode]
    responses += [previews_wire.FinishedCodex]
    responses += [
        teacher_wire.HintResponse,
        teacher_wire.ReviewResponse,
        teacher_wire.Exercise,
        teacher_wire.NewTry,
        teacher_wire.NewRecordTry,
        teacher_wire.Tried,
        people_wire.Session,
        people_wire.AccountInfo,
        people_wire.RecoveryCodes,
        people_wire.MyGames,
        people_wire.Waiting,
        people_wire.Person,
        people_wire.Evening,
        people_wire.SeatStanding,
        people_wire.MadeToken,
        people_wire.TokenInfo,
        programs_wire.ProgramHere,
        programs_wire.ProgramInfo,
    ]
    responses += [notify_wire.NotificationsResponse, notify_wire.SubscriptionSecret, notify_wire.NoticeLink]
    responses += [notify_wire.NewPush, notify_wire.NewEmail, notify_wire.NewWebhook]
    responses += [slow_wire.ConditionalTurnResponse, slow_wire.PinnedNote, slow_wire.Vacation, slow_wire.NewVacation]
    responses += [slow_wire.CalendarInfo, slow_wire.CalendarLink]
    responses += [puzzles_wire.Puzzles, puzzles_wire.PuzzleResponse, puzzles_wire.PuzzleHint, puzzles_wire.NewAnswer]
    responses += [puzzles.Answered, puzzles.Explained, daily_wire.DailyToday, daily_wire.DailyResponse, Explored]
    responses += [tournaments_wire.TournamentResponse, tournaments_wire.TournamentPulse, SeasonTable]
    responses += [tournaments_wire.NewTournament, tournaments_wire.NewEntry]
    responses += [clubs_wire.ClubResponse, clubs_wire.NewClub, clubs_wire.ClubInvite]
    responses += [deals_wire.DealResults, deals_wire.NewChallenge, deals_wire.MatchResponse, deals_wire.NewMatch]
    responses += [play_now_wire.Seek, play_now_wire.Seeking]
    responses += [
        moderation_wire.NewReport,
        moderation_wire.BlockedPerson,
        moderation_wire.ReportResponse,
        moderation_wire.Measure,
    ]
    responses += [analysis_wire.AnalysisResponse, analysis_wire.PositionResponse, analysis_wire.ChangedPosition]
    _, components = msgspec.json.schema_components([*responses, *asked], ref_template="#/components/schemas/{name}")
    by_name = structs_by_name()
    return {
        name: as_written(schema, by_name[name]) if name in by_name else schema for name, schema in components.items()
    }


def as_written(schema: dict[str, Any], struct: type[msgspec.Struct]) -> dict[str, Any]:
    """Return `schema` with a default only where the field is always written: TypeScript takes it as present."""
    if not struct.__struct_config__.omit_defaults:
        return schema
    always = always_written(struct)
    fields = {name: {**field, "default": always.get(name)} for name, field in schema["properties"].items()}
    for name in fields.keys() - always.keys():
        del fields[name]["default"]
    return {**schema, "properties": fields}


def typescript() -> str:
    """Return the TypeScript types for `schemas`, as openapi-typescript writes them."""
    document = {"openapi": "3.1.0", "info": {"title": "wire", "version": "1"}, "paths": {}}
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "openapi.json", Path(folder) / "wire.gen.ts"
        source.write_text(json.dumps({**document, "components": {"schemas": schemas()}}))
        code = client.run(
            "run", "--silent", "types", "--", str(source), "-o", str(made), "--default-non-nullable", "--immutable"
        )
        if code:
            raise SystemExit(code)
        return made.read_text()


def interface() -> str:
    """Return the description of the HTTP interface."""
    return json.dumps(describe(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.exit(settle({TYPES: typescript(), INTERFACE: interface()}, check="--check" in sys.argv))
