import { shortcut } from '../base/shortcut';
import type { Walk } from '../record/walk.svelte';

/** Handles a key in a replay that no other part of the page has used; returns whether it did anything. */
export function walkKey(event: KeyboardEvent, walk: Walk): boolean {
  const key = shortcut(event);
  const { shiftKey } = event;
  const target = event.target instanceof Element ? event.target : null;
  const by = key === 'ArrowLeft' || key === 'PageUp' ? -1 : 1;
  if (key === 'PageUp' || key === 'PageDown') walk.turn(by);
  else if (key === 'ArrowLeft' || key === 'ArrowRight') walk[shiftKey ? 'turn' : 'step'](by);
  else if (key === 'Home') walk.go(0);
  else if (key === 'End') walk.go(walk.game.end);
  else if (key === ' ' && !target?.closest('button, a')) walk.play();
  else return false;
  event.preventDefault();
  return true;
}
