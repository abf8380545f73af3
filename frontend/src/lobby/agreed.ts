import { t } from '../i18n/index.svelte';
import type { GameOptions } from '../net/types';
import { rulesName } from '../game/names';
import { isChanged } from './rules';

/** What was agreed at a table, as pairs of a question and its answer; against Tybor a tie is no question (ruling S15). */
export function agreedLines(options: GameOptions): readonly (readonly [what: string, how: string])[] {
  return [
    [t('rules.edition'), rulesName(options.preset, isChanged(options))],
    [t('rules.exhaustion'), t(`rules.exhaustion_${options.end_by_exhaustion}`)],
    options.solo
      ? [t('rules.tie_tybor'), t('rules.tie_tybor_text')]
      : [t('rules.tie'), t(`rules.tie_${options.tie_break}`)],
    [t('rules.refill'), t(`rules.refill_${options.refill}`)],
  ];
}
