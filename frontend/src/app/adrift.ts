/** Whether the focus is nowhere: what had it is gone, or is about to lose it, as it is no longer drawn. */
export function adrift(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || !at.checkVisibility();
}
