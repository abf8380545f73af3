/** Names of groups of players. */
import { botName } from '../game/levels';
import { locale, t } from '../i18n/index.svelte';
import type { SoloLevel } from '../net/types';
import type { Group } from './api';
import { say } from 'virtual:words/explore';

const PLANNER = 'level:3';
const MASTER = 'level:5';
const SEARCH = 'search:';

/** Name of a bot here: the champion's search has a budget, and no clock. */
function playerName(bot: string): string {
  if (!bot.startsWith(SEARCH)) return botName(bot === 'planner' ? PLANNER : bot);
  const games = new Intl.NumberFormat(locale()).format(Number(bot.slice(SEARCH.length)));
  return say('explore.search', { name: botName(MASTER), games });
}

export function groupName({ bot, seats, solo }: Group): string {
  if (bot === null) return say('explore.people', { count: seats });
  const name = playerName(bot);
  if (solo)
    return say('explore.solo', {
      name,
      level: t(`lobby.solo_${solo as SoloLevel}`),
    });
  return say('explore.bots', { name, count: seats });
}
