/*
 * Runs in the browser, which can read pictures: shrinks what was photographed, puts it on one sheet, and compares that
 * with the sheet that is kept. A pixel differs if it lies outside of what its counterpart and the eight around it show,
 * in either direction: an edge may be drawn a little differently, but nothing may move, go, come or change its colour.
 * Another browser's letters differ here and there; what is broken differs in one place. So the worst square counts.
 */
async ({ shots, shrink, columns, kept, tolerance, square, forgiven }) => {
  const read = async (bytes, type) => createImageBitmap(await (await fetch(`data:${type};base64,${bytes}`)).blob());

  const pixels = (bitmap) => {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(bitmap, 0, 0);
    return context.getImageData(0, 0, bitmap.width, bitmap.height);
  };

  /** Each pixel becomes the average of a square. */
  const small = ({ width, height, data }) => {
    const shrunk = new ImageData(Math.floor(width / shrink), Math.floor(height / shrink));
    const [area, step] = [shrink ** 2, 4 * (width - shrink)];
    for (let y = 0, to = 0; y < shrunk.height; y++)
      for (let x = 0; x < shrunk.width; x++) {
        let [red, green, blue, from] = [0, 0, 0, 4 * shrink * (y * width + x)];
        for (let dy = 0; dy < shrink; dy++, from += step)
          for (let dx = 0; dx < shrink; dx++, from += 4) {
            red += data[from];
            green += data[from + 1];
            blue += data[from + 2];
          }
        shrunk.data[to++] = red / area;
        shrunk.data[to++] = green / area;
        shrunk.data[to++] = blue / area;
        shrunk.data[to++] = 255;
      }
    return shrunk;
  };

  const text = async (canvas) => {
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
    return new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result.split(',')[1]);
      reader.readAsDataURL(blob);
    });
  };

  /** Which pixels of `one` lie further outside of what is around their place in `other` than is forgiven. */
  const outside = (one, other) => {
    const { width, height } = one;
    const out = new Uint8Array(width * height);
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++)
        for (let byte = 4 * at; byte < 4 * at + 3; byte++) {
          const value = one.data[byte];
          if (Math.abs(value - other.data[byte]) <= tolerance) continue; // as most are: no need to look around
          let [least, most] = [255, 0];
          for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
            for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
              const around = other.data[byte + 4 * ((v - y) * width + u - x)];
              least = Math.min(least, around);
              most = Math.max(most, around);
            }
          if (Math.max(least - value, value - most) > tolerance) out[at] = 1;
        }
    return out;
  };

  /** The squares, each half over the next, in which a pixel lies. */
  const spots = (x, y) => {
    const [column, row] = [Math.floor((2 * x) / square), Math.floor((2 * y) / square)];
    return [0, 1].flatMap((left) => [0, 1].map((up) => `${column - left},${row - up}`));
  };

  const tiles = [];
  for (const shot of shots) tiles.push(small(pixels(await read(shot, 'image/jpeg'))));
  const [{ width, height }] = tiles;
  const sheet = new OffscreenCanvas(width * columns, height * Math.ceil(tiles.length / columns));
  const place = (index) => [(index % columns) * width, Math.floor(index / columns) * height];
  tiles.forEach((tile, index) => sheet.getContext('2d').putImageData(tile, ...place(index)));
  const taken = await text(sheet);
  if (kept === null) return { taken, differing: [], difference: null };

  const [now, before] = [pixels(await read(taken, 'image/webp')), pixels(await read(kept, 'image/webp'))];
  if (now.width !== before.width || now.height !== before.height)
    return { taken, differing: tiles.map(() => square ** 2), difference: taken };
  const [come, gone] = [outside(now, before), outside(before, now)];
  const marked = new ImageData(new Uint8ClampedArray(now.data), now.width, now.height);
  const differing = tiles.map((_, index) => {
    const [left, top] = place(index);
    const found = new Map();
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const at = (top + y) * now.width + left + x;
        if (!come[at] && !gone[at]) continue;
        marked.data.set([255, 0, 90, 255], 4 * at);
        for (const spot of spots(x, y)) found.set(spot, (found.get(spot) ?? 0) + 1);
      }
    return Math.max(0, ...found.values());
  });
  if (Math.max(...differing) <= forgiven) return { taken, differing, difference: null };
  const difference = new OffscreenCanvas(now.width, 3 * now.height);
  [before, now, marked].forEach((part, row) =>
    difference.getContext('2d').putImageData(part, 0, row * now.height),
  );
  return { taken, differing, difference: await text(difference) };
};
