/**
 * Export of a drawing as a file. Every symbol is expanded where it is used, every style becomes a plain attribute,
 * repeated parts are kept once, and fonts are embedded: every program shows it the same.
 */

const NS = 'http://www.w3.org/2000/svg';
const DROPPED = /^(class|style|id|role|tabindex|href|focusable|xmlns|aria-.*|data-.*|font-size|overflow)$/;
const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polygon', 'polyline', 'text']);

/** Styles that become attributes, with their defaults. */
const PAINT: readonly (readonly [name: string, usual: string])[] = [
  ['fill', 'rgb(0, 0, 0)'],
  ['fill-opacity', '1'],
  ['stroke', 'none'],
  ['stroke-width', '1px'],
  ['stroke-opacity', '1'],
  ['stroke-linecap', 'butt'],
  ['stroke-linejoin', 'miter'],
  ['stroke-dasharray', 'none'],
  ['opacity', '1'],
];
const LETTERS: readonly (readonly [name: string, usual: string])[] = [
  ['font-family', ''],
  ['font-size', ''],
  ['font-weight', '400'],
  ['font-variant-numeric', 'normal'],
  ['text-anchor', 'start'],
];

const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** A colour as every program reads it: mixed ones are computed to `color(srgb …)`, which few know. */
const plainColour = (value: string): string =>
  value.replace(/^color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)$/, (_, ...parts: string[]) => {
    const [red, green, blue] = parts.slice(0, 3).map((part) => Math.round(Number(part) * 255));
    return `rgb(${red}, ${green}, ${blue})`;
  });

const attribute = (name: string, value: string): string => ` ${name}="${escapeText(value)}"`;

/** Transform of the content of a `use`: its place, and for a symbol its size. */
function placeOf(use: Element, shown: Element): string {
  const number = (name: string): number => Number(use.getAttribute(name) ?? 0);
  const parts = [use.getAttribute('transform') ?? ''];
  if (number('x') || number('y')) parts.push(`translate(${number('x')} ${number('y')})`);
  if (shown.localName === 'symbol') {
    const [x = 0, y = 0, width = 1, height = 1] = (shown.getAttribute('viewBox') ?? '').split(' ').map(Number);
    const scale = Math.min(number('width') / width, number('height') / height);
    parts.push(`scale(${+scale.toFixed(5)})`, `translate(${-x} ${-y})`);
  }
  return parts.filter(Boolean).join(' ');
}

/** Expand every `use` of a live drawing, so that each part has the styles of its place. */
function drawOut(drawing: Element, page: ParentNode): void {
  for (let use = drawing.querySelector('use'); use; use = drawing.querySelector('use')) {
    const shown = page.querySelector(use.getAttribute('href') ?? '#');
    const group = document.createElementNS(NS, 'g');
    for (const { name, value } of use.attributes)
      if (name === 'class' || name === 'style') group.setAttribute(name, value);
    if (shown) {
      group.setAttribute('transform', placeOf(use, shown));
      group.dataset['shared'] = '';
      const copy = shown.cloneNode(true) as Element;
      if (shown.localName === 'symbol') group.append(...copy.childNodes);
      else group.append(copy);
    }
    use.replaceWith(group);
  }
}

/** Drawings that share parts: each as markup that refers to `defs` with `<use href="#…"/>`. */
interface Apart {
  readonly defs: Readonly<Record<string, string>>;
  readonly parts: readonly string[];
}

/** Serializes a live drawing, keeping repeated parts only once. */
class Writer {
  readonly fonts = new Set<string>();
  private readonly shared = new Map<string, { id: string; uses: number }>();

  write(drawing: SVGSVGElement): string {
    const { x, y, width, height } = drawing.viewBox.baseVal;
    const title = drawing.querySelector('title')?.textContent ?? '';
    const body = [...drawing.children].map((child) => this.part(child)).join('');
    const often = [...this.shared].filter(([, { uses }]) => uses > 1);
    const defs = often.map(([markup, { id }]) => `<g id="${id}">${markup}</g>`).join('');
    const size = `viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}"`;
    return this.fillPlaces(
      `<svg xmlns="${NS}" ${size}><title>${escapeText(title)}</title><defs>${defs}</defs>${body}</svg>`,
    );
  }

  /** The children of a live drawing, and their shared parts by id. */
  writeApart(drawing: SVGSVGElement): Apart {
    const bodies = [...drawing.children].map((child) => this.part(child));
    const often = [...this.shared].filter(([, { uses }]) => uses > 1);
    return {
      defs: Object.fromEntries(often.map(([markup, { id }]) => [id, this.fillPlaces(markup)])),
      parts: bodies.map((body) => this.fillPlaces(body)),
    };
  }

  private part(element: Element): string {
    if (SHAPES.has(element.localName)) return this.shape(element);
    if (element.localName !== 'g') return '';
    const inner = [...element.children].map((child) => this.part(child)).join('');
    if (!inner) return '';
    const { opacity } = getComputedStyle(element);
    if (opacity === '0') return '';
    const kept = this.keepAttributes(element) + (opacity === '1' ? '' : attribute('opacity', opacity));
    return element instanceof SVGElement && 'shared' in element.dataset
      ? this.once(kept, inner)
      : `<g${kept}>${inner}</g>`;
  }

  /** A possibly repeated part: a placeholder for it, filled in at the end. */
  private once(kept: string, inner: string): string {
    const known = this.shared.get(inner) ?? { id: `s${this.shared.size}`, uses: 0 };
    known.uses += 1;
    this.shared.set(inner, known);
    return `<g${kept}>\u0000${known.id}\u0000</g>`;
  }

  /** Placeholders filled: with a reference if the contents are repeated, otherwise with the contents. */
  private fillPlaces(markup: string): string {
    const byId = new Map([...this.shared].map(([inner, { id, uses }]) => [id, { inner, uses }]));
    const fill = (text: string): string =>
      text.replace(/\0(s\d+)\0/g, (_, id: string) => {
        const found = byId.get(id);
        if (!found) return '';
        return found.uses > 1 ? `<use href="#${id}"/>` : fill(found.inner);
      });
    return fill(markup);
  }

  private shape(element: Element): string {
    const style = getComputedStyle(element);
    const invisible = (paint: string): boolean =>
      style.getPropertyValue(paint) === 'none' || style.getPropertyValue(`${paint}-opacity`) === '0';
    if (style.opacity === '0' || (invisible('fill') && invisible('stroke'))) return '';
    const text = element.localName === 'text';
    const names = text ? [...PAINT, ...LETTERS] : PAINT;
    const painted = names.map(([name, usual]) => {
      const value = plainColour(style.getPropertyValue(name));
      return value && value !== usual ? attribute(name, value) : '';
    });
    if (text) this.fonts.add(`${style.fontFamily.split(',')[0]?.replace(/["']/g, '').trim()}|${style.fontWeight}`);
    const open = `<${element.localName}${this.keepAttributes(element)}${painted.join('')}`;
    return text ? `${open}>${escapeText(element.textContent ?? '')}</text>` : `${open}/>`;
  }

  private keepAttributes(element: Element): string {
    return [...element.attributes]
      .filter(({ name, value }) => !DROPPED.test(name) && !PAINT.some(([paint]) => paint === name) && value)
      .map(({ name, value }) => attribute(name, value))
      .join('');
  }
}

/** The `@font-face` rule of this page, with the font embedded. */
async function fontRule(family: string, weight: string): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const face = rules.find(
    (rule): rule is CSSFontFaceRule =>
      rule instanceof CSSFontFaceRule &&
      rule.style.getPropertyValue('font-family').replace(/["']/g, '') === family &&
      rule.style.getPropertyValue('font-weight') === weight &&
      rule.style.getPropertyValue('font-style') !== 'italic',
  );
  const address = /url\("?([^")]+)"?\)/.exec(face?.style.getPropertyValue('src') ?? '')?.[1];
  if (!address) return '';
  const bytes = new Uint8Array(
    await (await fetch(new URL(address, face?.parentStyleSheet?.href ?? location.href))).arrayBuffer(),
  );
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${btoa(binary)}) format('woff2')}`;
}

/** The markup of a file that shows `drawing`, which must be on the page, as it looks now. It expands the drawing. */
export async function standalone(drawing: SVGSVGElement): Promise<string> {
  drawOut(drawing, document);
  const writer = new Writer();
  const markup = writer.write(drawing);
  const fonts = await Promise.all([...writer.fonts].map((font) => fontRule(...(font.split('|') as [string, string]))));
  return markup.replace('<defs>', `<style>${fonts.join('')}</style><defs>`);
}

/** The children of `drawing`, which must be on the page, as drawings of their own. They are drawn out on the way. */
export function apart(drawing: SVGSVGElement): Apart {
  drawOut(drawing, document);
  return new Writer().writeApart(drawing);
}

const LARGEST = 8_192;

/** The same drawing as pixels, twice as large, or as large as a browser can. */
export async function pixels(markup: string): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([markup], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const scale = Math.min(2, LARGEST / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
