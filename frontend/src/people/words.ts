/** The choices of the pages of ratings, in words. */
import { say } from 'virtual:words/people';

/** The numbers of seats that have ratings, to choose one of. */
export const seatChoices = (): { value: string; label: string }[] =>
  [2, 3, 4].map((count) => ({ value: String(count), label: say('people.seats_count', { count }) }));
