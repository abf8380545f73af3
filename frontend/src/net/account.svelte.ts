/** The account this browser is signed in to: its token and its name. */
import { onRemembered, recallJson, remember } from '../base/memory';

interface Kept {
  readonly token: string;
  readonly name: string;
}

const KEY = 'codex.account';

function recallAccount(): Kept | null {
  const found = recallJson(KEY) as Partial<Kept> | null;
  return typeof found?.token === 'string' && typeof found.name === 'string' ? (found as Kept) : null;
}

let kept = $state.raw(recallAccount());

// What one window does holds for all.
onRemembered(KEY, () => (kept = recallAccount()));

/** The account this browser is signed in to, or null. */
export const account = (): Kept | null => kept;

export function signedIn({ token, name }: Kept): void {
  kept = { token, name };
  remember(KEY, JSON.stringify(kept));
}

export function signedOut(): void {
  kept = null;
  remember(KEY, null);
}

/** The server gives a new token in the place of `before`; returns whether that was the account's. */
export function renewedAccount(before: string, token: string): boolean {
  const own = kept?.token === before;
  if (own && kept) signedIn({ ...kept, token });
  return own;
}

/** The server does not know `token` any more; returns whether it was the account's. */
export function forgetToken(token: string): boolean {
  const own = kept?.token === token;
  if (own) signedOut();
  return own;
}
