/** The three looks of the table; one is chosen with `data-skin` on <html>, or on any part of a page. */
export const SKINS = ['parchment', 'night', 'contrast'] as const;
export type Skin = (typeof SKINS)[number];

export const isSkin = (name: unknown): name is Skin => (SKINS as readonly unknown[]).includes(name);

/** The look that the reader's system asks for. */
export function preferredSkin(matches: (query: string) => boolean = (query) => matchMedia(query).matches): Skin {
  if (matches('(prefers-contrast: more)') || matches('(forced-colors: active)')) return 'contrast';
  return matches('(prefers-color-scheme: dark)') ? 'night' : 'parchment';
}

/** Shows the page in `skin`, or, without a choice, in the one the system asks for. */
export function applySkin(skin: Skin | null): void {
  document.documentElement.dataset['skin'] = skin ?? preferredSkin();
}
