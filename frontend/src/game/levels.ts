import { t, findText } from '../i18n/index.svelte';

/** The opponents made for people, weakest first; each is named and described in the locales under `bot.`. */
export const LEVELS = [
  'level:pupil',
  'level:1',
  'level:2',
  'level:3',
  'level:4',
  'level:hunter',
  'level:weaver',
  'level:watcher',
  'level:5',
] as const;
export type Level = (typeof LEVELS)[number];

/** The opponent whose play replaces one that is not ready yet. */
export const STAND_IN: Level = 'level:3';

export const isLevel = (name: string | null): name is Level => (LEVELS as readonly (string | null)[]).includes(name);

/** Name of a bot for people; `which` counts those of one level at a table, each with its own name. */
export const botName = (name: string, which = 0): string =>
  (which ? findText(`bot.${name}_${which + 1}`) : null) ?? findText(`bot.${name}`) ?? name;

/** On which step of strength each opponent stands; three share the sixth. */
const STEPS = {
  'level:pupil': 1,
  'level:1': 2,
  'level:2': 3,
  'level:3': 4,
  'level:4': 5,
  'level:hunter': 6,
  'level:weaver': 6,
  'level:watcher': 6,
  'level:5': 7,
} as const satisfies Record<Level, number>;

/** From this step on they search, which takes the compiled engine of a server (`codex_naturalis.local.bots` refuses them). */
const SEARCHING = 5;
export const needsServer = (level: Level): boolean => STEPS[level] >= SEARCHING;

/** The five strengths that a free seat is filled by; several play about as well. */
export const STRENGTHS: readonly (readonly [Level, ...Level[]])[] = [
  ['level:pupil'],
  ['level:1', 'level:2'],
  ['level:3'],
  ['level:4', 'level:hunter', 'level:weaver', 'level:watcher'],
  ['level:5'],
];

/** How strong a bot is, in a word: "easy". */
export const strengthOf = (level: Level): string => t(`levels.step_${STEPS[level]}`);
