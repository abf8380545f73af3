/** The rules beside a game: open during play, closed when the reader leaves. */

import { addressIn, here, placeIn } from '../base/place';
import { currentRoute } from '../base/router.svelte';
import type { GameOptions } from '../net/types';

let where = $state<string | null>(null);
let section = $state('');
let agreed = $state.raw<GameOptions | null>(null);

/** The page beside which the rules are open. */
const page = (): string => here().path;
const playing = (): boolean => ['table', 'replay', 'learn'].includes(currentRoute().name);

export const besideOpen = (): boolean => where !== null && playing() && where === page();
export const besideSection = (): string => section;

/** Options of the table shown; null without one. */
export const agreedHere = (): GameOptions | null => agreed;

/** Say what was agreed here; the answer takes it back. For an effect of the page that shows the table. */
export function agreeHere(options: GameOptions | null): () => void {
  agreed = options;
  return () => (agreed = null);
}

function openBeside(at = ''): void {
  section = at;
  where = page();
}

export function closeBeside(): void {
  where = null;
}

/** What a link to the rules does: beside a game they open without leaving it, and close again. */
export function rulesBeside(event: MouseEvent): void {
  if (!playing() || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  if (besideOpen()) closeBeside();
  else
    openBeside(
      event.currentTarget instanceof HTMLAnchorElement ? placeIn(addressIn(event.currentTarget) ?? '').hash : '',
    );
}
