/** Conditional draws: the current choices, and their words. */
import { SOURCES, faceUp, holds } from '../game/plan';
import { quoteCard } from '../game/words';
import type { ConditionalTurn, Source, View } from '../net/types';
import { say } from 'virtual:words/correspondence';

export type ConditionalDraw = ConditionalTurn['draws'][number];

/** What may be named, in the order in which it lies on the table. */
export const drawsOf = (view: View): ConditionalDraw[] =>
  SOURCES.filter((source) => holds(view, source)).map((source) => ({ source, card: faceUp(view, source) }));

export function drawWords({ source, card }: ConditionalDraw): string {
  if (card !== null && card !== undefined) return say('slow.on_slot', { card: quoteCard(card) });
  return say(source.startsWith('gold') ? 'slow.on_gold' : 'slow.on_resource');
}

/** The draws chosen, each once, up to the first that is none; after a deck, which is always there, none is needed. */
export function listDraws(view: View, sources: readonly (Source | '')[]): ConditionalDraw[] {
  const end = sources.indexOf('');
  const named = new Set(end < 0 ? sources : sources.slice(0, end));
  return [...named].flatMap((source) => drawsOf(view).find((draw) => draw.source === source) ?? []);
}
