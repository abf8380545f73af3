/**
 * Device tokens, which show the server that this browser has signed in to an account before, so that strangers' wrong
 * attempts do not count against it. They grant no access, so they stay after signing out.
 */
import { recallJson, remember } from '../base/memory';

const KEY = 'codex.devices';
const MOST = 8;

type Kept = readonly (readonly [name: string, token: string])[];

const plain = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

function readDevices(): Kept {
  const found = recallJson(KEY);
  const pairs = Array.isArray(found) ? (found as readonly unknown[]) : [];
  return pairs.filter(
    (pair): pair is Kept[number] =>
      Array.isArray(pair) && pair.length === 2 && pair.every((one) => typeof one === 'string'),
  );
}

/** The device token for the account of `name`, if any. */
export const deviceAt = (name: string): string | null =>
  readDevices().find(([known]) => known === plain(name))?.[1] ?? null;

/** Store a session's device token; of other accounts the last few stay. */
export function keepDevice(name: string, token: string): void {
  const others = readDevices().filter(([known]) => known !== plain(name));
  remember(KEY, JSON.stringify([[plain(name), token], ...others].slice(0, MOST)));
}
