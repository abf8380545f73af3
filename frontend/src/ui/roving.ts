/** Arrow keys among a few buttons, so that the Tab key needs to stop only once. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** Move the focus among the `[data-rove]` buttons of the element the event came through. */
export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const step = STEPS[event.key];
  if (!step || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-rove]')];
  const at = all.findIndex((each) => each === document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  event.stopPropagation();
  all[(at + step + all.length) % all.length]?.focus();
}
