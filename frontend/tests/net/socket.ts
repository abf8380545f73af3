import { EDITION_RULES } from '../../src/lobby/editions.gen';
import type { ClientMessage, ServerMessage, TableInfo } from '../../src/net/types';

/** A socket whose other end is the test. */
export class TestSocket {
  static all: TestSocket[] = [];
  readyState = 0;
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor(readonly url: string) {
    TestSocket.all.push(this);
  }

  static get last(): TestSocket {
    const socket = TestSocket.all.at(-1);
    if (!socket) throw new Error('nobody opened a socket');
    return socket;
  }

  send(data: string): void {
    this.sent.push(JSON.parse(data) as ClientMessage);
  }

  close(): void {
    this.readyState = 3;
  }

  /** The server accepts. */
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  /** The server says something. */
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  /** The connection breaks. */
  fall(code = 1006, reason = ''): void {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }

  sentOf<T extends ClientMessage['type']>(type: T): Extract<ClientMessage, { type: T }>[] {
    return this.sent.filter((message): message is Extract<ClientMessage, { type: T }> => message.type === type);
  }
}

export const open = (url: string): WebSocket => new TestSocket(url) as unknown as WebSocket;

export const TABLE = {
  id: 'abc',
  options: { seats: 2, preset: 'en', ...EDITION_RULES.en, solo: null },
  listed: false,
  stage: 'playing',
  seats: [
    { seat: 0, kind: 'guest', name: 'Ann', connected: true, stand_in: null, mark: null, portrait: null, colour: null },
    {
      seat: 1,
      kind: 'bot',
      name: 'planner',
      connected: true,
      stand_in: null,
      mark: null,
      portrait: null,
      colour: null,
    },
  ],
  host: 'Ann',
  host_seat: 0,
  created: 0,
  version: 0,
  rematch: null,
  what_if: null,
  commitment: null,
  hints: true,
  clock: null,
  stand_in: 'level:3',
  notes: [],
  rated: false,
  programs: false,
  tournament: null,
  daily: null,
} as TableInfo;
