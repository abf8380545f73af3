import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../../src/base/settings.svelte';
import { wordsFor, wordsOf } from '../../src/net/problem';
import { chooseColour, joinTable, leaveTable, openTable, rematchAddress, takeSeat } from '../../src/net/api';
import { account, signedIn, signedOut } from '../../src/net/account.svelte';
import { guestToken, keepSeat, tokenFor } from '../../src/net/guest';
import { noWishes } from '../../src/lobby/rules/rules';
import { seatAll } from '../../src/one-device/sitting';
import { TABLE } from './socket';

interface Asked {
  method: string;
  path: string;
  token: string | null;
  body: unknown;
}

let asked: Asked[];
let answers: (asked: Asked) => [status: number, body: unknown];

function server(url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  const request: Asked = {
    method: init.method ?? 'GET',
    path: url.replace('/api/v1', ''),
    token: headers.get('authorization')?.replace('Bearer ', '') ?? null,
    body: JSON.parse(String(init.body ?? 'null')),
  };
  asked.push(request);
  const [status, body] = answers(request);
  return Promise.resolve(new Response(JSON.stringify(body), { status }));
}

const problem = (status: number, code: string): [number, unknown] => [status, { status, code, facts: {} }];
const said = (): string[] => asked.map(({ method, path, token }) => `${method} ${path} ${token ?? '-'}`);

beforeEach(() => {
  localStorage.clear();
  asked = [];
  settings.name = 'Ann';
  answers = ({ path, body }) => {
    if (path === '/guests') return [201, { id: 'x', token: `token of ${(body as { name: string }).name}` }];
    return [200, { table: TABLE, viewer: 0 }];
  };
  vi.stubGlobal('fetch', server);
});

it('a colour is chosen with a seat, or later', async () => {
  await joinTable('abc', 'green');
  await chooseColour('abc', null);
  expect(said().slice(1)).toEqual([
    'POST /tables/abc/join?colour=green token of Ann',
    'PUT /tables/abc/colour token of Ann',
  ]);
  expect(asked.at(-1)?.body).toEqual({ colour: null });
});

it('those who share a device sit down with their colours', async () => {
  const people = [
    { name: 'Ann', colour: 'yellow' },
    { name: 'Bob', colour: null },
    { name: 'Cas', colour: 'blue' },
  ] as const;
  expect(await seatAll(people, noWishes('fr'))).toBe('abc');
  const opened = asked.find(({ path }) => path === '/tables');
  expect(opened?.body).toEqual({ seats: 3, ...noWishes('fr'), colour: 'yellow' });
  expect(said().slice(-2)).toEqual([
    'POST /tables/abc/join token of Bob',
    'POST /tables/abc/join?colour=blue token of Cas',
  ]);
});

describe('an account', () => {
  beforeEach(() => signedIn({ token: 'token of Hildegard', name: 'Hildegard' }));
  afterEach(() => signedOut());

  it('acts instead of the guest, whatever name is in the settings', async () => {
    await openTable({ seats: 2 });
    expect(said()).toEqual(['POST /tables token of Hildegard']);
    signedOut();
    await joinTable('abc');
    expect(said().slice(1)).toEqual(['POST /guests -', 'POST /tables/abc/join token of Ann']);
  });

  it('is left when the server does not know it any more, and nobody acts in its place', async () => {
    answers = () => problem(401, 'token.invalid');
    await expect(openTable({ seats: 2 })).rejects.toMatchObject({ code: 'account.none' });
    expect(account()).toBeNull();
    expect(said()).toEqual(['POST /tables token of Hildegard']);
  });

  it('is the same in every window', () => {
    localStorage.setItem('codex.account', JSON.stringify({ token: 'another', name: 'Roswitha' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'codex.account' }));
    expect(account()?.name).toBe('Roswitha');
  });
});

describe('a guest', () => {
  it('is made once, when first needed', async () => {
    await openTable({ seats: 2 });
    await joinTable('abc');
    expect(said()).toEqual(['POST /guests -', 'POST /tables token of Ann', 'POST /tables/abc/join token of Ann']);
    expect(guestToken()).toBe('token of Ann');
  });

  it('is made once, even if two things need one at the same time', async () => {
    await Promise.all([openTable({ seats: 2 }), joinTable('abc')]);
    expect(said()).toEqual(['POST /guests -', 'POST /tables token of Ann', 'POST /tables/abc/join token of Ann']);
  });

  it('that could not be made is made the next time', async () => {
    const usual = answers;
    answers = () => problem(429, 'rate.limited');
    await expect(openTable({ seats: 2 })).rejects.toMatchObject({ code: 'rate.limited' });
    answers = usual;
    await openTable({ seats: 2 });
    expect(said()).toEqual(['POST /guests -', 'POST /guests -', 'POST /tables token of Ann']);
  });

  it('without a name gets one', async () => {
    settings.name = '  ';
    await openTable({ seats: 2 });
    expect(asked[0]?.body).toEqual({ name: 'Guest' });
  });

  it('may take another name', async () => {
    await openTable({ seats: 2 });
    settings.name = 'Bea';
    asked = [];
    await openTable({ seats: 2 });
    expect(said()).toEqual(['PATCH /guests/me token of Ann', 'POST /tables token of Ann']);
    expect(asked[0]?.body).toEqual({ name: 'Bea' });
  });

  it('whom the server forgot is made anew', async () => {
    await openTable({ seats: 2 });
    settings.name = 'Ann';
    const usual = answers;
    let forgotten = true;
    answers = (request) => {
      if (request.path === '/tables' && forgotten) {
        forgotten = false;
        return problem(401, 'token.invalid');
      }
      return usual(request);
    };
    asked = [];
    await openTable({ seats: 2 });
    expect(asked.map(({ path }) => path)).toEqual(['/tables', '/guests', '/tables']);
  });
});

describe('a seat', () => {
  it('taken back by its link is played with its own key, there only', async () => {
    expect(await takeSeat('abc', 's.key')).toBe(true);
    await leaveTable('abc');
    expect(asked[1]?.token).toBe('s.key');
    expect(tokenFor('other')).toBeNull();
  });

  it('that the link does not open is not kept', async () => {
    answers = () => [200, { table: TABLE, viewer: null }];
    expect(await takeSeat('abc', 's.wrong')).toBe(false);
    expect(tokenFor('abc')).toBeNull();
  });

  it('goes along to a rematch', () => {
    keepSeat('abc', 's.key');
    expect(rematchAddress('abc', 'next')).toBe('/t/next');
    expect(tokenFor('next')).toBe('s.key');
  });
});

describe('a refusal', () => {
  it('has words', async () => {
    answers = () => problem(409, 'table.full');
    const error: unknown = await joinTable('abc').catch((thrown: unknown) => thrown);
    expect(wordsOf(error)).toBe('Every seat is taken. You may watch.');
  });

  it('of the rules has the words of the rules', () => {
    expect(wordsFor('illegal.not_your_turn')).not.toContain('illegal');
  });

  it('that nobody has words for is named by its code', () => {
    expect(wordsFor('brand.new')).toBe('That did not work (brand.new).');
  });

  it('by silence says that the server does not answer', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed')));
    const error: unknown = await openTable({ seats: 1, solo: 'easy' }).catch((thrown: unknown) => thrown);
    expect(wordsOf(error)).toContain('does not answer');
  });

  it('that breaks off is no answer', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"table": "ab', { status: 200 })));
    const error: unknown = await openTable({ seats: 1, solo: 'easy' }).catch((thrown: unknown) => thrown);
    expect(wordsOf(error)).toContain('does not answer');
  });

  it('that is no answer of ours is the server’s fault', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html>bad gateway', { status: 502 })));
    const error: unknown = await openTable({ seats: 1, solo: 'easy' }).catch((thrown: unknown) => thrown);
    expect(wordsOf(error)).toContain('went wrong on the server');
  });
});
