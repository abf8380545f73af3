/**
 * The game in a worker: Python on WebAssembly, the engine, and the browser's store. It answers as a server does. A
 * worker has a policy of its own, so that only this file may compile WebAssembly.
 */
import { commit, openStore, readAll, readTable, type Commit } from './store';
import type { FromWorker, ToWorker } from './messages';

/** The part of Pyodide used here. */
interface Python {
  unpackArchive(archive: ArrayBuffer, format: 'wheel'): void;
  pyimport(name: string): unknown;
}
interface Reply {
  readonly status: number;
  readonly body: { decode(): string; destroy(): void };
  destroy(): void;
}
interface Bridge {
  ask(call: string): Promise<Reply>;
  open(socket: number, table: string): void;
  receive(socket: number, text: string): Promise<void>;
  close(socket: number): void;
  read_again(table: string): Promise<void>;
}
interface BridgeModule {
  readonly TextStore: (commit: (text: string) => Promise<boolean>, read: (id: string) => Promise<string>) => unknown;
  readonly Bridge: (
    store: unknown,
    send: (socket: number, text: string) => void,
    closed: (socket: number, code: number) => void,
    kept: string,
  ) => Bridge;
}
interface Manifest {
  readonly files: Readonly<Record<string, number>>;
}

const say = (message: FromWorker): void => self.postMessage(message);
/** The largest file comes compressed on any host. */
const WASM = /\.wasm$/;
const PACKED = '.bin';
/** Notifies other windows of a changed table, and is notified by them. */
const windows = new BroadcastChannel('codex-naturalis');

let starting: Promise<Bridge> | undefined;

self.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => void handle(data));

async function handle(message: ToWorker): Promise<void> {
  if (message.type === 'start') {
    starting = start(message.engine);
    starting.then(
      () => say({ type: 'ready' }),
      (error: unknown) => say({ type: 'failed', reason: String(error) }),
    );
    return;
  }
  const bridge = await starting?.catch(() => undefined);
  if (!bridge) return;
  switch (message.type) {
    case 'ask':
      return answer(bridge, message.id, JSON.stringify(message.call));
    case 'open':
      return bridge.open(message.socket, message.table);
    case 'send':
      return bridge.receive(message.socket, message.text);
    case 'close':
      return bridge.close(message.socket);
  }
}

async function answer(bridge: Bridge, id: number, call: string): Promise<void> {
  try {
    const reply = await bridge.ask(call);
    const { body } = reply;
    say({ type: 'reply', id, status: reply.status, body: body.decode() });
    body.destroy();
    reply.destroy();
  } catch (error) {
    console.error(error);
    say({ type: 'reply', id, status: 500, body: '{"code": "server.failed"}' });
  }
}

async function start(engine: string): Promise<Bridge> {
  const files = await fetchSizes(engine);
  const fetched = countBytes(Object.values(files).reduce((sum, bytes) => sum + bytes, 0));
  // Pyodide asks for its own files: what it asks for is counted on the way.
  const plain = self.fetch.bind(self);
  self.fetch = async (input) => fetched(await plain(String(input).replace(WASM, PACKED)));
  const load = async (name: string): Promise<ArrayBuffer> => (await self.fetch(engine + name)).arrayBuffer();
  const { loadPyodide } = (await import(/* @vite-ignore */ `${engine}pyodide.js`)) as {
    loadPyodide: (options: { indexURL: string }) => Promise<Python>;
  };
  const [python, archive, msgspec, database] = await Promise.all([
    loadPyodide({ indexURL: engine }),
    load('codex_naturalis.zip'),
    load('msgspec.whl'),
    openStore(),
  ]);
  self.fetch = plain;
  for (const packed of [archive, msgspec]) python.unpackArchive(packed, 'wheel'); // to where Python looks
  return assemble(python, database);
}

async function assemble(python: Python, database: IDBDatabase): Promise<Bridge> {
  const { TextStore, Bridge } = python.pyimport('codex_naturalis.local.bridge') as BridgeModule;
  const store = TextStore(
    async (text) => {
      const change = JSON.parse(text) as Commit;
      const kept = await commit(database, change);
      const table = change.data?.id ?? change.table;
      if (kept && table) windows.postMessage(table);
      return kept;
    },
    (id) => readTable(database, id),
  );
  const bridge = Bridge(
    store,
    (socket, text) => say({ type: 'message', socket, text }),
    (socket, code) => say({ type: 'closed', socket, code }),
    await readAll(database),
  );
  windows.onmessage = ({ data }: MessageEvent<string>) => void bridge.read_again(data);
  return bridge;
}

const fetchSizes = async (engine: string): Promise<Manifest['files']> =>
  ((await (await fetch(`${engine}manifest.json`)).json()) as Manifest).files;

/** Counts the bytes of each response, and reports them. */
function countBytes(total: number): (response: Response) => Response {
  let loaded = 0;
  return ({ body, headers, status, url }) => {
    const through = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, next) {
        loaded += chunk.byteLength;
        say({ type: 'progress', loaded: Math.min(loaded, total), total });
        next.enqueue(chunk);
      },
    });
    const counted = body?.pipeThrough(through) ?? null;
    if (!url.endsWith(PACKED)) return new Response(counted, { headers, status });
    const unpacked = counted?.pipeThrough(new DecompressionStream('gzip')) ?? null;
    return new Response(unpacked, { headers: { 'content-type': 'application/wasm' }, status });
  };
}
