import { shortcut } from '../../base/shortcut';
import { panOrZoom } from '../../codex/gestures';
import type { Viewport } from '../../codex/viewport.svelte';
import type { Session } from '../../game/session.svelte';

export interface KeyWishes {
  readonly session: Session;
  readonly viewport: Viewport;
  readonly back: () => void;
  /** Keep the plan for comparison, or drop it. */
  readonly keep?: () => void;
  /** Restore the next kept plan. */
  readonly next?: () => void;
  readonly bring: (seat: number) => void;
  readonly help: () => void;
  readonly hint?: () => void;
}

/** The hand card a key means: the one taken up, or the one in focus. */
function meantCard(session: Session): number | null {
  const focused = document.activeElement?.closest<HTMLElement>('[data-card], [data-flip]');
  const card = focused?.dataset['card'] ?? focused?.dataset['flip'];
  return session.plan?.card ?? (card ? Number(card) : null);
}

/** Handles a key that no other part of the table has used. */
export function handleKey(
  event: KeyboardEvent,
  { session, viewport, back, keep, next, bring, help, hint }: KeyWishes,
): void {
  const key = shortcut(event);
  if (key === null) return;
  if (key === 'f' || key === 'F') {
    const card = meantCard(session);
    if (card !== null) session.flip(card);
  } else if ((key === 'k' || key === 'K') && session.placement) keep?.();
  else if ((key === 'n' || key === 'N') && session.kept.list.length) next?.();
  else if (key === 'Escape' && session.plan) back();
  else if (key === '?') help();
  else if (key === 'h' || key === 'H') hint?.();
  else if (/^[1-4]$/.test(key)) bring(Number(key) - 1);
  else if (!/^[-+=0]$/.test(key) || !panOrZoom(viewport, key)) return;
  event.preventDefault();
}
