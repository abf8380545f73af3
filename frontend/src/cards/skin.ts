/** The three looks of the table; one is chosen with `data-skin` on <html>, or on any part of a page. */
export const SKINS = ['parchment', 'night', 'contrast'] as const;
export type Skin = (typeof SKINS)[number];
