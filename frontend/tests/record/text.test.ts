/** Texts of files, in the encodings that programs write. */
import { expect, it } from 'vitest';
import { readText } from '../../src/record/text';

const TEXT = '{"seed":"Zoë"}';
const wide = (little: boolean): ArrayBuffer => {
  const view = new DataView(new ArrayBuffer(2 * TEXT.length + 2));
  [...`\ufeff${TEXT}`].forEach((letter, at) => view.setUint16(2 * at, letter.charCodeAt(0), little));
  return view.buffer;
};

it.each([
  ['UTF-8', TEXT],
  ['UTF-8 with a mark', `\ufeff${TEXT}`],
  ['UTF-16, as Windows writes', wide(true)],
  ['UTF-16, the other way round', wide(false)],
])('is read from %s', async (_, written) => {
  expect(await readText(new Blob([written]))).toBe(TEXT);
});
