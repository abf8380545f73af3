/** Messages between a page and its worker. Requests and socket messages are those of a server. */

/** An HTTP request, as `codex_naturalis.local.requests.Call` reads it. */
export interface Call {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly token: string | null;
  readonly key: string | null;
}

export type ToWorker =
  | { readonly type: 'start'; readonly engine: string }
  | { readonly type: 'ask'; readonly id: number; readonly call: Call }
  | { readonly type: 'open'; readonly socket: number; readonly table: string }
  | { readonly type: 'send'; readonly socket: number; readonly text: string }
  | { readonly type: 'close'; readonly socket: number };

export type FromWorker =
  | { readonly type: 'progress'; readonly loaded: number; readonly total: number }
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'reply'; readonly id: number; readonly status: number; readonly body: string }
  | { readonly type: 'message'; readonly socket: number; readonly text: string }
  | { readonly type: 'closed'; readonly socket: number; readonly code: number };
