/** The bots one may sit down with, weakest first. */
export const BOTS = ['random', 'greedy', 'planner'] as const;
export type BotName = (typeof BOTS)[number];

export const isBot = (name: string): name is BotName => (BOTS as readonly string[]).includes(name);
