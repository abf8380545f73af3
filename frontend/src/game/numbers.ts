/** Number of the nth piece of advice, best first; letters are for kept plans. */
export const numberOf = (index: number): string => String(index + 1);

/** Sign on a card that was played. */
export const PLAYED = '×';
