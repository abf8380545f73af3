"""Services of a server: one typed value with all of them, their assembly, and the order of their start.

HTTP handlers receive the services they name as arguments (`http.dependencies`); only `http` and `app` know the whole
value.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from litestar import Litestar

from .backups.upkeep import Upkeep
from .bots.turns import BotTurns
from .bots.warmup import Preparation
from .clubs.clubs import Clubs
from .cluster.bot_jobs import bots_due
from .cluster.sharing import Sharing, share
from .correspondence.calendar import Calendars
from .correspondence.notes import PinnedNotes
from .correspondence.stored_turns import ConditionalTurns
from .correspondence.vacations import Vacations
from .daily.daily import Daily
from .daily.deals import DailyDeals
from .daily.par import Pars
from .explore.people import PeopleTallies
from .limits.limits import Limits
from .lobby.absence import Absence
from .lobby.chat import Chats
from .lobby.lobby import Lobby
from .matches.challenges import Challenges
from .matches.comparisons import Comparisons
from .matches.matches import Matches
from .moderation.bans import Bans
from .moderation.pardons import Pardons
from .monitoring.metrics import Metrics
from .monitoring.readiness import Readiness
from .monitoring.watchdog import Watchdog
from .notifications.links import Links
from .notifications.notifier import Notifier
from .notifications.senders import Senders
from .notifications.subscriptions import Subscriptions
from .people.accounts import Accounts
from .people.ban_enforcer import BanEnforcer
from .people.history import People
from .people.passwords import Passwords
from .people.rematch_scores import RematchScores
from .personal_data.deletion import Deletion
from .personal_data.export import Exports
from .play_now.queue import PlayNow
from .previews.link_previews import LinkPreviews
from .previews.rasterizer import Rasterizer
from .programs.bot_accounts import BotAccounts
from .programs.invitations import Invitations
from .programs.presence import ProgramsHere
from .programs.session_services import SessionServices
from .programs.socket_server import ProgramSockets
from .puzzles.days import PuzzleDays
from .replays.replays import Replays
from .replays.what_if import WhatIfs
from .reports.complaints import Complaints
from .reports.moderators import Moderators
from .results.outcomes import Results
from .results.solo import Solos
from .scheduling.fair_queue import Origins
from .scheduling.scheduler import Scheduler, Threads, lanes
from .sockets.socket_server import SocketServer
from .support.keys import KeyRing
from .support.lifecycle import Service, running
from .support.settings import Settings
from .support.tokens import Tokens
from .tables.bus import Bus
from .tables.clocks import Timekeeper
from .tables.deadlines import Deadlines
from .tables.registry import Tables
from .tables.store import Store
from .teacher.teacher import Teacher
from .tournaments.reminders import Reminders
from .tournaments.runner import TournamentRunner
from .tournaments.season import Seasons
from .tournaments.succession import hand_on
from .tournaments.tournaments import Tournaments

__all__ = ["Services", "assemble_services", "services_of", "serving", "settings_of"]


@dataclass(frozen=True)
class _Ground:
    """What other services are built on: the database, the tables in memory, tokens and limits."""

    settings: Settings
    ring: KeyRing
    tokens: Tokens
    bus: Bus
    store: Store
    tables: Tables
    limits: Limits
    scheduler: Scheduler
    threads: Threads
    metrics: Metrics
    upkeep: Upkeep
    lobby: Lobby
    bans: Bans
    chats: Chats


@dataclass(frozen=True)
class Services(_Ground):
    """All services of a server; `order` has those that are started and closed."""

    pardons: Pardons
    readiness: Readiness
    origins: Origins
    results: Results
    preparation: Preparation
    pars: Pars
    daily: Daily
    challenges: Challenges
    comparisons: Comparisons
    matches: Matches
    play_now: PlayNow
    complaints: Complaints
    moderators: Moderators
    people_tallies: PeopleTallies
    teacher: Teacher
    bot_turns: BotTurns
    sharing: Sharing | None
    """None with a private database."""

    deadlines: Deadlines
    accounts: Accounts
    deletion: Deletion
    exports: Exports
    ban_enforcer: BanEnforcer
    people: People
    rematch_scores: RematchScores
    absence: Absence
    solos: Solos
    replays: Replays
    what_ifs: WhatIfs
    rasterizer: Rasterizer
    link_previews: LinkPreviews
    subscriptions: Subscriptions
    conditional_turns: ConditionalTurns
    pinned_notes: PinnedNotes
    vacations: Vacations
    calendars: Calendars
    puzzle_days: PuzzleDays
    notifier: Notifier
    sockets: SocketServer
    programs_here: ProgramsHere
    bot_accounts: BotAccounts
    invitations: Invitations
    program_sockets: ProgramSockets
    clubs: Clubs
    runner: TournamentRunner
    tournaments: Tournaments
    seasons: Seasons
    watchdog: Watchdog

    @property
    def order(self) -> tuple[Service, ...]:
        """Return the services to start, each after those it needs; they are closed in reverse order."""
        several = () if self.sharing is None else (self.sharing,)
        return (
            self.store,
            self.readiness,
            self.bans,
            self.pardons,
            self.tables,
            self.results,
            self.preparation,
            self.pars,
            self.teacher,
            self.bot_turns,
            *several,
            self.deadlines,
            self.ban_enforcer,
            self.rasterizer,
            self.notifier,
            self.conditional_turns,
            self.vacations,
            self.programs_here,
            self.runner,
            self.upkeep,
            self.watchdog,
        )


def _ground(settings: Settings) -> _Ground:
    ring, bus = KeyRing(settings.data), Bus()
    tokens = Tokens(ring, settings.token_days)
    store = Store(settings.database_address, Timekeeper.of(settings), settings.database_seconds)
    tables = Tables(store, bus, settings.tables_in_memory, settings.rest_seconds)
    scheduler = Scheduler(lanes(settings.bot_workers))
    metrics, upkeep = Metrics(tables, scheduler), Upkeep(settings)
    metrics.watch_upkeep(upkeep)
    store.on_commit(metrics.count_commit)
    return _Ground(
        settings=settings,
        ring=ring,
        tokens=tokens,
        bus=bus,
        store=store,
        tables=tables,
        limits=Limits(settings),
        scheduler=scheduler,
        threads=Threads(scheduler),
        metrics=metrics,
        upkeep=upkeep,
        lobby=Lobby(store, tables, tokens, settings),
        bans=Bans(store),
        chats=Chats(store, bus, settings),
    )


def assemble_services(settings: Settings) -> Services:
    """Return the services for `settings`, each with those it needs, not yet started.

    The database must be migrated. Must be called on the event loop that will run them.
    """
    on = _ground(settings)
    results = Results(on.store, on.tables, on.bus)
    preparation = Preparation()
    bot_turns = BotTurns(on.tables, settings, preparation, on.scheduler)
    on.lobby.on_bots = partial(bots_due, on.store) if on.store.shared else bot_turns.due
    sharing = share(settings, on.store, on.bus, on.tables, bot_turns, on.chats)
    deadlines = Deadlines(on.store, on.tables)
    on.bus.on_change(deadlines.on_change, "changed", "clocks")
    people, rasterizer = People(on.store, on.tables, results), Rasterizer(on.scheduler)
    passwords = Passwords(settings.password_memory)
    accounts = Accounts(on.store, on.tables, on.tokens, on.limits, passwords, on.bus, on.bans)
    deals = DailyDeals(on.store, on.ring)
    pars = Pars(on.store, deals, on.scheduler, preparation, settings.daily_games)
    deletion = Deletion(on.store, on.tables, on.lobby, on.chats, hand_on)
    here = ProgramsHere(on.store)
    invitations = Invitations(on.store, on.tables, on.lobby, on.bus, here, settings)
    program_services = SessionServices(
        on.store, on.tables, on.lobby, on.bus, here, invitations, settings, on.limits.program_messages
    )
    clubs, runner = Clubs(on.store, accounts, settings), TournamentRunner(on.store, on.tables, on.bus, results)
    senders = Senders(settings, on.ring)
    senders.on_carried = on.metrics.count_delivery
    notifier = Notifier(on.store, on.tables, on.bus, senders, on.bans, settings.notice_seconds)
    notifier.on_subject = Reminders(on.store).item
    on.metrics.watch_outbox(notifier.count_undelivered)
    comparisons = Comparisons(on.store, on.tables, results)
    return Services(
        **vars(on),
        pardons=Pardons(on.store, on.limits),
        readiness=Readiness(on.store, on.upkeep),
        origins=Origins(on.ring.keys.seed),
        results=results,
        preparation=preparation,
        pars=pars,
        daily=Daily(on.store, on.tables, on.lobby, accounts, deals, pars),
        challenges=Challenges(on.store, on.tables, on.lobby, preparation),
        complaints=Complaints(on.store, on.lobby, on.chats, on.lobby.blocks),
        moderators=Moderators(on.store, on.lobby, on.bans),
        play_now=PlayNow(on.store, on.tables, on.lobby, preparation),
        comparisons=comparisons,
        matches=Matches(on.store, on.tables, on.lobby, preparation, comparisons),
        people_tallies=PeopleTallies(on.store, on.threads, wanted=bool(settings.explore_people)),
        teacher=Teacher(on.store, preparation, settings.lease_seconds, on.scheduler),
        bot_turns=bot_turns,
        sharing=sharing,
        deadlines=deadlines,
        accounts=accounts,
        deletion=deletion,
        exports=Exports(on.store),
        ban_enforcer=BanEnforcer(on.store, on.tables, on.lobby, on.bans),
        people=people,
        rematch_scores=RematchScores(on.store, on.tables, results),
        absence=Absence(on.lobby, on.bans),
        solos=Solos(on.store),
        replays=Replays(on.tables, on.threads),
        what_ifs=WhatIfs(on.store, on.tables, on.lobby, on.threads),
        rasterizer=rasterizer,
        link_previews=LinkPreviews(on.store, on.tables, people, rasterizer),
        subscriptions=Subscriptions(on.store, senders, Links(on.ring), on.limits),
        conditional_turns=ConditionalTurns(on.store, on.tables, on.bus),
        pinned_notes=PinnedNotes(on.store, on.tables),
        vacations=Vacations(on.store, on.tables, accounts, on.bus, settings.vacation_days),
        puzzle_days=PuzzleDays(on.store, accounts),
        calendars=Calendars(on.store, on.bans, settings.public_url),
        notifier=notifier,
        sockets=SocketServer(on.tables, on.chats, accounts, on.bus, settings, on.limits, on.bans),
        programs_here=here,
        bot_accounts=BotAccounts(on.store, accounts, deletion, settings),
        invitations=invitations,
        program_sockets=ProgramSockets(program_services, accounts, on.limits, on.bans),
        clubs=clubs,
        runner=runner,
        tournaments=Tournaments(on.store, accounts, clubs, runner, settings),
        seasons=Seasons(on.store, clubs),
        watchdog=Watchdog(on.metrics.observe_lag),
    )


@asynccontextmanager
async def serving(app: Litestar, settings: Settings) -> AsyncIterator[Services]:
    """Run the services for `settings` while `app` answers requests; `services_of` finds them in its state."""
    services = assemble_services(settings)
    async with running(services.order):
        app.state.services = services
        yield services


def settings_of(app: Litestar) -> Settings:
    """Return the settings that `app` runs with, before and after its start."""
    settings: Settings = app.state.settings
    return settings


def services_of(app: Litestar) -> Services | None:
    """Return the services that run with `app`; None before they have started."""
    services: Services | None = app.state.get("services")
    return services
