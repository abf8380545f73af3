import { server } from './server.svelte';
import { transportFor } from './transport';
import type { ClientMessage, ServerMessage } from './types';

/** Delay before a retry after `attempt` failures: exponential backoff with jitter. */
function delayBefore(attempt: number, chance: () => number = Math.random): number {
  const longest = Math.min(8_000, 400 * 2 ** attempt);
  return longest * (0.5 + chance() / 2);
}

/**
 * Close codes after which a retry is useless: not understood, unknown key, shut out, unknown table, too many windows of
 * our own, damaged table.
 */
const FINAL: readonly number[] = [4400, 4401, 4403, 4404, 4409, 4500];

const PING_EVERY = 25_000;
const ANSWER_WITHIN = 10_000;
const ANSWER_SOON = 2_000;

export interface LinkEvents {
  /** The socket is open: say hello. */
  onOpen(): void;
  heard(message: ServerMessage): void;
  /** The connection is gone, for the `reason` that the server gave, if any. If not `final` it will be tried again. */
  lost(final: boolean, reason: string): void;
}

/** A WebSocket that comes back: backs off with jitter, pings, notices silence and the return of the network. */
export class Link {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private ended = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly url: string,
    private readonly events: LinkEvents,
    private readonly open: (url: string) => WebSocket = (address) => transportFor(address).socket(address),
  ) {
    window.addEventListener('online', this.now);
    window.addEventListener('offline', this.doubt);
    document.addEventListener('visibilitychange', this.look);
    this.connect();
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** The server has answered: the next failure starts counting from one. */
  resetDelay(): void {
    this.attempt = 0;
  }

  /** Drop this connection and take a new one at once. */
  renew(): void {
    if (this.ended) return;
    this.drop();
    this.connect();
  }

  close(): void {
    this.ended = true;
    window.removeEventListener('online', this.now);
    window.removeEventListener('offline', this.doubt);
    document.removeEventListener('visibilitychange', this.look);
    this.drop();
  }

  private readonly now = (): void => {
    if (!this.ended && this.socket?.readyState !== 1) this.renew();
  };

  /** The browser reports no network; a server on this machine may still be there. */
  private readonly doubt = (): void => {
    if (this.socket?.readyState === 1) this.insist(ANSWER_SOON);
  };

  private readonly look = (): void => {
    if (document.visibilityState === 'visible') this.now();
    this.glance();
  };

  private connect(): void {
    const socket = this.open(this.url);
    this.socket = socket;
    const mine = (): boolean => this.socket === socket;
    socket.onopen = () => {
      if (!mine()) return;
      this.listen();
      this.events.onOpen();
      if (document.hidden) this.glance();
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      if (!mine()) return;
      this.listen();
      this.events.heard(JSON.parse(data) as ServerMessage);
    };
    socket.onclose = ({ code, reason }) => {
      if (mine()) this.fell(FINAL.includes(code), reason);
    };
  }

  private fell(final: boolean, reason = ''): void {
    this.drop();
    if (final) this.close();
    else this.later();
    this.events.lost(final, reason);
  }

  /** Ping the server, and report whether the page is visible: otherwise it sends notifications of turns. */
  private glance(): void {
    this.send({ type: 'ping', hidden: document.hidden });
  }

  private later(): void {
    server.doubt();
    this.retry = setTimeout(() => this.connect(), delayBefore(this.attempt++));
  }

  /** A message came, so the server is there: ping again later, and give up if it then stays silent. */
  private listen(): void {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.insist(ANSWER_WITHIN), PING_EVERY);
  }

  /** Ping the server, and give up if nothing comes within this number of milliseconds. */
  private insist(within: number): void {
    clearTimeout(this.beat);
    this.glance();
    this.beat = setTimeout(() => this.fell(false), within);
  }

  private drop(): void {
    clearTimeout(this.retry);
    clearTimeout(this.beat);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}
