import { onceDrawn } from './deferred';

/** Whether the focus is lost: the focused element is gone, hidden or disabled. */
function adrift(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || !at.checkVisibility() || at.ariaDisabled === 'true';
}

/**
 * If the focus is lost once all is drawn, move it to what `find` then returns; returns a function that cancels this.
 */
export const lead = (find: () => HTMLElement | null | undefined): (() => void) =>
  onceDrawn(() => adrift() && find()?.focus());
