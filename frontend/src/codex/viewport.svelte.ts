import { CARD, type Box, type Size } from '../cards/geometry';
import {
  between,
  boundsOfCells,
  boundsOfMiddles,
  contains,
  fitBox,
  clampBox,
  moveBox,
  sameBox,
  scaleBox,
  type Point,
} from './geometry';
import type { Cell } from '../net/types';

const MARGIN = 26;
/** When fitting no card is drawn larger than this many pixels a unit: it grows with the room, between two bounds. */
const FIT_SCALE = { least: 1.45, most: 2.4, room: { width: 480, height: 330 } };
/**
 * Where cards would be narrower than 60 pixels, the open cells around a codex are shown by half, which leaves their
 * points to be read and room to press them.
 */
const LEAST_SCALE = 60 / CARD.width;
const NARROW_MARGIN = 8;
/** Nor is any outside these when zooming by hand. */
const SCALES = { least: 0.12, most: 4 };
const SETTLE_MS = 220;
/** Maximum part of the outermost cards that may be cut off for a moment so that none moves, in units of the drawing. */
const SLACK = 34;
/** The same while a card is taken up: a finger is on its way to a cell. */
const STEADY_SLACK = 54;
/** How much of the drawing about the middle of each open cell stays in sight whatever is cut off: enough to press it. */
const PRESSED = 8;

function fitScale({ width, height }: Size): number {
  const { least, most, room } = FIT_SCALE;
  return Math.min(most, Math.max(least, Math.min(width / room.width, height / room.height)));
}

const ease = (part: number): number => 1 - (1 - part) ** 3;

/**
 * The visible part of a codex. While it moves only a transform changes, so that eighty cards follow a finger. When it
 * rests and its size has changed, the viewBox takes over and everything is drawn sharp; after mere motion it is sharp
 * already.
 */
export class Viewport {
  /** Box for which the drawing was made. */
  drawn = $state.raw<Box>({ x: -75, y: -50, width: 300, height: 200 });
  /** Box that the reader is to see. */
  wanted = $state.raw<Box>({ x: -75, y: -50, width: 300, height: 200 });
  /** Whether the view is moving. */
  moving = $state(false);
  /** Whether the reader chose this part, so that it is not changed without need. */
  byHand = $state(false);

  private size: Size = { width: 0, height: 0 };
  private top = 0;
  /** Whether a card is lifted: meanwhile changes of the layout move no card. */
  steady = false;
  private staying = false;
  private cells: readonly Cell[] = [];
  private cards: readonly Cell[] = [];
  private frame = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly still: () => boolean) {}

  get viewBox(): string {
    const { x, y, width, height } = this.drawn;
    return `${x} ${y} ${width} ${height}`;
  }

  /** Transform from the drawn box to the wanted one; empty if they are equal. */
  get transform(): string {
    const { drawn, wanted, size } = this;
    if (drawn === wanted || !size.width) return 'none';
    const pixels = size.width / wanted.width;
    const [dx, dy] = [(drawn.x - wanted.x) * pixels, (drawn.y - wanted.y) * pixels];
    return `translate(${dx}px, ${dy}px) scale(${drawn.width / wanted.width})`;
  }

  /** Pixels that one unit of the drawing takes. */
  get scale(): number {
    return this.size.width / this.wanted.width;
  }

  /** The layout changes without the reader's doing: keep all cards where they are on the screen. */
  stay(): void {
    this.staying = true;
  }

  /** Take in the size of the room and its distance in pixels from the top of the window. */
  resize(size: Size, top: number): void {
    if (!size.width || !size.height) return;
    const box = this.there(size, top) ?? this.fitChosen(size);
    this.size = size;
    this.top = top;
    this.staying = false;
    this.show(box ?? this.whole(), false);
  }

  /** The codex has these cards and open cells now. If it grows it stays in sight, as the reader chose it if they did. */
  hold(cards: readonly Cell[], open: readonly Cell[] = []): void {
    const cells = [...cards, ...open];
    const differs = (now: readonly Cell[], before: readonly Cell[]): boolean =>
      !sameBox(boundsOfCells(now, 0), boundsOfCells(before, 0));
    const grows = differs(cells, this.cells) || differs(cards, this.cards);
    this.cells = cells;
    this.cards = cards;
    if (!this.size.width || !grows) return;
    if (this.byHand ? !contains(this.wanted, boundsOfCells(cells, 0)) : !this.fits()) this.fit();
  }

  fit(animate = true): void {
    this.byHand = false;
    this.show(this.whole(), animate);
  }

  zoom(factor: number, at: Point = this.middle(), animate = false): void {
    const width = this.wanted.width / factor;
    const least = this.size.width / SCALES.most;
    const most = this.size.width / SCALES.least;
    const allowed = Math.min(Math.max(width, least), most) / this.wanted.width;
    this.byHand = true;
    this.show(this.clampToCells(scaleBox(this.wanted, allowed, at)), animate);
  }

  /** Move the view by pixels. */
  pan(dx: number, dy: number, animate = false): void {
    this.byHand = true;
    this.show(this.clampToCells(moveBox(this.wanted, dx / this.scale, dy / this.scale)), animate);
  }

  /** The point of the drawing under a point of the element. */
  at(point: Point): Point {
    return { x: this.wanted.x + point.x / this.scale, y: this.wanted.y + point.y / this.scale };
  }

  /** Where a point of the drawing is in the element, in pixels. */
  on(point: Point): Point {
    return { x: (point.x - this.wanted.x) * this.scale, y: (point.y - this.wanted.y) * this.scale };
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.rest);
  }

  /** Whether the reader sees just the whole codex already, but for less than a pixel. */
  private fits(): boolean {
    const [box, { wanted }] = [this.whole(), this];
    const off = Math.max(...(['x', 'y', 'width', 'height'] as const).map((side) => Math.abs(box[side] - wanted[side])));
    return !this.moving && off * this.scale < 1;
  }

  /** The part that leaves all cards where they are on the screen, if that is asked for and shows the whole codex. */
  private there(size: Size, top: number): Box | null {
    if (!(this.staying || this.steady) || size.width !== this.size.width) return null;
    const { wanted, scale } = this;
    const box = { ...wanted, y: wanted.y + (top - this.top) / scale, height: size.height / scale };
    const slack = this.steady ? STEADY_SLACK : SLACK;
    return contains(box, this.inSight(-slack)) && contains(box, boundsOfMiddles(this.cells, PRESSED / 2)) ? box : null;
  }

  /** The part that the reader chose, about its middle in the new shape. */
  private fitChosen(size: Size): Box | null {
    if (!this.byHand || !this.size.width) return null;
    const { wanted } = this;
    const height = (wanted.width * size.height) / size.width;
    return { ...wanted, y: wanted.y + (wanted.height - height) / 2, height };
  }

  private whole(): Box {
    const { size } = this;
    return this.halved
      ? fitBox(this.inSight(NARROW_MARGIN), size, LEAST_SCALE)
      : fitBox(this.inSight(MARGIN), size, fitScale(size));
  }

  /** Whether open cells are shown by half. */
  private get halved(): boolean {
    const { width, height } = boundsOfCells(this.cells, MARGIN);
    return Math.min(this.size.width / width, this.size.height / height) < LEAST_SCALE;
  }

  /** The box around all that is to be in sight. */
  private inSight(margin: number): Box {
    const cells = boundsOfCells(this.cells, margin);
    return this.halved ? between(boundsOfCells(this.cards, margin), cells, 0.5) : cells;
  }

  private middle(): Point {
    const { x, y, width, height } = this.wanted;
    return { x: x + width / 2, y: y + height / 2 };
  }

  private clampToCells(box: Box): Box {
    return clampBox(box, boundsOfCells(this.cells, 0));
  }

  private show(box: Box, animate: boolean): void {
    this.stop();
    this.moving = true;
    if (!animate || this.still()) {
      this.wanted = box;
      if (this.byHand) this.rest = setTimeout(() => this.settle(), SETTLE_MS);
      else this.settle();
      return;
    }
    const from = this.wanted;
    const began = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, Math.max(0, now - began) / SETTLE_MS);
      this.wanted = part === 1 ? box : between(from, box, ease(part));
      if (part === 1) this.settle();
      else this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }

  private settle(): void {
    this.moving = false;
    if (this.wanted.width === this.drawn.width && this.wanted.height === this.drawn.height)
      this.wanted = this.onPixels();
    else this.drawn = this.wanted;
  }

  /** The wanted box, aligned so that the drawing's pixels fall on those of the screen. */
  private onPixels(): Box {
    const grid = this.scale * (globalThis.devicePixelRatio ?? 1);
    const whole = (from: number, to: number): number => from + Math.round((to - from) * grid) / grid;
    const { drawn, wanted } = this;
    return { ...wanted, x: whole(drawn.x, wanted.x), y: whole(drawn.y, wanted.y) };
  }
}
