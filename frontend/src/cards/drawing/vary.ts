/** Meaningless variation between cards, which depends only on the card's id, so a card never changes. */
export interface Variation {
  readonly mirrored: boolean;
  /** The pattern of the inner rule: 0-3. */
  readonly rule: number;
}

export function variationOf(card: number): Variation {
  const hash = Math.imul(card ^ 0x5bd1, 0x9e3779b1) >>> 0;
  return { mirrored: ((hash >>> 13) & 1) === 1, rule: (hash >>> 17) & 3 };
}
