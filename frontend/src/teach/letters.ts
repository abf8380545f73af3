/** What pieces of advice are called, the best first. */
export const LETTERS = ['A', 'B', 'C'] as const;

/** What stands on a card that was played. */
export const PLAYED = '×';
