import { list, t } from '../i18n/index.svelte';
import type { EventOf, Source, StepMessage, View } from '../net/types';
import { faceUp } from './plan';
import { cardName, objectiveName, quoteCard } from './words';

export type Acted = EventOf<'tybor_acted'>;

/** One question with its answer, or the outcome. */
export interface DecisionStep {
  readonly text: string;
  /** The answer; null for an outcome. */
  readonly answer: boolean | null;
  /** Basis of the answer. */
  readonly because: string | null;
}

function outcomeOf({ outcome, points, resource }: Acted): string {
  if (outcome === 'scored_gold') return t('tybor.scored_gold', { count: points });
  if (outcome === 'kept_resource')
    return t('tybor.kept_resource', { card: resource === null ? '' : quoteCard(resource) });
  return t(`tybor.${outcome}`);
}

function becauseOf({ worth_five, corresponds_to }: Acted): string | null {
  if (worth_five) return t('tybor.worth_five');
  const objectives = list(corresponds_to.map(objectiveName));
  return corresponds_to.length ? t('tybor.corresponds', { objectives }) : null;
}

/** One column of Tybor's turn: each question that came up, and the outcome. */
export function decisionStepsOf(acted: Acted): DecisionStep[] {
  const { gold, affordable, worth_five, corresponds_to } = acted;
  const steps: DecisionStep[] = [];
  if (gold === null) steps.push({ text: t('tybor.no_gold'), answer: null, because: null });
  if (gold !== null && affordable !== null)
    steps.push({ text: t('tybor.question_afford', { card: quoteCard(gold) }), answer: affordable, because: null });
  if (worth_five !== null)
    steps.push({
      text: t('tybor.question_want'),
      answer: worth_five || corresponds_to.length > 0,
      because: becauseOf(acted),
    });
  return [...steps, { text: outcomeOf(acted), answer: null, because: null }];
}

/** His turn in one line of his own, as he takes his cards. */
export const lineOf = (acts: readonly Acted[]): string => acts.map(saidOf).join(' ');

function saidOf({ outcome, gold, resource, points }: Acted): string {
  const id = outcome === 'kept_resource' ? resource : gold;
  const card = id === null ? '' : cardName(id);
  if (outcome === 'scored_gold') return t('tybor.says.scored_gold', { card, count: points });
  return outcome === 'nothing' ? t('tybor.says.nothing') : t(`tybor.says.${outcome}`, { card });
}

/** The places of the market where a card he speaks of still lies; what he took is gone from there. */
export function slotsOf({ column, gold, resource }: Acted, view: View): readonly Source[] {
  const slots: readonly Source[] = column === 'left' ? ['resource-1', 'gold-1'] : ['resource-2', 'gold-2'];
  return slots.filter((slot) => [gold, resource].includes(faceUp(view, slot)) && faceUp(view, slot) !== null);
}

const BEAT_MS = 800;

/** Tybor thinking aloud: his last turn, one step after the other. It never waits for him to play on. */
export class TyborVoice {
  acted = $state.raw<readonly Acted[]>([]);
  /** Number of steps said. */
  said = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly still: () => boolean) {}

  get all(): number {
    return this.acted.reduce((sum, acted) => sum + decisionStepsOf(acted).length, 0);
  }

  get speaking(): boolean {
    return this.said < this.all;
  }

  /** The column he is speaking of. */
  get column(): Acted | null {
    if (!this.speaking) return null;
    let left = this.said;
    return this.acted.find((acted) => (left -= decisionStepsOf(acted).length) <= 0) ?? null;
  }

  /** Handle new steps; his turn, if any, is shown step by step or at once. */
  hear(steps: readonly StepMessage[], aloud: boolean): void {
    const acted = steps.flatMap((step) => step.events.filter((event): event is Acted => event.type === 'tybor_acted'));
    if (!acted.length) return;
    this.acted = acted.slice(-2);
    if (aloud) this.again();
    else this.skip();
  }

  again(): void {
    this.said = 0;
    clearTimeout(this.timer);
    if (this.still()) this.skip();
    else this.beat();
  }

  skip(): void {
    clearTimeout(this.timer);
    this.said = this.all;
  }

  private beat(): void {
    this.said += 1;
    if (this.speaking) this.timer = setTimeout(() => this.beat(), BEAT_MS);
  }
}
