/** The motifs and knots that the page shows: each is drawn once, when a card first calls for it. Most games never see them all. */

import type { Attachment } from 'svelte/attachments';
import type { Kingdom } from './catalogue';
import { knotDef, motifDef } from './defs';
import { MOTIFS } from './motifs';

const called = new Map<string, string>();
const places = new Set<SVGDefsElement>();

const join = (place: SVGDefsElement, drawn: string): void => place.insertAdjacentHTML('beforeend', drawn);

function call(id: string, draw: () => string): string {
  if (!called.has(id)) {
    const drawn = draw();
    called.set(id, drawn);
    for (const place of places) join(place, drawn);
  }
  return `#${id}`;
}

/** Reference for `use` to the motif `index` of a kingdom, which is added to the page's shared definitions. */
export function creature(kingdom: Kingdom, index: number): string {
  const id = `motif-${kingdom}-${index}`;
  return call(id, () => motifDef(id, MOTIFS[kingdom][index]?.() ?? []));
}

/** Reference for `use` to the knotwork of a back, about the middle of its card. */
export function knotwork(kingdom: Kingdom, variant: number): string {
  const id = `knot-${kingdom}-${variant}`;
  return call(id, () => knotDef(id, kingdom, variant));
}

/** Makes an element the container of requested motifs. */
export const callable: Attachment<SVGDefsElement> = (place) => {
  join(place, [...called.values()].join(''));
  places.add(place);
  return () => places.delete(place);
};
