import { forgetToken } from './account.svelte';
import { renew } from './renew';
import { transportFor } from './transport';
import type { Facts } from './types';

/** A refusal of the server: a stable code, and the facts for a sentence. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly facts: Facts = {},
  ) {
    super(code);
  }
}

/** The server cannot be reached at all. */
export const OFFLINE = 'offline';

export interface Request {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** A body that is text already. */
  text?: string;
  token?: string | null;
  /** Whether this device is asked in any case. */
  here?: boolean;
  /** A name for this request, so that repeating it changes nothing. */
  key?: string;
}

/** Send a request to a `url` of `base/addresses.ts`; returns the answer, or throws an `ApiError`. */
export async function ask<T>(url: string, { method = 'GET', body, text, token, key, here }: Request = {}): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  const said = body === undefined ? text : JSON.stringify(body);
  if (said !== undefined) headers['content-type'] = 'application/json';
  if (token) headers['authorization'] = `Bearer ${token}`;
  if (key) headers['idempotency-key'] = key;
  const init: RequestInit = { method, headers, ...(said !== undefined && { body: said }) };
  const transport = transportFor(url, here);
  const response = await transport.request(url, init).catch(() => {
    transport.markFailed();
    throw new ApiError(OFFLINE, 0);
  });
  const renewed = response.headers.get('codex-token');
  if (token && renewed) renew(token, renewed);
  if (response.status < 500) transport.markReached();
  else transport.markFailed();
  const answer: unknown = response.status === 204 ? null : await response.json().catch(() => undefined);
  if (!response.ok) {
    const refused = problem(response.status, answer);
    if (token && refused.code === 'token.invalid') forgetToken(token);
    throw refused;
  }
  if (answer === undefined) {
    // The server went while it answered.
    transport.markFailed();
    throw new ApiError(OFFLINE, 0);
  }
  return answer as T;
}

function problem(status: number, said: unknown): ApiError {
  const { code, facts } = (said ?? {}) as { code?: unknown; facts?: Facts };
  return new ApiError(typeof code === 'string' ? code : 'server.failed', status, facts);
}
