import type { GameOptions, Preset } from '../net/types';
import { HOUSE_RULES, PRINTED, type Agreed } from './editions.gen';

/** House rules as somebody wishes them; null is as printed in the edition. */
export type Wishes = { preset: Preset } & { -readonly [Rule in keyof Agreed]: Agreed[Rule] | null };

const RULES = Object.keys(HOUSE_RULES) as (keyof Agreed)[];

/** An object with one value for each house rule. */
const each = <Value>(value: (rule: keyof Agreed) => Value): Record<keyof Agreed, Value> =>
  Object.fromEntries(RULES.map((rule) => [rule, value(rule)])) as Record<keyof Agreed, Value>;

export const noWishes = (preset: Preset): Wishes => ({ preset, ...each(() => null) });

/** The rules that come of wishes: what is not wished for is as printed. */
export function agreedOf(wishes: Wishes): Agreed {
  return each((rule) => wishes[rule] ?? PRINTED[wishes.preset][rule]) as Agreed;
}

/** Whether rules, wished for or agreed on, differ from those of the edition: wishing for what it prints changes nothing. */
export function isChanged(rules: Wishes | GameOptions): boolean {
  const [agreed, printed] = [agreedOf(rules), PRINTED[rules.preset]];
  return RULES.some((rule) => agreed[rule] !== printed[rule]);
}
