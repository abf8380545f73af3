/** What is said aloud to those who listen instead of looking, and shown in passing to everybody else if `shown`. */
let said = $state('');
let notice = $state('');
let turn = false;
let fading: ReturnType<typeof setTimeout> | undefined;

export const announcement = (): string => said;
export const currentNotice = (): string => notice;

/** Say `text` once; a repetition is spoken again. */
export function announce(text: string): void {
  turn = !turn;
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
