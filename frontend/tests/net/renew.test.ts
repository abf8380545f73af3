import { apiUrl } from '../../src/base/addresses';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../src/base/settings.svelte';
import { account, signedIn, signedOut } from '../../src/net/account.svelte';
import { becomeGuest, guestToken } from '../../src/net/guest';
import { ask } from '../../src/net/http';

const answer = (token: string): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { headers: { 'Codex-Token': token } })));
};

beforeEach(() => {
  localStorage.clear();
  signedOut();
  localStorage.setItem('codex.guest', JSON.stringify({ token: 'guest 1', name: 'Ann' }));
  return () => vi.unstubAllGlobals();
});

describe('a token whose time is about to end', () => {
  it('is replaced by the one that an answer tells, for the guest and for the account', async () => {
    answer('guest 2');
    await ask(apiUrl('myTables'), { token: 'guest 1' });
    expect(guestToken()).toBe('guest 2');
    signedIn({ token: 'account 1', name: 'Hildegard' });
    answer('account 2');
    await ask(apiUrl('myTables'), { token: 'account 1' });
    expect(account()).toEqual({ token: 'account 2', name: 'Hildegard' });
    signedOut();
    expect(guestToken()).toBe('guest 2');
  });

  it('is not replaced by what belongs to another one', async () => {
    answer('seat 2');
    await ask(apiUrl('table', 'abc'), { token: 's.seat' });
    await ask(apiUrl('tables'));
    expect(guestToken()).toBe('guest 1');
  });

  it('is replaced where the guest takes another name, too', async () => {
    settings.name = 'Anna';
    answer('guest 2');
    expect(await becomeGuest()).toBe('guest 2');
    expect(guestToken()).toBe('guest 2');
  });
});
