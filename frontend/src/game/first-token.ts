/** Whether the first-player token lies on a card of a codex: on the starter, which was laid first, of who begins. */
export const hasFirstToken = (seat: number, place: number): boolean => seat === 0 && place === 0;
