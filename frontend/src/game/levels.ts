import { tell } from '../i18n/index.svelte';

/** The opponents made for people, weakest first; each is named and told of in the locales under `bot.`. */
export const LEVELS = ['level:1', 'level:2', 'level:3', 'level:4', 'level:5'] as const;
export type Level = (typeof LEVELS)[number];

/** Who stands in for an opponent that is not ready yet plays as this one does. */
export const STAND_IN: Level = 'level:3';

export const isLevel = (name: string | null): name is Level => (LEVELS as readonly (string | null)[]).includes(name);

/** What a bot is called where people read. */
export const botName = (name: string): string => tell(`bot.${name}`) ?? name;
