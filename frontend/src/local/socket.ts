/** A WebSocket to a table of this device, as far as `net/link.ts` uses one. */

export interface SocketOwner {
  open(socket: DeviceSocket): void;
  send(socket: DeviceSocket, text: string): void;
  close(socket: DeviceSocket): void;
}

let made = 0;

export class DeviceSocket {
  readonly number = ++made;
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { readonly data: string }) => void) | null = null;
  onclose: ((event: { readonly code: number }) => void) | null = null;

  constructor(
    readonly table: string,
    private readonly owner: SocketOwner,
  ) {
    this.owner.open(this);
  }

  send(text: string): void {
    if (this.readyState === 1) this.owner.send(this, text);
  }

  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.owner.close(this);
  }

  /** The worker is ready. */
  markOpen(): void {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.onopen?.();
  }

  deliver(data: string): void {
    if (this.readyState === 1) this.onmessage?.({ data });
  }

  /** The worker has closed it, or is gone. */
  end(code: number): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
