/** What the nth piece of advice is called, the best first: letters are for plans that the reader keeps. */
export const numberOf = (index: number): string => String(index + 1);

/** What stands on a card that was played. */
export const PLAYED = '×';
