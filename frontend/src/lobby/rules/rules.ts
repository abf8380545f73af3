import { list, t } from '../../i18n/index.svelte';
import type { GameOptions, Preset } from '../../net/types';
import { EDITION_RULES, HOUSE_RULES, PRESETS, SOLO_RULES, type Agreed, type AnswerOrigin } from '../editions.gen';

export type Rule = keyof Agreed;

/** The answers to a house rule. */
export type Answer<R extends Rule> = Agreed[R];

/** Wished house rules; null is the edition's own. */
export type Wishes = { preset: Preset } & { -readonly [R in Rule]: Agreed[R] | null };

export const RULES = Object.keys(HOUSE_RULES) as readonly Rule[];

/** The rules offered for a table: against Tybor, only those that matter to one player. */
const rulesFor = (solo: boolean): readonly Rule[] => (solo ? SOLO_RULES : RULES);

/** The key of each answer's text: one that is missing from the texts is an error of types. */
type AnswerKey = { [R in Rule]: `rules.${R}_${Answer<R>}` }[Rule];

/** An answer in words. */
export const answerName = (rule: Rule, answer: Answer<Rule>): string => t(`rules.${rule}_${answer}` as AnswerKey);

const answersTo = (rule: Rule): readonly Answer<Rule>[] => Object.keys(HOUSE_RULES[rule]) as Answer<Rule>[];

/** The same table for rules and answers known only at run time. */
const ORIGINS = HOUSE_RULES as unknown as Readonly<Record<Rule, Readonly<Record<Answer<Rule>, AnswerOrigin>>>>;

const originOf = (rule: Rule, answer: Answer<Rule>): AnswerOrigin => ORIGINS[rule][answer];

/** Words of an answer, and its origin: books, our reading of them, or our own. */
export function withOrigin(rule: Rule, answer: Answer<Rule>, what: string): string {
  const [origin, ...books] = originOf(rule, answer);
  if (origin !== 'words' || books.length === PRESETS.length) return t(`rules.origin_${origin}`, { what });
  const editions = list(books.map((book) => t(`rules.edition_${book}`)));
  return t('rules.origin_books', { what, editions, count: books.length });
}

/** An answer in words, with its origin. */
export const answerWithOrigin = (rule: Rule, answer: Answer<Rule>): string =>
  withOrigin(rule, answer, answerName(rule, answer));

type BriefKey = { [R in Rule]: `rules.brief_${R}_${Answer<R>}` }[Rule];

/** The same in a few words, marked where no book says it. */
export function briefWithOrigin(rule: Rule, answer: Answer<Rule>): string {
  const brief = t(`rules.brief_${rule}_${answer}` as BriefKey);
  return originOf(rule, answer)[0] === 'words' ? brief : withOrigin(rule, answer, brief);
}

/** The answers that the book of an edition has in its own words. */
export const answersInBook = (edition: Preset, rule: Rule): readonly Answer<Rule>[] =>
  answersTo(rule).filter((answer) => {
    const [origin, ...books] = originOf(rule, answer);
    return origin === 'words' && books.includes(edition);
  });

/** Whether the editions have different answers; where they do not, there is a usual one. */
const differs = (rule: Rule): boolean => new Set(PRESETS.map((preset) => EDITION_RULES[preset][rule])).size > 1;

/** One house rule to choose: its question, and its answers, where '' is the edition's own. */
export interface Question {
  readonly rule: Rule;
  readonly legend: string;
  readonly options: readonly { readonly value: Answer<Rule> | ''; readonly label: string }[];
}

/** The questions about a table; against Tybor, only those that matter to one player. */
export function questions(solo: boolean): readonly Question[] {
  return rulesFor(solo).map((rule) => {
    const answers = answersTo(rule).map((value) => ({ value, label: answerLabel(rule, value) }));
    const own = { value: '', label: t('rules.as_printed') } as const;
    return { rule, legend: t(`rules.${rule}`), options: differs(rule) ? [own, ...answers] : answers };
  });
}

/** An answer to choose, its origin, and whether it is the usual one. */
export function answerLabel(rule: Rule, value: Answer<Rule>): string {
  const answer = answerName(rule, value);
  const usual = !differs(rule) && value === EDITION_RULES.en[rule];
  return withOrigin(rule, value, usual ? t('rules.usual', { answer }) : answer);
}

/** The default answer. */
export const chosenOf = (wishes: Wishes, rule: Rule): Answer<Rule> | '' =>
  wishes[rule] ?? (differs(rule) ? '' : EDITION_RULES[wishes.preset][rule]);

/** Wish for an answer. */
export function wish(wishes: Wishes, rule: Rule, answer: Answer<Rule> | ''): void {
  Object.assign(wishes, { [rule]: answer || null });
}

/** An object with one value for each house rule. */
const each = <Value>(value: (rule: Rule) => Value): Record<Rule, Value> =>
  Object.fromEntries(RULES.map((rule) => [rule, value(rule)])) as Record<Rule, Value>;

export const noWishes = (preset: Preset): Wishes => ({ preset, ...each(() => null) });

/** Rules requested for a solo game: the edition, and wishes about the rules that matter to one player. */
export const soloWishes = (wishes: Wishes): Partial<Wishes> => ({
  preset: wishes.preset,
  ...Object.fromEntries(SOLO_RULES.map((rule) => [rule, wishes[rule]])),
});

/** The rules that follow from wishes, or hold at a table; others are the edition's own. */
export function agreedOf(wishes: Wishes | GameOptions): Agreed {
  return each((rule) => wishes[rule] ?? EDITION_RULES[wishes.preset][rule]) as Agreed;
}

/** Whether rules, wished for or agreed on, differ from those of the edition: wishing for what it has changes nothing. */
export const isChanged = (rules: Wishes | GameOptions): boolean => changedRules(rules).length > 0;

/** The rules that differ from those of the edition; against Tybor, only those that matter to one player. */
export function changedRules(rules: Wishes | GameOptions): Rule[] {
  const [agreed, unchanged] = [agreedOf(rules), EDITION_RULES[rules.preset]];
  const solo = 'solo' in rules && rules.solo !== null;
  return rulesFor(solo).filter((rule) => agreed[rule] !== unchanged[rule]);
}
