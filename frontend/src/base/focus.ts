import { onceDrawn } from './deferred';

/** Whether the focus is nowhere: what had it is gone or no longer drawn, or can no longer be pressed. */
function adrift(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || !at.checkVisibility() || at.ariaDisabled === 'true';
}

/** If the focus is nowhere once all is drawn, lead it to what `find` finds then; returns how to call that off. */
export const lead = (find: () => HTMLElement | null | undefined): (() => void) =>
  onceDrawn(() => adrift() && find()?.focus());
