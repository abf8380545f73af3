/** The measures of a card and of the lattice it lies on, in the units of all our drawings. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** A place on the lattice of a codex: the starter lies on (0, 0), x grows to the right, y grows upwards. */
export interface LatticeCell {
  readonly x: number;
  readonly y: number;
}

/** In the order in which faces list their corners. */
export const CORNERS = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const;
export type CornerName = (typeof CORNERS)[number];

/** A card, landscape, 3:2. */
export const CARD: Size = { width: 150, height: 100 };

/** How far a diagonal neighbour lies from a card. */
export const STEP = { x: 117, y: 60 } as const;

/** What two diagonal neighbours share: the part of a card that one corner takes. */
export const CORNER: Size = { width: CARD.width - STEP.x, height: CARD.height - STEP.y };

/** Where the top left point of the card on `cell` lies; drawings grow downwards, the lattice upwards. */
export function cardOrigin(cell: LatticeCell): readonly [x: number, y: number] {
  return [cell.x * STEP.x, -cell.y * STEP.y];
}

/** Where `corner` lies on its card. */
export function cornerBox(corner: CornerName): Box {
  return {
    x: corner.endsWith('left') ? 0 : STEP.x,
    y: corner.startsWith('top') ? 0 : STEP.y,
    ...CORNER,
  };
}

/** The smallest box that holds the cards on `cells`, with `margin` around; one card at (0, 0) when there are none. */
export function boundsOf(cells: Iterable<LatticeCell>, margin = 0): Box {
  const origins = [...cells].map(cardOrigin);
  const xs = origins.length ? origins.map(([x]) => x) : [0];
  const ys = origins.length ? origins.map(([, y]) => y) : [0];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    x: left - margin,
    y: top - margin,
    width: Math.max(...xs) - left + CARD.width + 2 * margin,
    height: Math.max(...ys) - top + CARD.height + 2 * margin,
  };
}
