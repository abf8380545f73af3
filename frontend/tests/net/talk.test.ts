import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DRAWINGS, EMOTES } from '../../src/chat/emotes';
import { mutes } from '../../src/net/mutes.svelte';
import { Talk } from '../../src/net/talk.svelte';
import type { ClientMessage, Line, Said } from '../../src/net/types';

const line = (number: number, some: Partial<Line> = {}): Line => ({
  number,
  id: `line-${number}`,
  person: 'bea',
  name: 'Bea',
  seat: 1,
  at: number,
  text: `words ${number}`,
  emote: null,
  ...some,
});
const said = (lines: readonly Line[], some: Partial<Said> = {}): Said => ({
  type: 'said',
  lines,
  anew: false,
  hushed: false,
  me: 'ann',
  ...some,
});
const numbers = (lines: readonly Line[]): number[] => lines.map(({ number }) => number);

describe('what is said at a table', () => {
  let sent: ClientMessage[];
  let connected: boolean;
  let talk: Talk;

  beforeEach(() => {
    localStorage.clear();
    mutes.all = false;
    mutes.watchers = false;
    mutes.mute('bea', false);
    sent = [];
    connected = true;
    talk = new Talk((message) => connected && sent.push(message) > 0);
  });

  it('is news unless it was said before one came', () => {
    const heard = vi.fn();
    talk.onLines(heard);
    talk.hear(said([line(1), line(2)], { anew: true }));
    expect(talk.unread).toBe(0);
    talk.hear(said([line(3)]));
    expect(talk.unread).toBe(1);
    expect(heard.mock.calls.map(([lines]) => numbers(lines as Line[]))).toEqual([[3]]);
  });

  it('is news from the first word on at a table where nobody had spoken', () => {
    talk.hear(said([line(1)]));
    expect(talk.unread).toBe(1);
  });

  it('is news when it was said while the connection was lost, also where nobody had spoken', () => {
    talk.resend();
    talk.resend();
    talk.hear(said([line(1)], { anew: true }));
    expect(talk.unread).toBe(1);
  });

  it('waits for whoever begins to listen a moment late, and is told once', () => {
    const [late, later] = [vi.fn(), vi.fn()];
    talk.hear(said([line(1)]));
    talk.onLines(late);
    talk.onLines(later);
    expect(late.mock.calls.map(([lines]) => numbers(lines as Line[]))).toEqual([[1]]);
    expect(later).not.toHaveBeenCalled();
  });

  it('is told anew after a lost connection, and only what is new is news', () => {
    talk.hear(said([line(1)], { anew: true }));
    talk.hear(said([line(1, { seat: 0 }), line(2)], { anew: true }));
    expect(numbers(talk.lines)).toEqual([1, 2]);
    expect(talk.lines[0]?.seat).toBe(0);
    expect(talk.unread).toBe(1);
  });

  it('is read while the chat is open', () => {
    talk.hear(said([line(1)]));
    talk.open = true;
    talk.hear(said([line(2)]));
    expect(talk.unread).toBe(0);
    talk.open = false;
    talk.hear(said([line(3)]));
    expect(talk.unread).toBe(1);
  });

  it('keeps a hundred lines', () => {
    for (let number = 1; number <= 130; number++) talk.hear(said([line(number)]));
    expect(numbers(talk.lines)).toEqual(Array.from({ length: 100 }, (_, i) => i + 31));
  });

  it('is on its way until everybody has heard it, and sent again after a lost connection', () => {
    connected = false;
    talk.say('hello');
    talk.show('smile');
    expect(sent).toEqual([]);
    expect(talk.pending).toHaveLength(2);
    connected = true;
    talk.resend();
    expect(sent).toEqual(talk.pending);
    const [mine] = talk.pending;
    talk.hear(said([line(1, { id: mine?.id ?? '', person: 'ann', text: 'hello' })]));
    expect(talk.pending).toHaveLength(1);
    expect(talk.unread).toBe(0);
  });

  it('says nothing when there is nothing to say', () => {
    talk.say('   ');
    expect([sent, talk.pending]).toEqual([[], []]);
  });

  it('is given back when it is refused', () => {
    talk.say('too much');
    const id = talk.pending[0]?.id ?? '';
    const refusal = { type: 'refused', code: 'limit.chat', id, facts: {}, version: 3 } as const;
    expect(talk.takeRefusal({ ...refusal, id: 'an action' })).toBe(false);
    expect(talk.takeRefusal(refusal)).toBe(true);
    expect([talk.returned, talk.pending, talk.refusal?.code]).toEqual(['too much', [], 'limit.chat']);
    talk.say('again');
    expect(talk.refusal).toBeNull();
  });

  it('is not heard of those who are muted, by themselves, as watchers, or altogether', () => {
    const heard = vi.fn();
    talk.onLines(heard);
    mutes.mute('bea', true);
    talk.hear(said([line(1), line(2, { person: 'cid', seat: null }), line(3, { person: 'ann', seat: 0 })]));
    expect(numbers(talk.heard)).toEqual([2, 3]);
    mutes.watchers = true;
    expect(numbers(talk.heard)).toEqual([3]);
    mutes.mute('bea', false);
    mutes.all = true;
    expect(numbers(talk.heard)).toEqual([3]);
    talk.hear(said([line(4)]));
    expect(talk.unread).toBe(0);
    expect(heard).toHaveBeenCalledTimes(1);
    mutes.all = false;
    expect(numbers(talk.heard)).toEqual([1, 3, 4]);
  });

  it('stays muted in this browser', () => {
    mutes.mute('bea', true);
    expect(JSON.parse(localStorage.getItem('codex.mutes') ?? '')).toEqual({
      all: false,
      watchers: false,
      people: ['bea'],
    });
  });
});

describe('the signs', () => {
  it.each(EMOTES)('%s is drawn, and stays in its frame', (emote) => {
    const { block, cut, lines, strokes } = DRAWINGS[emote];
    expect(block.length).toBeGreaterThan(50);
    const points = [block, cut, lines, strokes ?? ''].join('').match(/[MC ,]-?\d+(\.\d+)?/g) ?? [];
    expect(points.length).toBeGreaterThan(20);
    // Arcs are written as wide as what they go around.
    expect(Math.max(...points.map((point) => Math.abs(Number(point.slice(1)))))).toBeLessThanOrEqual(15);
    expect(block).not.toContain('NaN');
  });

  it('differ from each other', () => {
    expect(new Set(EMOTES.map((emote) => DRAWINGS[emote].block)).size).toBe(EMOTES.length);
  });
});
