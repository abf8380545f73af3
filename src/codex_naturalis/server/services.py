"""Services of a server: one typed value with those of each room, their assembly, and their start order.

Each room with several services declares in its own `services` what they need and what it offers. HTTP handlers receive
the services they name as arguments (`http.dependencies`); only `http` and `app` know the whole value.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial

from litestar import Litestar

from .analysis.positions import Positions
from .backups.upkeep import Upkeep
from .bans.services import BansServices, assemble_bans
from .bots.services import BotsServices, assemble_bots
from .clubs.clubs import Clubs
from .cluster.bot_jobs import bots_due
from .cluster.sharing import Sharing, share
from .correspondence.services import CorrespondenceServices, assemble_correspondence
from .daily.services import DailyServices, assemble_daily
from .explore.people import PeopleTallies
from .limits.limits import RateLimiter
from .lobby.services import LobbyServices, assemble_lobby
from .matches.services import MatchesServices, assemble_matches
from .moderation.services import ModerationServices, assemble_moderation
from .monitoring.services import MonitoringServices, assemble_monitoring
from .notifications.services import NotificationsServices, assemble_notifications
from .people.services import PeopleServices, assemble_people
from .personal_data.services import PersonalDataServices, assemble_personal_data
from .play_now.queue import PlayNow
from .previews.services import PreviewsServices, assemble_previews
from .programs.services import ProgramsServices, assemble_programs
from .puzzles.days import PuzzleDays
from .replays.services import ReplaysServices, assemble_replays
from .results.services import ResultsServices, assemble_results
from .scheduling.services import SchedulingServices, assemble_scheduling
from .sockets.socket_server import SocketServer
from .support.keys import KeyRing
from .support.lifecycle import Service, running
from .support.settings import Settings
from .support.tokens import Tokens
from .tables.bus import Bus
from .tables.deadlines import Deadlines
from .tables.registry import Tables
from .tables.services import assemble_tables
from .tables.store import Store
from .teacher.teacher import Teacher
from .tournaments.services import TournamentsServices, assemble_tournaments
from .tournaments.succession import hand_on

__all__ = ["Services", "assemble_services", "services_of", "serving", "settings_of"]


@dataclass(frozen=True)
class Services:
    """All services of a server, by room; `order` has those that are started and closed."""

    settings: Settings
    ring: KeyRing
    tokens: Tokens
    limits: RateLimiter
    bus: Bus
    store: Store
    tables: Tables
    deadlines: Deadlines
    scheduling: SchedulingServices
    upkeep: Upkeep
    monitoring: MonitoringServices
    bans: BansServices
    results: ResultsServices
    lobby: LobbyServices
    replays: ReplaysServices
    people: PeopleServices
    bots: BotsServices
    teacher: Teacher
    positions: Positions
    daily: DailyServices
    people_tallies: PeopleTallies
    clubs: Clubs
    matches: MatchesServices
    moderation: ModerationServices
    personal_data: PersonalDataServices
    play_now: PlayNow
    puzzle_days: PuzzleDays
    previews: PreviewsServices
    sharing: Sharing | None
    """None with a private database."""

    notifications: NotificationsServices
    correspondence: CorrespondenceServices
    sockets: SocketServer
    programs: ProgramsServices
    tournaments: TournamentsServices

    @property
    def order(self) -> tuple[Service, ...]:
        """Return the services to start, each after those it needs; they are closed in reverse order."""
        several = () if self.sharing is None else (self.sharing,)
        return (
            self.store,
            self.monitoring.readiness,
            self.bans.bans,
            self.bans.pardons,
            self.tables,
            self.results.results,
            self.bots.preparation,
            self.daily.pars,
            self.teacher,
            self.bots.bot_turns,
            *several,
            self.deadlines,
            self.people.ban_enforcer,
            self.personal_data.deletion,
            self.previews.rasterizer,
            self.notifications.notifier,
            self.correspondence.conditional_turns,
            self.correspondence.vacations,
            self.programs.programs_here,
            self.tournaments.runner,
            self.upkeep,
            self.monitoring.watchdog,
        )


def assemble_services(settings: Settings) -> Services:
    """Return the services for `settings`, room after room, each after those it needs; they are not yet started.

    The database must be migrated. Must be called on the event loop that will run them.
    """
    ring, limits, upkeep = KeyRing(settings.data), RateLimiter(settings), Upkeep(settings)
    tokens, scheduling, ground = (
        Tokens(ring, settings.token_days),
        assemble_scheduling(settings, ring),
        assemble_tables(settings),
    )
    bus, store, tables, scheduler = ground.bus, ground.store, ground.tables, scheduling.scheduler
    bans, results = assemble_bans(ground, limits), assemble_results(ground)
    lobby = assemble_lobby(settings, ground, tokens, bans)
    people = assemble_people(settings, ground, tokens, limits, bans, results, lobby)
    accounts, clubs = people.accounts, Clubs(store, people.accounts, settings)
    bots = assemble_bots(settings, ground, scheduler)
    personal_data = assemble_personal_data(ground, lobby, hand_on)
    teacher = Teacher(store, bots.preparation, settings.lease_seconds, scheduler)
    services = Services(
        settings=settings,
        ring=ring,
        tokens=tokens,
        limits=limits,
        **vars(ground),
        scheduling=scheduling,
        upkeep=upkeep,
        monitoring=assemble_monitoring(ground, scheduler, upkeep),
        bans=bans,
        results=results,
        lobby=lobby,
        replays=assemble_replays(ground, scheduling, lobby),
        people=people,
        bots=bots,
        teacher=teacher,
        positions=Positions(tables, store, teacher, scheduling.threads),
        daily=assemble_daily(settings, ring, ground, scheduler, lobby, people, bots),
        people_tallies=PeopleTallies(store, scheduling.threads, wanted=bool(settings.explore_people)),
        clubs=clubs,
        matches=assemble_matches(ground, results, lobby, bots),
        moderation=assemble_moderation(ground, bans, lobby),
        personal_data=personal_data,
        play_now=PlayNow(store, tables, lobby.lobby, bots.preparation),
        puzzle_days=PuzzleDays(store, accounts),
        previews=assemble_previews(ground, scheduler, people),
        sharing=share(settings, store, bus, tables, bots.bot_turns, lobby.chats),
        notifications=assemble_notifications(settings, ring, ground, limits, bans),
        correspondence=assemble_correspondence(settings, ground, bans, people),
        sockets=SocketServer(tables, lobby.chats, accounts, bus, settings, limits, bans.bans),
        programs=assemble_programs(settings, ground, limits, bans, lobby, people, personal_data),
        tournaments=assemble_tournaments(settings, ground, results, people, clubs),
    )
    _connect(services)
    return services


def _connect(services: Services) -> None:
    """Connect services of lower rooms with the callbacks of higher ones."""
    store, metrics, notifications = services.store, services.monitoring.metrics, services.notifications
    services.lobby.lobby.opening.on_bots = partial(bots_due, store) if store.shared else services.bots.bot_turns.due
    notifications.senders.on_delivery = metrics.count_delivery
    notifications.notifier.on_subject = services.tournaments.reminders.item
    metrics.watch_outbox(notifications.notifier.count_undelivered)


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
