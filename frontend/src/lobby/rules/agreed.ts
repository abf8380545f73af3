import { t } from '../../i18n/index.svelte';
import type { GameOptions } from '../../net/types';
import { rulesName } from '../../game/names';
import { RULES, answerName, isChanged } from './rules';

/** What was agreed at a table, as pairs of a question and its answer; against Tybor a tie is no question (ruling S15). */
export function agreedLines(options: GameOptions): readonly (readonly [what: string, how: string])[] {
  return [
    [t('rules.edition'), rulesName(options.preset, isChanged(options))],
    ...RULES.map((rule) =>
      options.solo && rule === 'tie_break'
        ? ([t('rules.tie_tybor'), t('rules.tie_tybor_text')] as const)
        : ([t(`rules.${rule}`), answerName(rule, options[rule])] as const),
    ),
  ];
}
