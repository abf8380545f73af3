import { withLabel, t } from '../../i18n/index.svelte';
import type { GameOptions } from '../../net/types';
import { rulesName } from '../../game/names';
import { RULES, agreedOf, answerWithOrigin, briefWithOrigin, changedRules, isChanged } from './rules';

/** Level, edition and changed house rules on one line; what no book says is marked. */
export function agreedLine(options: GameOptions): string {
  const parts = [
    ...(options.solo ? [t(`lobby.solo_${options.solo}`)] : []),
    rulesName(options.preset),
    ...changedRules(options).map((rule) => briefWithOrigin(rule, agreedOf(options)[rule])),
  ];
  return t('lobby.rules', { rules: parts.join(' · ') });
}

/** Options of a table, as pairs of a question and its answer; ties are left out against Tybor (ruling S15). */
export function agreedLines(options: GameOptions): readonly (readonly [what: string, how: string])[] {
  return [
    ...levelLine(options),
    [t('rules.edition'), rulesName(options.preset, isChanged(options))],
    ...RULES.map((rule) =>
      options.solo && rule === 'tie_break'
        ? ([t('rules.tie_tybor'), t('rules.tie_tybor_text')] as const)
        : ([t(`rules.${rule}`), answerWithOrigin(rule, agreedOf(options)[rule])] as const),
    ),
  ];
}

const levelLine = ({ solo }: GameOptions): (readonly [what: string, how: string])[] =>
  solo ? [[t('rules.level'), withLabel(t(`lobby.solo_${solo}`), t(`lobby.solo_${solo}_text`))]] : [];
