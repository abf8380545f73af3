/** Places on the desk that flights start from and go to. */

import type { Cell } from '../net/types';
import type { Sights } from './flights.svelte';
import type { Place } from './motion';
import { keyOf } from '../codex/geometry';

export interface TableGeometry {
  readonly element: HTMLElement | undefined;
  /** Whose codex is drawn large, and who looks. */
  readonly front: number | null;
  readonly viewer: number | null;
  /** Where a cell of the codex in front is. */
  readonly placeOf: ((cell: Cell) => DOMRect) | undefined;
}

const plate = (seat: number): string => `.plate[data-seat="${seat}"]`;

/** Selectors of a place, best first; a part folded away on a phone has a substitute nearby. */
function selectorsOf(place: Place, { front, viewer }: TableGeometry): string[] {
  switch (place.at) {
    case 'card':
      return [`[data-card="${place.card}"]`];
    case 'source':
      return [`[data-source="${place.source}"]`, '[data-tab-button="market"]'];
    case 'token':
      return [`[data-runner="${place.seat ?? 'tybor'}"]`];
    case 'cell':
      return [`${plate(place.seat)} .mini`, `${plate(place.seat)} .head`];
    case 'counter': {
      const large =
        front === place.seat ? ['.mine', '.counters'].map((large) => `${large} [data-symbol="${place.symbol}"]`) : [];
      return [...large, `${plate(place.seat)} [data-symbol="${place.symbol}"]`];
    }
    case 'hand':
      if (place.seat === null) return ['.tybor .row', '.tybor .head'];
      if (place.seat === viewer) return ['ul.hand li:last-child [data-card]', '[data-tab-button="hand"]'];
      return [`${plate(place.seat)} .held:last-child`, `${plate(place.seat)} .head`];
  }
}

/** Cards are as wide as they are drawn; where a whole thing stands for the place, they shrink to its middle. */
const CARD_AT_MOST = 180;
function trimRect(rect: DOMRect): DOMRect {
  const width = Math.min(rect.width, CARD_AT_MOST);
  const height = Math.min(rect.height, (width * 2) / 3);
  return new DOMRect(rect.left + (rect.width - width) / 2, rect.top + (rect.height - height) / 2, width, height);
}

export function sightsOf(desk: () => TableGeometry): Sights {
  return {
    rect(place) {
      const now = desk();
      if (place.at === 'cell' && place.seat === now.front && now.placeOf) return now.placeOf(place.cell);
      for (const selector of selectorsOf(place, now)) {
        const rect = now.element?.querySelector(selector)?.getBoundingClientRect();
        if (rect?.width) return trimRect(rect);
      }
      return null;
    },
    landed(place) {
      const { element, front } = desk();
      if (place.at === 'source') return element?.querySelector(`[data-source="${place.source}"] .card`) ?? null;
      if (place.at !== 'cell' || place.seat !== front) return null;
      return element?.querySelector(`.middle [data-laid="${keyOf(place.cell)}"]`) ?? null;
    },
  };
}
