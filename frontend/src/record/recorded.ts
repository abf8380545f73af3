/** A server with one recorded game: it speaks the protocol, and answers with recorded results of the rules. */

import type { Act, ClientMessage, ServerMessage, StepMessage, TableInfo, View } from '../net/types';

export interface Tale {
  readonly table: TableInfo;
  readonly views: readonly View[];
  /** What the turn before each View did. */
  readonly turns: readonly (readonly StepMessage[])[];
}

/** Judges a turn by the recording: the number of the View it leads to, or null if it is not recorded. */
export type Follow = (act: Act) => number | null;

export class Recorded {
  private socket: RecordedSocket | null = null;
  private version = 0;
  private shown = 0;

  constructor(
    private readonly tale: Tale,
    private readonly follow: Follow,
    private readonly viewer: number | null = 0,
  ) {}

  /** A connection to this server, as a WebSocket would be. */
  connect(): WebSocket {
    this.socket = new RecordedSocket((message) => this.hear(message));
    return this.socket as unknown as WebSocket;
  }

  /** Go on to another View, or back to one. */
  show(view: number): void {
    if (view === this.shown) return;
    this.shown = view;
    const steps = (this.tale.turns[view] ?? []).map((step) => ({ ...step, version: ++this.version }));
    this.socket?.deliver({ type: 'told', steps, view: this.view });
  }

  private get view(): View {
    const view = this.tale.views[this.shown];
    if (!view) throw new RangeError(`the tale has no View ${this.shown}`);
    return view;
  }

  private hear(message: ClientMessage): void {
    const { tale, viewer, version, view } = this;
    if (message.type === 'ping') this.socket?.deliver({ type: 'pong' });
    else if (message.type === 'act') this.act(message);
    else this.socket?.deliver({ type: 'welcome', table: tale.table, viewer, version, missed: [], view });
  }

  private act(act: Act): void {
    const next = this.follow(act);
    if (next === null) {
      this.socket?.deliver({ type: 'refused', code: 'version.stale', id: act.id, facts: {}, version: this.version });
      return;
    }
    this.show(next);
    this.socket?.deliver({ type: 'done', id: act.id, version: this.version });
  }
}

class RecordedSocket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;

  constructor(private readonly heard: (message: ClientMessage) => void) {
    queueMicrotask(() => {
      if (this.readyState !== 0) return;
      this.readyState = 1;
      this.onopen?.();
    });
  }

  /** Messages arrive a moment later, as over a network. */
  send(text: string): void {
    queueMicrotask(() => this.heard(JSON.parse(text) as ClientMessage));
  }

  deliver(message: ServerMessage): void {
    if (this.readyState === 1) this.onmessage?.({ data: JSON.stringify(message) });
  }

  close(): void {
    this.readyState = 3;
  }
}
