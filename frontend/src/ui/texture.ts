/** What the desk is made of, as paths: tiles of quarter-sawn oak and of vellum that join without a seam. */

/** The side of a tile, in pixels at the size of a small window. */
export const OAK = { width: 640, height: 420 } as const;
export const VELLUM = { width: 360, height: 360 } as const;
/** Planks lie lengthwise; a tile holds this many. */
const PLANKS = 3;
const GRAINS = 17;

const round = (value: number): number => Math.round(value * 10) / 10;

/** A number from 0 to 1 that depends only on `seed` (an integer hash after Wang). */
function chance(seed: number): number {
  let hash = Math.imul(seed ^ 61 ^ (seed >>> 16), 9);
  hash = Math.imul(hash ^ (hash >>> 4), 0x27d4eb2d);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}

/** A line of the grain across the tile: a sum of two sines with the tile's width as their period, so that ends meet. */
function grain(y: number, seed: number): string {
  const [slow, quick] = [1.2 + 3 * chance(seed), 0.5 + chance(seed + 1)];
  const [first, second] = [chance(seed + 2) * 7, chance(seed + 3) * 7];
  const STEPS = 10;
  const at = (step: number): string => {
    const turn = (2 * Math.PI * step) / STEPS;
    return `${(OAK.width / STEPS) * step} ${round(y + slow * Math.sin(turn + first) + quick * Math.sin(2 * turn + second))}`;
  };
  const [start, ...rest] = Array.from({ length: STEPS + 1 }, (_, step) => at(step));
  return `M${start}L${rest.join(' ')}`;
}

/** A fleck of the rays, where the saw went along them: a lens that leans. */
function fleck(seed: number): string {
  const [x, y] = [chance(seed) * OAK.width, chance(seed + 1) * OAK.height];
  const [length, lean] = [10 + 26 * chance(seed + 2), 2 + 5 * chance(seed + 3)];
  return `M${round(x)} ${round(y)}q${round(length / 2)} ${round(-lean - 1.6)} ${round(length)} ${round(-lean)}q${round(-length / 2)} ${round(lean + 1.6)} ${round(-length)} ${round(lean)}Z`;
}

const many = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('');

const PLANK = OAK.height / PLANKS;

/** Grain lines of two weights, by whether `index` is odd. */
const grains = (odd: number): string =>
  many(PLANKS * GRAINS, (index) => {
    const y = Math.floor(index / GRAINS) * PLANK + ((index % GRAINS) + 0.6 * chance(index * 7 + 5)) * (PLANK / GRAINS);
    return index % 2 === odd ? grain(y + 2, index * 11 + 3) : '';
  });

export const OAK_GRAIN = grains(0);
export const OAK_FINE = grains(1);
export const OAK_FLECKS = many(64, (index) => fleck(index * 13 + 7));
/** Where two planks meet, and where one ends. */
export const OAK_SEAMS = many(PLANKS, (plank) => {
  const y = plank * PLANK;
  return `M0 ${y}H${OAK.width}M${round(chance(plank + 90) * OAK.width)} ${y}v${PLANK}`;
});

/** The follicles that are left in a skin, in small herds. */
export const VELLUM_PORES = many(150, (index) => {
  const herd = Math.floor(index / 10) * 17;
  const x = chance(herd) * VELLUM.width + 44 * (chance(index * 3 + 1) - 0.5);
  const y = chance(herd + 1) * VELLUM.height + 30 * (chance(index * 3 + 2) - 0.5);
  return `M${round(Math.min(Math.max(x, 1), VELLUM.width - 1))} ${round(Math.min(Math.max(y, 1), VELLUM.height - 1))}h.01`;
});
/** The few veins that shine through it. */
export const VELLUM_VEINS = many(6, (index) => {
  const [x, y] = [30 + chance(index + 40) * (VELLUM.width - 130), 30 + chance(index + 50) * (VELLUM.height - 90)];
  const bend = 26 * (chance(index + 60) - 0.5);
  return `M${round(x)} ${round(y)}q20 ${round(bend)} 42 ${round(bend / 2)}t34 ${round(bend)}m-40 ${round(-bend)}q10 14 26 18`;
});
