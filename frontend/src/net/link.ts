import { onWaking } from '../base/wake-signs';
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
/** Largest factor of the time in which an answer is expected. */
const LONGEST_PATIENCE = 4;

const ping = (): ClientMessage => ({ type: 'ping', hidden: document.hidden });

export interface LinkEvents {
  /** What is sent first on every socket. */
  greeting(): ClientMessage;
  heard(message: ServerMessage): void;
  /** The connection is gone, for the `reason` that the server gave, if any. If not `final` it will be tried again. */
  lost(final: boolean, reason: string): void;
}

/**
 * A WebSocket that comes back: backs off with jitter, pings, notices silence, sleep and the return of the network.
 *
 * A socket that does not answer soon is not dropped: a second one opens beside it, and the first of the two that answers
 * stays.
 */
export class Link {
  private socket: WebSocket | null = null;
  /** Open beside the first one while that does not answer. */
  private second: WebSocket | null = null;
  private attempt = 0;
  private ended = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setTimeout> | undefined;
  /** Running while an answer is due. */
  private due: ReturnType<typeof setTimeout> | undefined;
  /** When the answer that is due was asked for. */
  private asked = 0;
  /** Factor of the time to wait for it: doubled by each second socket, until an answer comes soon. */
  private patience = 1;
  private readonly stopWaking: () => void;

  constructor(
    private readonly url: string,
    private readonly events: LinkEvents,
    private readonly open: (url: string) => WebSocket = (address) => transportFor(address).socket(address),
  ) {
    window.addEventListener('offline', this.probeSoon);
    document.addEventListener('visibilitychange', this.reportHidden);
    this.stopWaking = onWaking(() => this.wake());
    this.connect();
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== 1) return false;
    this.socket.send(JSON.stringify(message));
    this.expectAnswer();
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
    window.removeEventListener('offline', this.probeSoon);
    document.removeEventListener('visibilitychange', this.reportHidden);
    this.stopWaking();
    this.drop();
  }

  /** The page may have slept, or its network is another one. */
  private wake(): void {
    if (!this.socket) this.renew();
    else if (this.socket.readyState === 1) this.probe(ANSWER_WITHIN);
    else this.expectAnswer();
  }

  /** The browser reports no network; a server on this machine may still be there. */
  private readonly probeSoon = (): void => {
    if (this.socket?.readyState === 1) this.probe(ANSWER_SOON);
  };

  private readonly reportHidden = (): void => {
    if (document.hidden) this.send(ping());
  };

  private connect(): void {
    this.socket = this.openSocket();
  }

  private openSocket(): WebSocket {
    const socket = this.open(this.url);
    socket.onopen = () => this.sendGreeting(socket);
    socket.onmessage = ({ data }) => this.receive(socket, JSON.parse(data as string) as ServerMessage);
    socket.onclose = ({ code, reason }) => this.handleClose(socket, FINAL.includes(code), reason);
    return socket;
  }

  private sendGreeting(socket: WebSocket): void {
    // One that was given up while it opened ends here: closed before, browsers call it a failure.
    if (socket !== this.socket && socket !== this.second) return socket.close();
    socket.send(JSON.stringify(this.events.greeting()));
    if (document.hidden) socket.send(JSON.stringify(ping()));
    if (socket === this.socket) this.pingLater();
  }

  private receive(socket: WebSocket, message: ServerMessage): void {
    if (socket === this.second) this.keepOne(message.type === 'welcome');
    if (socket !== this.socket) return;
    this.noteAnswer();
    this.events.heard(message);
  }

  /** Keep one of the two sockets. The other may have been only slow: an answer is awaited longer from now on. */
  private keepOne(second: boolean): void {
    const left = second ? this.socket : this.second;
    if (second) this.socket = this.second;
    this.second = null;
    this.patience = Math.min(2 * this.patience, LONGEST_PATIENCE);
    if (left?.readyState === 1) left.close();
  }

  private handleClose(socket: WebSocket, final: boolean, reason: string): void {
    if (socket === this.second) this.second = null;
    if (socket !== this.socket) return;
    this.socket = this.second;
    this.second = null;
    if (!this.socket) this.handleLoss(final, reason);
  }

  private handleLoss(final: boolean, reason = ''): void {
    this.drop();
    if (final) this.close();
    else this.reconnectLater();
    this.events.lost(final, reason);
  }

  private reconnectLater(): void {
    server.markFailed();
    this.retry = setTimeout(() => this.connect(), delayBefore(this.attempt++));
  }

  /** A message came, so the server is there. */
  private noteAnswer(): void {
    this.pingLater();
    if (Date.now() - this.asked < ANSWER_SOON) this.patience = 1;
    this.stopExpecting();
  }

  private pingLater(): void {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.probe(ANSWER_WITHIN), PING_EVERY);
  }

  /** Ping the server, and give up if nothing comes within this number of milliseconds. */
  private probe(within: number): void {
    clearTimeout(this.beat);
    this.send(ping());
    this.beat = setTimeout(() => this.handleLoss(false), within);
  }

  /** Open a second socket unless something comes soon; a hidden page can wait. */
  private expectAnswer(): void {
    if (this.due || this.second || document.hidden) return;
    this.asked = Date.now();
    this.due = setTimeout(() => {
      this.due = undefined;
      this.second = this.openSocket();
    }, ANSWER_SOON * this.patience);
  }

  /** An answer came, or none is awaited any more: drop the second socket. */
  private stopExpecting(): void {
    clearTimeout(this.due);
    this.due = undefined;
    if (this.second) this.keepOne(false);
  }

  private drop(): void {
    clearTimeout(this.retry);
    clearTimeout(this.beat);
    this.stopExpecting();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}
