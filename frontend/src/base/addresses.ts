/** Every address that the client writes: its pages, the server's API, and the files beside them. No other module has one. */

import { BASE, fileUrl, hrefTo, withoutBase } from './place';

type Part = string | number;

/** Parameters of a route, for parts that begin with `:`. Private values stay out of the route. */
const PARTS = {
  id: '([A-Za-z0-9_.~-]+)',
  private: '[A-Za-z0-9_.~-]+',
  leaf: '(\\d{1,2})',
  puzzle: '(\\d{1,4}|daily)',
  day: '(\\d{4}-\\d{2}-\\d{2})',
  name: '([^/]+)',
} as const;

/** The pages, by their names. A part with `?` may be missing. */
const PAGES = {
  lobby: '/',
  table: '/t/:id',
  replay: '/t/:id/replay',
  deal: '/t/:id/deal',
  beside: '/t/:id/beside',
  wall: '/t/:id/wall',
  record: '/replay',
  seat: '/seat/:private?',
  about: '/about',
  learn: '/learn',
  rules: '/rules',
  account: '/account',
  puzzles: '/puzzles',
  puzzle: '/puzzles/:puzzle',
  bestiary: '/bestiary/:leaf?',
  around: '/around/:id?',
  now: '/play-now',
  daily: '/daily',
  day: '/daily/:day',
  explore: '/explore',
  analysis: '/analysis',
  tables: '/tables',
  party: '/party',
  alone: '/alone',
  tournaments: '/tournaments/:id?',
  match: '/match/:id?',
  clubs: '/clubs/:id?',
  moderation: '/moderation',
  games: '/games',
  notices: '/notices',
  people: '/people',
  person: '/people/:name',
} as const;

type Pages = typeof PAGES;
export type Page = keyof Pages;

/** A page, with its parameters. */
export type Route =
  | {
      [P in Page]: Pages[P] extends `${string}:private?`
        ? { readonly name: P }
        : Pages[P] extends `${string}:${string}`
          ? { readonly name: P; readonly id: string }
          : { readonly name: P };
    }[Page]
  | { readonly name: 'unknown' };

/** Parameters of an address. */
type Parts<A extends string> = A extends `${string}:${infer Rest}`
  ? Rest extends `${string}?`
    ? [part?: Part]
    : [part: Part, ...Parts<Rest>]
  : [];

const filled = (address: string, parts: readonly (Part | undefined)[]): string => {
  let next = 0;
  return address.replace(/([/.]):\w+\??/g, (_, sign: string) => {
    const part = parts[next++] ?? '';
    return part === '' ? '' : sign + encodeURIComponent(part);
  });
};

/** The address of a page, for a link. */
export const pageUrl = <P extends Page>(page: P, ...parts: Parts<Pages[P]>): string =>
  hrefTo(filled(PAGES[page], parts) || PAGES.lobby);

const patternOf = (address: string): RegExp =>
  new RegExp(
    `^${address.replace(/\/:(\w+)(\??)/g, (_, kind: keyof typeof PARTS, maybe: string) => `(?:/${PARTS[kind]})${maybe}`)}$`,
  );
const PATTERNS = Object.entries(PAGES).map(([name, address]) => [name, patternOf(address)] as const);

/** The page that an address leads to. */
export function routeOf(address: string): Route {
  const plain = address.length > 1 ? address.replace(/\/+$/, '') : address;
  for (const [name, pattern] of PATTERNS) {
    const match = pattern.exec(plain);
    if (match) return (match.length > 1 ? { name, id: match[1] ?? '' } : { name }) as Route;
  }
  return { name: 'unknown' };
}

const ROOT = '/api/v1';

/** Paths of the API, by name, below `ROOT`. */
const API = {
  guests: '/guests',
  me: '/guests/me',
  myCalendar: '/guests/me/calendar',
  myGames: '/guests/me/games',
  myNotes: '/guests/me/notes/:table',
  myNotices: '/guests/me/notices',
  myNotice: '/guests/me/notices/:id',
  noticeTest: '/guests/me/notices/:id/test',
  noticesByPush: '/guests/me/notices/push',
  noticesByEmail: '/guests/me/notices/email',
  noticesByWebhook: '/guests/me/notices/webhook',
  myPortrait: '/guests/me/portrait',
  mySolo: '/guests/me/solo',
  myVacation: '/guests/me/vacation',
  myWaiting: '/guests/me/waiting',
  confirmNotices: '/notices/confirm',
  stopNotices: '/notices/stop',
  account: '/account',
  accountCodes: '/account/codes',
  accountExport: '/account/export',
  accountName: '/account/name',
  accountPassword: '/account/password',
  accountPrograms: '/account/programs',
  accountProgram: '/account/programs/:name',
  accountRecovery: '/account/recovery',
  accountSession: '/account/session',
  accountSessions: '/account/sessions',
  accountTokens: '/account/tokens',
  accountToken: '/account/tokens/:id',
  tables: '/tables',
  myTables: '/tables/mine',
  table: '/tables/:id',
  tableBots: '/tables/:id/bots',
  tableBot: '/tables/:id/bots/:seat',
  challenge: '/tables/:id/challenge',
  closeTable: '/tables/:id/close',
  codex: '/tables/:id/codices/:seat',
  codexFilm: '/tables/:id/codices/:seat/film',
  codexPrint: '/tables/:id/codices/:seat/print',
  colour: '/tables/:id/colour',
  conditionalTurn: '/tables/:id/conditional-turn',
  evening: '/tables/:id/evening',
  exercise: '/tables/:id/exercise',
  hint: '/tables/:id/hint',
  position: '/tables/:id/position',
  invitation: '/tables/:id/invitation',
  joinTable: '/tables/:id/join',
  leaveTable: '/tables/:id/leave',
  tablePrograms: '/tables/:id/programs',
  record: '/tables/:id/record',
  rematch: '/tables/:id/rematch',
  replay: '/tables/:id/replay',
  results: '/tables/:id/results',
  returnToTable: '/tables/:id/return',
  review: '/tables/:id/review',
  seatToken: '/tables/:id/seat-token',
  socket: '/tables/:id/socket',
  standIn: '/tables/:id/seats/:seat/stand-in',
  standings: '/tables/:id/standings',
  whatIf: '/tables/:id/what-if',
  recordReplay: '/replays',
  recordReview: '/replays/review',
  recordExercise: '/replays/exercise',
  recordExerciseTry: '/replays/exercise/try',
  recordWhatIf: '/replays/what-if',
  recordPosition: '/replays/position',
  analysis: '/analysis',
  analysisHint: '/analysis/hint',
  analysisSetup: '/analysis/setup',
  analysisChange: '/analysis/change',
  bots: '/bots',
  opponents: '/opponents',
  prepareOpponents: '/opponents/prepare',
  programs: '/programs',
  programLeaders: '/programs/leaders',
  people: '/people',
  person: '/people/:name',
  playNow: '/play-now',
  playNowBot: '/play-now/bot',
  puzzles: '/puzzles',
  puzzle: '/puzzles/:number',
  puzzleHint: '/puzzles/:number/hint',
  puzzleSolution: '/puzzles/:number/solution',
  puzzleAnswer: '/puzzles/:number/answer',
  daily: '/daily',
  day: '/daily/:day',
  dayRecord: '/daily/:day/record',
  playDay: '/daily/:day/play',
  explore: '/explore',
  matches: '/matches',
  match: '/matches/:id',
  playMatch: '/matches/:id/play',
  tournaments: '/tournaments',
  tournament: '/tournaments/:id',
  changeTournament: '/tournaments/:id/:change',
  tournamentPulse: '/tournaments/:id/pulse',
  tournamentResults: '/tournaments/:id/results.:form',
  tournamentPlayers: '/tournaments/:id/players',
  tournamentPlayer: '/tournaments/:id/players/:player',
  readmit: '/tournaments/:id/players/:player/readmit',
  clubs: '/clubs',
  joinClub: '/clubs/join',
  club: '/clubs/:id',
  clubLink: '/clubs/:id/link',
  leaveClub: '/clubs/:id/leave',
  clubMember: '/clubs/:id/members/:member',
  clubAdmin: '/clubs/:id/members/:member/admin',
  clubSeason: '/clubs/:id/season',
  clubSeasonFile: '/clubs/:id/season.csv',
  clubTables: '/clubs/:id/tables',
  reports: '/reports',
  blocks: '/blocks',
  block: '/blocks/:person',
  openReports: '/moderation/reports',
  openReport: '/moderation/reports/:id',
} as const;

type Api = typeof API;

/** The address of an API path. */
export const apiUrl = <N extends keyof Api>(name: N, ...parts: Parts<Api[N]>): string =>
  BASE + ROOT + filled(API[name], parts);

/** The address of a request without the path of the server. */
export const requestPath = (url: string): string => withoutBase(url.replace(/^\w+:\/\/[^/]*/, ''));

/** The table of a request or socket; null if it concerns none. */
export const tableIn = (url: string): string | null => /\/tables\/([^/?]+)\//.exec(`${requestPath(url)}/`)?.[1] ?? null;

/** The address of a table's socket. */
export const socketUrl = (table: string): string =>
  `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${apiUrl('socket', table)}`;

/** Files beside the pages, and the server's health check. */
export const CARDS_PAGE = fileUrl('cards.html');
export const SERVICE_WORKER = fileUrl('sw.js');
export const SERVER_READY = `${BASE}/readyz`;
/** The icon of the tab, and the one that says that it is the reader's turn. */
export const ICON = fileUrl('icon.svg');
export const ICON_MARKED = fileUrl('icon-turn.svg');
/** Licence texts of third-party code in the pages. */
export const LICENCES = fileUrl('licenses.txt');
/** The engine for this device: runtime, archive and their files. */
export const ENGINE = fileUrl('engine/');
