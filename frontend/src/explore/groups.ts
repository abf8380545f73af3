/** What groups of players are called. */
import { botName } from '../game/levels';
import { t } from '../i18n/index.svelte';
import type { Group } from './api';
import { say } from './words.svelte';

const PLANNER = 'level:3';

export function groupName({ bot, seats, solo }: Group): string {
  if (bot === null) return say('explore.people', { count: seats });
  const name = botName(bot === 'planner' ? PLANNER : bot);
  if (solo)
    return say('explore.solo', { name, level: t(`lobby.solo_${solo as 'gentle' | 'easy' | 'normal' | 'hard'}`) });
  return say('explore.bots', { name, count: seats });
}
