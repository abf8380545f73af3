/** Figures and days as they are read. */
import { locale } from '../i18n/index.svelte';
import { say } from 'virtual:words/people';

export const whole = (figure: number): string => String(Math.round(figure));

export const dayOf = (seconds: number, dateStyle: 'medium' | 'long' = 'medium'): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle }).format(seconds * 1000);

/** A figure with one decimal, as the language writes it. */
export const tenths = (figure: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 1, minimumFractionDigits: 1 }).format(figure);

/** A change, with its sign. */
export const signed = (figure: number): string => (figure < 0 ? '−' : '+') + whole(Math.abs(figure));

/** The numbers of seats that have ratings, to choose one of. */
export const seatChoices = (): { value: string; label: string }[] =>
  [2, 3, 4].map((count) => ({ value: String(count), label: say('people.seats_count', { count }) }));
