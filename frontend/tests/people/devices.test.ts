import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signedOut } from '../../src/net/account.svelte';
import { deviceAt, keepDevice } from '../../src/net/devices';
import { signIn } from '../../src/people/api';

beforeEach(() => {
  localStorage.clear();
  signedOut();
  return () => vi.unstubAllGlobals();
});

describe('a device that signed in before', () => {
  it('is known at the next sign-in to the same account, however its name is typed', async () => {
    const asked: unknown[] = [];
    vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
      asked.push(JSON.parse(body));
      return Promise.resolve(Response.json({ id: '1', name: 'Ann', token: 'token', device: 'd.1' }));
    });
    await signIn('Ann', 'secret');
    signedOut();
    await signIn(' ANN', 'secret');
    expect(asked).toEqual([
      { name: 'Ann', password: 'secret', device: null },
      { name: ' ANN', password: 'secret', device: 'd.1' },
    ]);
    expect(deviceAt('Bob')).toBeNull();
  });

  it('remembers the last few accounts, and survives what others wrote there', () => {
    for (let number = 0; number < 12; number += 1) keepDevice(`Name ${number}`, `d.${number}`);
    keepDevice('Name 5', 'd.new');
    expect([deviceAt('name 3'), deviceAt('name 5'), deviceAt('name 11')]).toEqual([null, 'd.new', 'd.11']);
    localStorage.setItem('codex.devices', '[["a"], 7, ["b", "d.b"]]');
    expect([deviceAt('a'), deviceAt('b')]).toEqual([null, 'd.b']);
    localStorage.setItem('codex.devices', '{"a": 1}');
    expect(deviceAt('a')).toBeNull();
  });
});
