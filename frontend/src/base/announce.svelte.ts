/** Announcements for screen readers; notices and refusals are also shown. */

import { locale, type Locale } from '../i18n/index.svelte';

let said = $state('');
let notice = $state('');
let refusal = $state('');
/** The language of all three: in another one they would only be noise. */
let spoken = $state.raw<Locale | null>(null);
let turn = false;
let fading: ReturnType<typeof setTimeout> | undefined;

export const announcement = (): string => (spoken === locale() ? said : '');
export const currentNotice = (): string => (spoken === locale() ? notice : '');
export const currentRefusal = (): string => (spoken === locale() ? refusal : '');

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

/**
 * Announce why a request was refused, and show it until the reader's next action, whatever else is announced meanwhile.
 */
export function showRefusal(text: string): void {
  announce(text);
  refusal = text;
}

/** Clear the refusal: the reader acts again. */
export const forgetRefusal = (): void => void (refusal = '');

export function dismiss(): void {
  clearTimeout(fading);
  notice = '';
  forgetRefusal();
}
