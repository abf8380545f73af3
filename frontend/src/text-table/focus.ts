/** Focus recovery: when the focused element is gone, the heading of its part of the page gets the focus. */
export class FocusKeeper {
  private last: { readonly element: Element; readonly section: string | null } | null = null;

  keep(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    this.last = { element: target, section: target.closest('[data-section]')?.getAttribute('data-section') ?? null };
  }

  mend(page: HTMLElement | undefined): void {
    const { last } = this;
    const idle = document.activeElement === null || document.activeElement === document.body;
    if (!page || !last || last.element.isConnected || !idle) return;
    const heading = page.querySelector<HTMLElement>(`[data-section="${last.section ?? 'status'}"] h2`);
    (heading ?? page.querySelector<HTMLElement>('[data-section="status"] h2'))?.focus();
  }
}
