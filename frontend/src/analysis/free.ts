/** Cards that are not visible in a position, and so may be placed. */
import { GOLD, OBJECTIVE, RESOURCE, STARTER } from '../cards/catalogue.gen';
import type { CardId, View } from '../net/types';

const idsOf = (facts: object): CardId[] => Object.keys(facts).map(Number);

export const RESOURCES = idsOf(RESOURCE);
export const GOLDS = idsOf(GOLD);
export const STARTERS = idsOf(STARTER);
export const OBJECTIVES = idsOf(OBJECTIVE);

/** The cards among `cards` that a view does not show, and `own`, which may stay where it is. */
export function freeCards(view: View, cards: readonly CardId[], own: CardId | null = null): CardId[] {
  const shown = new Set<CardId | null>([
    ...view.market.resource,
    ...view.market.gold,
    ...view.common_objectives,
    ...view.offered,
    ...(view.tybor?.scored ?? []),
    ...(view.tybor?.row.map(({ card }) => card) ?? []),
    ...view.seats.flatMap((seat) => [
      seat.starter,
      ...seat.hand.map(({ card }) => card),
      ...seat.laid.map(({ card }) => card),
    ]),
  ]);
  return cards.filter((card) => card === own || !shown.has(card));
}
