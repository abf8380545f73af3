/** Check that the deal of a finished game is the one sealed when its table opened. See docs/reference/records.md. */

import { sha256 } from '@noble/hashes/sha2.js';

interface Deal {
  readonly seats: readonly { readonly starter: number; readonly hand: unknown; readonly objectives: unknown }[];
  readonly market: { readonly resource: unknown; readonly gold: unknown };
  readonly common_objectives: unknown;
  readonly decks: { readonly resource: unknown; readonly gold: unknown; readonly objective: unknown };
  readonly tybor: unknown;
}

/** Deal of a record. */
export interface Sealed {
  readonly deal: Deal;
  readonly seal?: { readonly commitment: string; readonly salt: string; readonly lot: readonly number[] };
}

/**
 * `genuine`: the seal is the one this browser saw before the end; `unseen`: the seal fits, but we saw none to compare it
 * with; `foreign`: it fits, but is another one; `broken`: another deal was sealed; `none`: no deal was.
 */
export type Verdict = 'genuine' | 'unseen' | 'foreign' | 'broken' | 'none';

/** The hashed text, with its fields in the order of the record format. */
export function sealedText({ deal, seal }: Sealed): string {
  const { market, decks } = deal;
  return JSON.stringify({
    salt: seal?.salt,
    lot: seal?.lot,
    deal: {
      seats: deal.seats.map(({ starter, hand, objectives }) => ({ starter, hand, objectives })),
      market: { resource: market.resource, gold: market.gold },
      common_objectives: deal.common_objectives,
      decks: { resource: decks.resource, gold: decks.gold, objective: decks.objective },
      tybor: deal.tybor,
    },
  });
}

/** The browser's own cryptography, which it lends to pages at a secure address only, whatever the types say. */
const browserCrypto = (): SubtleCrypto | null => (crypto as Partial<Crypto>).subtle ?? null;

/** The SHA-256 of `text` in hexadecimal. */
export async function digestOf(text: string, subtle = browserCrypto()): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const digest = subtle ? new Uint8Array(await subtle.digest('SHA-256', bytes)) : sha256(bytes);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Check a record against the commitment this browser `saw` before the end, if it did. */
export async function verdictOn(record: Sealed, saw: string | null): Promise<Verdict> {
  if (!record.seal) return saw === null ? 'none' : 'foreign';
  if ((await digestOf(sealedText(record))) !== record.seal.commitment) return 'broken';
  if (saw === null) return 'unseen';
  return saw === record.seal.commitment ? 'genuine' : 'foreign';
}

/** The beginning of a commitment, in groups that can be read out. */
export const spellOut = (commitment: string): string => (commitment.slice(0, 16).match(/.{4}/g) ?? []).join(' ');
