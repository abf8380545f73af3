/** Transport from a page to a table: through a server, or the engine of this device. No page knows which. */
import { requestPath, tableIn } from '../base/addresses';
import { loadModule } from '../base/load';
import { SERVERLESS } from '../base/place';
import { DeviceSocket, type SocketOwner } from '../local/socket';
import { server } from './server.svelte';

interface Transport {
  request(url: string, init: RequestInit): Promise<Response>;
  socket(url: string): WebSocket;
  /** Something was answered, or was not. */
  markReached(): void;
  markFailed(): void;
}

/** Milliseconds within which a server greets, by three round trips of three seconds and some more. */
const GREETED_WITHIN = 20_000;

/** A socket that gives up if nothing has come by then: some networks swallow the handshake, or all that follows it. */
function openSocket(url: string): WebSocket {
  const socket = new WebSocket(url);
  const late = setTimeout(() => socket.close(), GREETED_WITHIN);
  socket.addEventListener('message', () => clearTimeout(late), { once: true });
  return socket;
}

const afar: Transport = {
  request: (url, init) => fetch(url, init),
  socket: openSocket,
  markReached: () => server.markReached(),
  markFailed: () => server.markFailed(),
};

/** The engine, fetched with its first request. */
const theEngine = async (): Promise<(typeof import('../local/engine'))['engine']> =>
  (await loadModule(() => import('../local/engine'))).engine;

const owner: SocketOwner = {
  open: (socket) => void theEngine().then((engine) => engine.open(socket)),
  send: (socket, text) => void theEngine().then((engine) => engine.send(socket, text)),
  close: (socket) => void theEngine().then((engine) => engine.close(socket)),
};

const device: Transport = {
  async request(url, { method = 'GET', body, headers }) {
    const engine = await theEngine();
    const said = new Headers(headers);
    const token = said.get('authorization')?.replace('Bearer ', '') ?? null;
    const reply = await engine.ask({
      method,
      url: requestPath(url),
      body: typeof body === 'string' ? body : '',
      token,
      key: said.get('idempotency-key'),
    });
    return new Response(reply.status === 204 ? null : reply.body, { status: reply.status });
  },
  socket: (url) => new DeviceSocket(tableIn(url) ?? '', owner) as unknown as WebSocket,
  markReached: () => undefined, // it says itself when it is gone
  markFailed: () => undefined,
};

/** Whether a table is kept on this device, and not by a server. */
export const isOnDevice = (table: string): boolean => SERVERLESS || table.startsWith('~');

/** The transport that a request or a socket at `url` takes; `here` for this device in any case. */
export const transportFor = (url: string, here = false): Transport =>
  here || isOnDevice(tableIn(url) ?? '') ? device : afar;
