import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { digestOf, sealedText, spellOut, verdictOn, type Sealed } from '../../src/seal/seal';
import { sha256 } from '@noble/hashes/sha2.js';
import { witness, commitmentSeen } from '../../src/net/witness';
import { TABLE } from '../net/socket';

/** Made by `codex_naturalis.record.sealed`; tests/record/test_seal.py checks that it still is what Python says. */
const record = JSON.parse(readFileSync(`${import.meta.dirname}/../fixtures/sealed.json`, 'utf8')) as Sealed & {
  readonly seal: NonNullable<Sealed['seal']>;
};
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

describe('the hash', () => {
  it.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('of %i bytes is what the browser computes', async (length) => {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) % 256);
    expect(hex(sha256(bytes))).toBe(hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))));
  });

  it('is the same without the help of the browser', async () => {
    expect(await digestOf('Zoë', null)).toBe(await digestOf('Zoë'));
    expect(await digestOf(sealedText(record), null)).toBe(record.seal.commitment);
  });
});

describe('a seal', () => {
  it('opens for the deal that was sealed', async () => {
    expect(await verdictOn(record, record.seal.commitment)).toBe('genuine');
    expect(await verdictOn(record, null)).toBe('unseen');
  });

  it('opens whatever order the fields come in', async () => {
    const { decks, ...others } = record.deal;
    expect(await verdictOn({ ...record, deal: { decks, ...others } }, record.seal.commitment)).toBe('genuine');
  });

  it('does not open for another deal, lot or salt', async () => {
    const [first, ...others] = record.deal.seats;
    const stacked = { ...record.deal, seats: [...others, first] } as Sealed['deal'];
    expect(await verdictOn({ ...record, deal: stacked }, record.seal.commitment)).toBe('broken');
    expect(await verdictOn({ ...record, seal: { ...record.seal, lot: [0, 1] } }, null)).toBe('broken');
    expect(await verdictOn({ ...record, seal: { ...record.seal, salt: '0'.repeat(64) } }, null)).toBe('broken');
  });

  it('is compared with the one that was shown', async () => {
    expect(await verdictOn(record, 'f'.repeat(64))).toBe('foreign');
    expect(await verdictOn({ deal: record.deal }, 'f'.repeat(64))).toBe('foreign');
    expect(await verdictOn({ deal: record.deal }, null)).toBe('none');
  });

  it('can be read out', () => {
    expect(spellOut('0123456789abcdef0123')).toBe('0123 4567 89ab cdef');
  });
});

describe('the witness', () => {
  beforeEach(() => localStorage.clear());

  it('remembers what was seen first, and nothing that is seen after the end', () => {
    witness({ ...TABLE, id: 'a', commitment: 'early' });
    witness({ ...TABLE, id: 'a', commitment: 'exchanged' });
    witness({ ...TABLE, id: 'b', commitment: 'late', stage: 'over' });
    expect([commitmentSeen('a'), commitmentSeen('b'), commitmentSeen('c')]).toEqual(['early', null, null]);
  });

  it('forgets the oldest tables', () => {
    for (let number = 0; number <= 200; number++) witness({ ...TABLE, id: `t${number}`, commitment: 'x' });
    expect([commitmentSeen('t0'), commitmentSeen('t1'), commitmentSeen('t200')]).toEqual([null, 'x', 'x']);
  });

  it('is not led astray by what somebody wrote into its memory', () => {
    localStorage.setItem('codex.seals', '[1, ["a"], ["b", 2], ["c", "seal"]]');
    expect([commitmentSeen('b'), commitmentSeen('c')]).toEqual([null, 'seal']);
  });
});
