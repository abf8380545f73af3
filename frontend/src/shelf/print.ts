/** Prints of a finished codex, drawn by the server: addresses, saving and sharing. */
import { apiUrl } from '../base/addresses';

export const SHAPES = ['film', 'landscape', 'portrait'] as const;
export type Shape = (typeof SHAPES)[number];

/** Address of the print of the codex on `seat`, with its words in `locale`. */
export function printAddress(table: string, seat: number, shape: Shape, locale: string): string {
  if (shape === 'film') return `${apiUrl('codexFilm', table, seat)}?lang=${locale}`;
  return `${apiUrl('codexPrint', table, seat)}?shape=${shape}&lang=${locale}`;
}

/** Data for the device's share sheet: the picture if it takes files, else only the link. */
export function parcel(picture: File, text: string, url: string): ShareData {
  const whole = { files: [picture], text: `${text} ${url}` };
  return navigator.canShare?.(whole) ? whole : { text, url };
}

/** Fetch a print as a file; throws where the server cannot draw it now. */
export async function fetchPrint(address: string, name: string): Promise<File> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return new File([await answer.blob()], name, { type: 'image/png' });
}
