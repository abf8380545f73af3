/** Skins of the table, chosen with `data-skin` on <html>, or on any part of a page. */
export const SKINS = ['parchment', 'day', 'night', 'contrast'] as const;
export type Skin = (typeof SKINS)[number];

export const isSkin = (name: unknown): name is Skin => (SKINS as readonly unknown[]).includes(name);

const SYSTEM = {
  contrast: ['(prefers-contrast: more)', '(forced-colors: active)'],
  night: ['(prefers-color-scheme: dark)'],
} as const;

const systemSays = (query: string): boolean => window.matchMedia?.(query)?.matches ?? false;

/** Whether the system chooses all colours: no choice in here stands above that. */
export const forcedColours = (): boolean => systemSays('(forced-colors: active)');

/** The look that the reader's system asks for. */
export function preferredSkin(says: (query: string) => boolean = systemSays): Skin {
  if (SYSTEM.contrast.some(says)) return 'contrast';
  return SYSTEM.night.some(says) ? 'night' : 'parchment';
}

/** Calls `changed` whenever the system may ask for another look. */
export function onSystemSkin(changed: () => void): void {
  for (const query of [...SYSTEM.contrast, ...SYSTEM.night]) {
    window.matchMedia?.(query)?.addEventListener('change', changed);
  }
}

/** Shows the page in `skin`, or, without a choice, in the one the system asks for. */
export function applySkin(skin: Skin | null): void {
  document.documentElement.dataset['skin'] = skin ?? preferredSkin();
}
