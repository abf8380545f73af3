import { TableStore } from '../../src/net/table.svelte';
import { Session } from '../../src/game/session.svelte';
import { moment, type Moment } from '../table/moment';

/** A connection on which nothing is ever heard. */
class Silent extends EventTarget {
  readyState = 0;
  send(): void {}
  close(): void {}
}

const known = new Map<string, Moment>();

/** A reader at one moment of a real game; what they send is never answered. */
export function sessionAt(name: string): Session {
  const store = new TableStore({ url: '', token: null, open: () => new Silent() as unknown as WebSocket });
  const held = known.get(name) ?? moment(name);
  known.set(name, held);
  const { table, viewer, version, view, log } = held;
  Object.assign(store, { table, viewer, version, view, log, status: 'live' });
  return new Session(store);
}
