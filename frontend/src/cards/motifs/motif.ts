/**
 * A motif is a drawing in at most six inks on a field of 76 by 76 about its middle.
 *
 * - `body` paper, `tint` and `accent` the kingdom's two flat colours, `dark` ink: outlined fills
 * - `feeler`, `rod` and `bough`: limbs of paper with an outline, from thin to thick
 * - `cut` and `fine`: two weights of engraved line · `light`: a line of paper cut into dark places
 */
type Ink = 'body' | 'tint' | 'accent' | 'dark' | 'feeler' | 'rod' | 'bough' | 'cut' | 'fine' | 'light';

export type Motif = readonly (readonly [ink: Ink, path: string])[];
