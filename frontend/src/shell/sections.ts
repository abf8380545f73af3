/** Site map: five entries, each with its pages. The header and the bar of a phone show it. */
import { pageUrl, type Route } from '../base/addresses';
import { SERVERLESS } from '../base/place';
import { WAYS, wayUrl, type Way } from '../lobby/ways';

const NAMES = {
  play: ['now', 'daily', 'puzzles', 'alone'],
  learn: ['learn', 'rules', 'analysis'],
  together: ['tables', 'tournaments', 'clubs', 'match', 'around', 'party'],
  library: ['bestiary', 'explore', 'people', 'record', 'about'],
  you: ['games', 'notices', 'account'],
} as const;

export type SectionName = keyof typeof NAMES;
export type PageName = (typeof NAMES)[SectionName][number];

interface Entry {
  readonly name: PageName | Way;
  readonly url: string;
}
export interface Section {
  readonly name: SectionName;
  readonly entries: readonly Entry[];
}

const entryOf = (name: PageName): Entry => ({ name, url: pageUrl<PageName>(name) });
const ways = WAYS.map((name): Entry => ({ name, url: wayUrl(name) }));

/** Pages about other people: without a server there are none. */
const ABOUT_OTHERS: readonly Route['name'][] = [
  ...(['now', 'daily', 'day', 'tables', 'tournaments', 'clubs', 'match', 'party', 'wall', 'seat'] as const),
  ...(['deal', 'beside', 'people', 'person', 'notices', 'account', 'moderation'] as const),
];

/** Whether a page has nothing to show here, since it needs a server. */
export const needsServer = ({ name }: Route): boolean => SERVERLESS && ABOUT_OTHERS.includes(name);

/** Without a server every game is on this device, and needs no page of its own. */
const isSpare = (name: PageName): boolean => SERVERLESS && name === 'alone';

export const SECTIONS: readonly Section[] = (Object.keys(NAMES) as SectionName[]).map((name) => ({
  name,
  entries: [
    ...(name === 'play' ? ways : []),
    ...NAMES[name].filter((page) => !needsServer({ name: page } as Route) && !isSpare(page)).map(entryOf),
  ],
}));

/** Pages that belong to one of the map without standing on it. */
const WITHIN: Partial<Record<Route['name'], SectionName>> = {
  ...{ lobby: 'play', day: 'play', puzzle: 'play', person: 'library', replay: 'library' },
};

/** The entry of a page; null for a table, and for pages not on the map. */
export const sectionOf = ({ name }: Route): SectionName | null =>
  WITHIN[name] ?? SECTIONS.find(({ entries }) => entries.some((entry) => entry.name === name))?.name ?? null;

/** Pages that take the whole window: on a phone the map shrinks to what is needed there. */
const WHOLE: readonly Route['name'][] = [
  'table',
  'replay',
  'beside',
  'wall',
  'learn',
  'puzzle',
  'around',
  'seat',
  'analysis',
];
export const takesWindow = ({ name }: Route): boolean => WHOLE.includes(name);

/**
 * Pages that are only read, which a page translator may translate. It replaces text nodes, so the others would go on showing
 * what was true when it came: what changes on a page that is read has `translate="no"` itself, or is made again by `{#key}`.
 */
const READ: readonly Route['name'][] = ['lobby', 'learn', 'rules', 'about'];
export const isRead = ({ name }: Route): boolean => READ.includes(name);
