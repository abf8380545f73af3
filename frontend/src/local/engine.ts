/** The engine of this device: it starts with the first request, and restarts when it does not answer. */
import { ENGINE } from '../base/addresses';
import { arrival } from './arrival.svelte';
import type { Call, FromWorker, ToWorker } from './messages';
import type { DeviceSocket, SocketOwner } from './socket';

/** Milliseconds in which a ready engine answers. */
const PATIENCE = 20_000;
/** Close code after which a link tries again. */
const GONE = 1006;

export interface Reply {
  readonly status: number;
  readonly body: string;
}
interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

class Engine implements SocketOwner {
  private worker: Worker | null = null;
  private ready = false;
  private asked = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly sockets = new Map<number, DeviceSocket>();
  private watch: ReturnType<typeof setTimeout> | undefined;

  ask(call: Call): Promise<Reply> {
    const id = ++this.asked;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.post({ type: 'ask', id, call });
      this.beWatchful();
    });
  }

  open(socket: DeviceSocket): void {
    this.sockets.set(socket.number, socket);
    this.post({ type: 'open', socket: socket.number, table: socket.table });
    if (this.ready) queueMicrotask(() => socket.markOpen());
  }

  send({ number }: DeviceSocket, text: string): void {
    this.post({ type: 'send', socket: number, text });
  }

  close({ number }: DeviceSocket): void {
    this.sockets.delete(number);
    this.post({ type: 'close', socket: number });
  }

  private post(message: ToWorker): void {
    this.worker ??= this.start();
    this.worker?.postMessage(message);
  }

  private start(): Worker | null {
    if (!('WebAssembly' in globalThis) || !('indexedDB' in globalThis)) {
      this.fail('WebAssembly');
      return null;
    }
    arrival.failure = null;
    arrival.part = 0;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data);
    worker.onerror = ({ message }) => this.fail(message);
    worker.postMessage({ type: 'start', engine: new URL(ENGINE, document.baseURI).href } satisfies ToWorker);
    return worker;
  }

  private take(message: FromWorker): void {
    switch (message.type) {
      case 'progress':
        arrival.part = message.loaded / message.total;
        return;
      case 'ready':
        this.ready = true;
        arrival.part = null;
        for (const socket of this.sockets.values()) socket.markOpen();
        return;
      case 'failed':
        return this.fail(message.reason);
      case 'reply':
        this.waiting.get(message.id)?.resolve(message);
        this.waiting.delete(message.id);
        return this.beWatchful();
      case 'message':
        return this.sockets.get(message.socket)?.deliver(message.text);
      case 'closed':
        return this.sockets.get(message.socket)?.end(message.code);
    }
  }

  /** While a request waits an answer must come, or the engine is restarted. */
  private beWatchful(): void {
    clearTimeout(this.watch);
    if (this.waiting.size && this.ready) this.watch = setTimeout(() => this.fail('silent'), PATIENCE);
  }

  private fail(reason: string): void {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    arrival.part = null;
    arrival.failure = reason;
    for (const { reject } of this.waiting.values()) reject(new Error(reason));
    this.waiting.clear();
    const sockets = [...this.sockets.values()];
    this.sockets.clear();
    for (const socket of sockets) socket.end(GONE);
  }
}

export const engine = new Engine();
