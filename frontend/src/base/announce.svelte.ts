/** What is said aloud to those who listen instead of looking, and shown in passing to everybody else if `shown`. */

import { locale, type Locale } from '../i18n/index.svelte';

let said = $state('');
let notice = $state('');
/** The language of both: in another one they would only be noise. */
let spoken = $state.raw<Locale | null>(null);
let turn = false;
let fading: ReturnType<typeof setTimeout> | undefined;

export const announcement = (): string => (spoken === locale() ? said : '');
export const currentNotice = (): string => (spoken === locale() ? notice : '');

/** Say `text` once; a repetition is spoken again. */
export function announce(text: string): void {
  turn = !turn;
  spoken = locale();
  said = text + (turn ? '' : '\u00a0');
}

/** Say `text` and show it for a while. */
export function notify(text: string): void {
  announce(text);
  notice = text;
  clearTimeout(fading);
  fading = setTimeout(() => (notice = ''), 6_000);
}

export function dismiss(): void {
  clearTimeout(fading);
  notice = '';
}
