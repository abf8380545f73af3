/**
 * The words of the client as modules, made from the locale files of the Python package: a Vite plugin.
 *
 * `virtual:words/ROOM` has the words of one room of the client, fetched with it; `virtual:words/ROOM/LOCALE` has its texts
 * in one language. `common` are all that no room has for itself. `virtual:words/creatures` has the names of the creatures.
 * The types of these modules go to `.types/words.d.ts` whenever Vite starts, so a key without a text does not compile.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

type Text = string | { readonly one: string; readonly other: string };
type Texts = Readonly<Record<string, Text>>;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const LOCALES = ['en', 'fr', 'it'] as const;
const fileOf = (locale: string): string => here(`../src/codex_naturalis/i18n/locales/${locale}.toml`);
const TYPES = here('.types/words.d.ts');
const PREFIX = 'virtual:words/';
const CREATURES = 40;

/** How the keys begin that a room of the client has for itself. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'shell/about': ['about.'],
  learn: ['learn.', 'book.'],
  'text-table': ['text.'],
  teacher: ['hint.', 'review.', 'text.corner.'],
  people: [
    ...['account.', 'games.', 'people.'],
    ...['error.program.', 'error.token.many', 'error.token.unknown', 'error.password.', 'error.rated.programs'],
    ...['error.account.wrong', 'error.account.code_wrong', 'error.account.exists'],
  ],
  portrait: ['portrait.'],
  moderation: ['report.', 'moderation.', 'error.report.', 'error.limit.reports', 'error.limit.blocks'],
  'play-now': ['now.', 'error.seek.'],
  puzzles: ['puzzle.', 'error.puzzle.'],
  matches: ['deal.', 'error.match.'],
  daily: ['daily.', 'error.daily.unknown'],
  tournaments: [
    ...['tournament.', 'club.', 'error.tournament.', 'error.club.'],
    ...['error.limit.tournaments', 'error.limit.clubs'],
  ],
  explore: ['explore.'],
  analysis: ['analysis.', 'error.position.'],
  position: ['position.'],
  replay: ['replay.', 'error.record.'],
  pwa: ['train.', 'storage.'],
  connection: ['connection.', 'error.message.malformed', 'error.message.unexpected', 'error.limit.windows'],
  'one-device': ['around.'],
  'big-screen': ['wall.', 'waiting.only_here'],
  bestiary: ['bestiary.'],
  solo: ['solo.'],
  lobby: ['scribe.', 'waiting.only_here'],
  seal: ['seal.'],
  shelf: ['show.'],
  notifications: ['notify.', 'error.vacation.', 'error.notice.'],
  correspondence: ['slow.', 'error.condition.', 'error.notes.'],
  tips: ['notes.'],
  sound: ['sound.'],
  'table/end': ['end.'],
  'table/moments': ['tidings.'],
};

/** How the keys begin of what no page says: messages, link previews, terminal, commands, and what programs are told. */
const NOT_ON_PAGES = [
  ...['notice.', 'calendar.', 'preview.', 'terminal.', 'cli.'],
  ...['error.answer.', 'error.invitation.', 'error.limit.games', 'error.token.scope'],
  ...['error.program.only', 'error.program.invited'],
  ...['error.request.method', 'error.request.type', 'error.request.encoding', 'error.conflict.'],
];

const beginsWith = (key: string, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => key.startsWith(prefix));

/** Every text of a locale file by its whole key; a table with the forms `one` and `other` is one text. */
function textsOf(source: string): Texts {
  const flat = (table: object, prefix: string): [string, Text][] =>
    Object.entries(table).flatMap(([name, value]: [string, string | object]): [string, Text][] =>
      typeof value === 'string' || 'one' in value ? [[prefix + name, value as Text]] : flat(value, `${prefix}${name}.`),
    );
  return Object.fromEntries(flat(parse(source), ''));
}

/** The texts that a room has for itself; of `common`, those of no room. */
function textsFor(room: string, texts: Texts): Texts {
  const own = ROOMS[room];
  const elsewhere = [...NOT_ON_PAGES, ...(own ? [] : Object.values(ROOMS).flat())];
  const kept = Object.entries(texts).filter(([key]) => !beginsWith(key, elsewhere) && (!own || beginsWith(key, own)));
  return Object.fromEntries(kept);
}

/** The names of the values that a text needs: to choose between two forms, `count`. */
function valuesOf(text: Text): string {
  const forms = typeof text === 'string' ? [text] : [text.one, text.other, '{count}'];
  const names = new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')));
  return (
    [...names]
      .sort()
      .map((name) => JSON.stringify(name))
      .join(' | ') || 'never'
  );
}

const creaturesOf = (texts: Texts): readonly (Text | undefined)[] =>
  Array.from({ length: CREATURES }, (_, at) => texts[`card.name.${at + 1}`]);

/** The module of a room: its English texts come along, the others when they are asked for. */
function roomModule(room: string): string {
  const imports = LOCALES.slice(1).map((locale) => `${locale}: () => import('${PREFIX}${room}/${locale}')`);
  return `import { roomWords } from ${JSON.stringify(here('src/i18n/part.svelte.ts'))};
import en from '${PREFIX}${room}/en';
export const { fetchWords, say, findText } = roomWords(en, { ${imports.join(', ')} });`;
}

/** The source of a module of words, by what follows `virtual:words/`; null if there is no such module. */
function moduleOf(name: string, texts: (locale: string) => Texts): string | null {
  const of = (value: unknown): string => `export default ${JSON.stringify(value)};`;
  if (name === 'creatures')
    return of(Object.fromEntries(LOCALES.map((locale) => [locale, creaturesOf(texts(locale))])));
  if (name in ROOMS) return roomModule(name);
  const [, room, locale] = /^(.*)\/(\w\w)$/.exec(name) ?? [];
  if (!room || !locale || (room !== 'common' && !(room in ROOMS))) return null;
  return of(textsFor(room, texts(locale)));
}

/** The types of all modules of words. */
function typesOf(english: Texts): string {
  const needs = (room: string): string =>
    Object.entries(textsFor(room, english))
      .map(([key, text]) => `    ${JSON.stringify(key)}: ${valuesOf(text)};\n`)
      .join('');
  const language = (room: string, locale: string): string =>
    `declare module '${PREFIX}${room}/${locale}' {
  const texts: Readonly<Record<import('${PREFIX}${room}').Key, import('virtual:words').Text>>;
  export default texts;
}\n`;
  const declared = ['common', ...Object.keys(ROOMS)].map((room) => {
    const functions =
      room === 'common'
        ? ''
        : `  export const fetchWords: Words['fetchWords'];
  export const say: Words['say'];
  export const findText: Words['findText'];\n`;
    return `declare module '${PREFIX}${room}' {
  /** The names of the values that each text needs. */
  export interface Needs {\n${needs(room)}  }
  export type Key = keyof Needs;
  type Words = import('virtual:words').Words<Needs>;
${functions}}
${LOCALES.map((locale) => language(room, locale)).join('')}`;
  });
  return `${TYPES_HEAD}${declared.join('')}`;
}

const TYPES_HEAD = `// Made by words.ts from the locale files.
declare module 'virtual:words' {
  export type Locale = ${LOCALES.map((locale) => `'${locale}'`).join(' | ')};
  export type Text = string | { readonly one: string; readonly other: string };
  export type Values<Names extends string = string> = Readonly<Record<Names, string | number>>;
  export type Given<Names> = [Names] extends [never] ? [values?: Values] : [values: Values<Names & string>];
  /** The words of one room, whose keys need the values of \`Needs\`. */
  export interface Words<Needs> {
    /** Have the words in the language spoken now; if they cannot be fetched, go on in the one we have. */
    readonly fetchWords: () => Promise<void>;
    readonly say: <K extends keyof Needs>(key: K, ...given: Given<Needs[K]>) => string;
    /** The same for a key that is only known at run time; null if there is no such text here. */
    readonly findText: (key: string, values?: Values) => string | null;
  }
  export const LOCALES: readonly Locale[];
}
declare module '${PREFIX}creatures' {
  /** The names of the creatures, in the order of their cards. */
  const names: Readonly<Record<import('virtual:words').Locale, readonly string[]>>;
  export default names;
}
`;

/** Serve the words as modules, and write their types. */
export function words(): Plugin {
  const read = (locale: string): Texts => textsOf(readFileSync(fileOf(locale), 'utf8'));
  return {
    name: 'codex:words',
    configResolved() {
      mkdirSync(here('.types'), { recursive: true });
      writeFileSync(TYPES, typesOf(read('en')));
    },
    resolveId: (id) => (id === 'virtual:words' || id.startsWith(PREFIX) ? `\0${id}` : null),
    load(id) {
      if (id === '\0virtual:words') return `export const LOCALES = ${JSON.stringify(LOCALES)};`;
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      for (const locale of LOCALES) this.addWatchFile(fileOf(locale));
      return moduleOf(id.slice(PREFIX.length + 1), read);
    },
  };
}
