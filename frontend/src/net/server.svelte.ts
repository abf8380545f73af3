/** Whether the server can be reached: polled only after a failed request, until it is back. */
import { SERVER_READY } from '../base/addresses';
import { SERVERLESS } from '../base/place';

/** Milliseconds until the next poll, after each failed one. */
const PAUSES = [1_500, 2_500, 4_000, 6_000];

class Server {
  /** Whether the server is away. One that has answered before gets a grace period: it may be restarting. */
  gone = $state(false);
  /** Whether the device itself says that it has no network. */
  offline = $state(false);
  private known = false;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private polling: Promise<boolean> | null = null;

  constructor() {
    window.addEventListener('online', () => this.gone && void this.poll());
    window.addEventListener('offline', () => this.markFailed());
  }

  /** The server has answered a request. */
  markReached(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.known = true;
    this.failures = 0;
    this.gone = false;
  }

  /** A request failed: start polling, unless we already do. */
  markFailed(): void {
    if (SERVERLESS) return; // there is none that could go
    if (this.timer || this.polling) return;
    if (this.known) this.timer = setTimeout(() => void this.poll(), PAUSES[0]);
    else void this.poll();
  }

  /** Poll the server until it answers. */
  poll(): Promise<boolean> {
    if (SERVERLESS) return Promise.resolve(true);
    this.polling ??= this.pollOnce().finally(() => (this.polling = null));
    return this.polling;
  }

  private async pollOnce(): Promise<boolean> {
    clearTimeout(this.timer);
    const there = await fetch(SERVER_READY, { cache: 'no-store' }).then(
      (answer) => answer.ok,
      () => false,
    );
    if (there) this.markReached();
    else this.countFailure();
    return there;
  }

  private countFailure(): void {
    this.failures++;
    this.offline = !navigator.onLine;
    this.gone = this.failures > (this.known ? 1 : 0);
    const pause = PAUSES[Math.min(this.failures, PAUSES.length) - 1];
    this.timer = setTimeout(() => void this.poll(), pause);
  }
}

export const server = new Server();
